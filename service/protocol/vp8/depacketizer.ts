import { joinBytes } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'
import type { DepacketizedFrame, VideoDepacketizer } from '../rtp/depacketized-frame.ts'
import { Vp8DescriptorView } from './descriptor.ts'

/** Joins the payloads of VP8 (RFC 7741 4.1) to raw frames (RFC 6386 9). */
export class Vp8Depacketizer implements VideoDepacketizer {
  readonly #first = new Vp8DescriptorView()
  readonly #next = new Vp8DescriptorView()

  frame(payloads: readonly Uint8Array[]): DepacketizedFrame {
    if (payloads.length === 0) throw new ProtocolError('vp8', 'a frame must have at least one payload')
    const parts = payloads.map((payload, i) => {
      const view = i === 0 ? this.#first : this.#next
      if (!view.read(payload, 0, payload.length)) {
        throw new ProtocolError('vp8', 'a payload must have a whole descriptor and a part of the frame')
      }
      if ((view.keyFrame !== null) !== (i === 0)) {
        throw new ProtocolError('vp8', 'the first payload and no other must start a frame')
      }
      return payload.subarray(view.payloadStart)
    })
    const { keyFrame, width, height } = this.#first
    return { data: joinBytes(parts), key: keyFrame === true, width, height, decoderConfig: null }
  }
}
