import type { BitReader } from '../bit-reader.ts'

/**
 * Counts the channels of a program_config_element (ISO/IEC 14496-3 4.4.1.1) and passes over it. Low
 * frequency channels count, coupling channels do not.
 * @throws ProtocolError where it ends too early
 */
export function channelsOfProgram(reader: BitReader): number {
  reader.skip(4 + 2 + 4) // element_instance_tag, object_type, sampling_frequency_index
  const groups = [reader.bits(4), reader.bits(4), reader.bits(4)] // front, side, back
  const lowFrequency = reader.bits(2)
  const associatedData = reader.bits(3)
  const coupling = reader.bits(4)
  if (reader.flag()) reader.skip(4) // mono_mixdown_element_number
  if (reader.flag()) reader.skip(4) // stereo_mixdown_element_number
  if (reader.flag()) reader.skip(3) // matrix_mixdown_idx, pseudo_surround_enable
  let channels = lowFrequency
  for (const elements of groups) {
    for (let i = 0; i < elements; i++) {
      channels += reader.flag() ? 2 : 1
      reader.skip(4) // element_tag_select
    }
  }
  reader.skip(lowFrequency * 4 + associatedData * 4 + coupling * 5)
  reader.skip((8 - (reader.position & 7)) & 7) // byte_alignment
  reader.skip(8 * reader.bits(8)) // comment_field_data
  return channels
}
