import { joinBytes } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'

const MARKER = 0xc0
const MAX_FRAMES = 8
const SIZE_LENGTH = 4

/**
 * Frames that are decoded together, with the index that tells where each ends (VP9 bitstream specification
 * annex B).
 * @throws ProtocolError where there are more than 8
 */
export function joinSuperframe(frames: readonly Uint8Array[]): Uint8Array {
  if (frames.length > MAX_FRAMES) throw new ProtocolError('vp9', 'a superframe must have at most 8 frames')
  const index = new Uint8Array(2 + frames.length * SIZE_LENGTH)
  const marker = MARKER | ((SIZE_LENGTH - 1) << 3) | (frames.length - 1)
  const view = new DataView(index.buffer)
  frames.forEach((frame, i) => view.setUint32(1 + i * SIZE_LENGTH, frame.length, true))
  index[0] = marker
  index[index.length - 1] = marker
  return joinBytes([...frames, index])
}
