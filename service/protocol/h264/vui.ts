import type { BitReader } from '../bit-reader.ts'
import { ProtocolError } from '../protocol-error.ts'

/** What is used of the video usability information (ITU-T H.264 annex E). */
export interface Vui {
  /** Frames per second; null where it has no timing. */
  readonly frameRate: number | null
  /** Whether decoding and presentation differ in order; null where it does not tell. */
  readonly reordered: boolean | null
}

export const NO_VUI: Vui = { frameRate: null, reordered: null }

const EXTENDED_ASPECT_RATIO = 255

/**
 * Reads vui_parameters (ITU-T H.264 E.1.1).
 * @throws ProtocolError where it ends too early
 */
export function parseVui(reader: BitReader): Vui {
  if (reader.flag() && reader.bits(8) === EXTENDED_ASPECT_RATIO) reader.skip(32)
  if (reader.flag()) reader.skip(1) // overscan_appropriate_flag
  if (reader.flag()) {
    reader.skip(4) // video_format, video_full_range_flag
    if (reader.flag()) reader.skip(24) // colour_primaries, transfer_characteristics, matrix_coefficients
  }
  if (reader.flag()) {
    reader.unsignedGolomb() // chroma_sample_loc_type_top_field
    reader.unsignedGolomb() // chroma_sample_loc_type_bottom_field
  }
  const frameRate = reader.flag() ? readTiming(reader) : null
  const nalHrd = reader.flag()
  if (nalHrd) skipHrd(reader)
  const vclHrd = reader.flag()
  if (vclHrd) skipHrd(reader)
  if (nalHrd || vclHrd) reader.skip(1) // low_delay_hrd_flag
  reader.skip(1) // pic_struct_present_flag
  return { frameRate, reordered: reader.flag() ? readReordering(reader) : null }
}

/** A tick is one field, so a frame is two of them (ITU-T H.264 E.2.1). */
function readTiming(reader: BitReader): number | null {
  const unitsInTick = reader.bits(32)
  const timeScale = reader.bits(32)
  reader.skip(1) // fixed_frame_rate_flag
  return unitsInTick > 0 && timeScale > 0 ? timeScale / (2 * unitsInTick) : null
}

/** hrd_parameters (ITU-T H.264 E.1.2). */
function skipHrd(reader: BitReader): void {
  const count = reader.unsignedGolomb() + 1
  if (count > 32) throw new ProtocolError('h264', 'cpb_cnt_minus1 must be at most 31')
  reader.skip(8) // bit_rate_scale, cpb_size_scale
  for (let i = 0; i < count; i++) {
    reader.unsignedGolomb() // bit_rate_value_minus1
    reader.unsignedGolomb() // cpb_size_value_minus1
    reader.skip(1) // cbr_flag
  }
  reader.skip(20) // four lengths of 5 bits
}

function readReordering(reader: BitReader): boolean {
  reader.skip(1) // motion_vectors_over_pic_boundaries_flag
  for (let i = 0; i < 4; i++) reader.unsignedGolomb() // sizes and motion vector lengths
  return reader.unsignedGolomb() > 0 // max_num_reorder_frames
}
