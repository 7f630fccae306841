import { joinBytes } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'
import type { DepacketizedFrame, VideoDepacketizer } from '../rtp/depacketized-frame.ts'
import { Vp9DescriptorView } from './descriptor.ts'
import { readKeyFrameSize } from './frame-header.ts'
import { joinSuperframe } from './superframe.ts'

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
