import { BitReader } from '../bit-reader.ts'

export interface SequenceHeader {
  /** Largest size of a frame, in pixels. */
  readonly width: number
  readonly height: number
  /** True for still pictures, whose only frame is a key frame without a frame type. */
  readonly reducedStillPicture: boolean
}

/**
 * Reads sequence_header_obu as far as the size (AV1 specification 5.5.1).
 * @throws ProtocolError where it ends too early
 */
export function parseSequenceHeader(payload: Uint8Array): SequenceHeader {
  const reader = new BitReader(payload, 'av1', 'the sequence header')
  reader.skip(4) // seq_profile, still_picture
  const reducedStillPicture = reader.flag()
  if (reducedStillPicture) reader.skip(5) // seq_level_idx
  else skipOperatingPoints(reader)
  const widthBits = reader.bits(4) + 1
  const heightBits = reader.bits(4) + 1
  return { width: reader.bits(widthBits) + 1, height: reader.bits(heightBits) + 1, reducedStillPicture }
}

function skipOperatingPoints(reader: BitReader): void {
  let delayBits = 0
  if (reader.flag()) {
    reader.skip(64) // num_units_in_display_tick, time_scale
    if (reader.flag()) reader.unsignedGolomb() // num_ticks_per_picture_minus_1, uvlc()
    if (reader.flag()) {
      delayBits = reader.bits(5) + 1
      reader.skip(42) // num_units_in_decoding_tick, two lengths of 5 bits
    }
  }
  const hasInitialDelay = reader.flag()
  const count = reader.bits(5) + 1
  for (let i = 0; i < count; i++) {
    reader.skip(12) // operating_point_idc
    if (reader.bits(5) > 7) reader.skip(1) // seq_tier
    if (delayBits > 0 && reader.flag()) reader.skip(2 * delayBits + 1) // decoder and encoder buffer, low delay
    if (hasInitialDelay && reader.flag()) reader.skip(4)
  }
}
