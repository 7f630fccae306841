import { BitReader } from '../bit-reader.ts'
import { ProtocolError } from '../protocol-error.ts'

const FRAME_MARKER = 2
const SYNC_CODE = 0x498342
const COLOR_SPACE_RGB = 7

/**
 * Size in pixels that the uncompressed header of a key frame tells (VP9 bitstream specification 6.2); null
 * where the frame is no key frame.
 * @throws ProtocolError where the header is broken
 */
export function readKeyFrameSize(frame: Uint8Array): { width: number; height: number } | null {
  // No header reaches further; the rest need not be looked at.
  const reader = new BitReader(frame.subarray(0, 16), 'vp9', 'the uncompressed header')
  if (reader.bits(2) !== FRAME_MARKER) throw new ProtocolError('vp9', 'frame_marker must be 2')
  const profile = reader.bits(1) + 2 * reader.bits(1)
  if (profile === 3) reader.skip(1)
  const showExistingFrame = reader.flag()
  if (showExistingFrame || reader.flag()) return null
  reader.skip(2) // show_frame, error_resilient_mode
  if (reader.bits(24) !== SYNC_CODE) throw new ProtocolError('vp9', 'a key frame must have the sync code')
  skipColorConfig(reader, profile)
  return { width: reader.bits(16) + 1, height: reader.bits(16) + 1 }
}

/** 6.2.2. */
function skipColorConfig(reader: BitReader, profile: number): void {
  if (profile >= 2) reader.skip(1) // ten_or_twelve_bit
  const isRgb = reader.bits(3) === COLOR_SPACE_RGB
  const hasSubsampling = profile === 1 || profile === 3
  if (!isRgb) reader.skip(1) // color_range
  if (hasSubsampling) reader.skip(isRgb ? 1 : 3)
}
