import { joinBytes } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'
import type { DepacketizedFrame, VideoDepacketizer } from '../rtp/depacketized-frame.ts'
import { Vp9DescriptorView } from './descriptor.ts'
import { readKeyFrameSize } from './frame-header.ts'

/**
 * Joins the payloads of VP9 (RFC 9628 4.1) to raw frames; the frames of several spatial layers to one
 * superframe.
 */
export class Vp9Depacketizer implements VideoDepacketizer {
  readonly #descriptor = new Vp9DescriptorView()

  frame(payloads: readonly Uint8Array[]): DepacketizedFrame {
    const view = this.#descriptor
    const layers: Uint8Array[] = []
    let parts: Uint8Array[] = []
    let key = false
    let told: { width: number; height: number } | null = null
    for (const payload of payloads) {
      if (!view.read(payload, 0, payload.length)) {
        throw new ProtocolError('vp9', 'a payload must have a whole descriptor and a part of the frame')
      }
      if (view.startOfFrame !== (parts.length === 0)) {
        throw new ProtocolError('vp9', 'the first payload of a layer and no other must start its frame')
      }
      if (layers.length === 0 && view.keyFrame === true) key = true
      if (view.width !== null && view.height !== null) told = { width: view.width, height: view.height }
      parts.push(payload.subarray(view.payloadStart))
      if (!view.endOfFrame) continue
      layers.push(joinBytes(parts))
      parts = []
    }
    const first = layers[0]
    if (first === undefined || parts.length > 0) throw new ProtocolError('vp9', 'a frame must be whole')
    // The structure may describe layers that were not sent, so a lone layer speaks for itself.
    const own = key ? readKeyFrameSize(first) : null
    const size = layers.length > 1 && key ? (told ?? own) : own
    return {
      data: layers.length === 1 ? first : joinSuperframe(layers),
      key,
      width: size?.width ?? null,
      height: size?.height ?? null,
      decoderConfig: null,
    }
  }
}

const MARKER = 0xc0
const MAX_FRAMES = 8
const SIZE_LENGTH = 4

/**
 * Frames that are decoded together, with the index that tells where each ends (VP9 bitstream specification
 * annex B).
 * @throws ProtocolError where there are more than 8
 */
function joinSuperframe(frames: readonly Uint8Array[]): Uint8Array {
  if (frames.length > MAX_FRAMES) throw new ProtocolError('vp9', 'a superframe must have at most 8 frames')
  const index = new Uint8Array(2 + frames.length * SIZE_LENGTH)
  const marker = MARKER | ((SIZE_LENGTH - 1) << 3) | (frames.length - 1)
  const view = new DataView(index.buffer)
  frames.forEach((frame, i) => view.setUint32(1 + i * SIZE_LENGTH, frame.length, true))
  index[0] = marker
  index[index.length - 1] = marker
  return joinBytes([...frames, index])
}
