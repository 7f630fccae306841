/** A camera that encodes VP8, or one layer of it, as packets. */
import { VIDEO_PAYLOAD_TYPES } from '../../../service/protocol/rtp/payload-types.ts'
import { rtpPacket, rtxPacket, vp8Payload } from './packets.ts'
import type { PacketFields } from './packets.ts'

const TICKS_PER_FRAME = 3000

export interface Vp8SourceStart {
  readonly ssrc: number
  readonly rid?: string
  readonly sequenceNumber?: number
  readonly timestamp?: number
  readonly pictureId?: number
  readonly tl0PicIdx?: number
}

export class Vp8Source {
  readonly #start: Vp8SourceStart
  #sequenceNumber: number
  #timestamp: number
  #pictureId: number
  #tl0PicIdx: number
  #rtxSequenceNumber = 100
  /** All packets so far, as fields. */
  readonly sent: PacketFields[] = []

  constructor(start: Vp8SourceStart) {
    this.#start = start
    this.#sequenceNumber = start.sequenceNumber ?? 1000
    this.#timestamp = start.timestamp ?? 90_000
    this.#pictureId = start.pictureId ?? 300
    this.#tl0PicIdx = start.tl0PicIdx ?? 20
  }

  /** RTP time of the next frame. */
  get timestamp(): number {
    return this.#timestamp
  }

  /** Packets of the next frame, a 30th of a second later. */
  frame({ keyFrame = false, packets = 3 } = {}): Uint8Array[] {
    const fields = Array.from({ length: packets }, (_, i) =>
      this.#next({
        timestamp: this.#timestamp,
        marker: i === packets - 1,
        payload: vp8Payload({
          pictureId: this.#pictureId,
          tl0PicIdx: this.#tl0PicIdx,
          keyFrame,
          start: i === 0,
        }),
      }),
    )
    this.#timestamp = (this.#timestamp + TICKS_PER_FRAME) >>> 0
    this.#pictureId = (this.#pictureId + 1) & 0x7fff
    this.#tl0PicIdx = (this.#tl0PicIdx + 1) & 0xff
    return fields.map(rtpPacket)
  }

  /** A packet without payload. */
  padding(): Uint8Array {
    return rtpPacket(this.#next({ timestamp: this.#timestamp, padding: 200 }))
  }

  /** The packet of a sequence number again. */
  rtx(sequenceNumber: number, ssrc: number): Uint8Array {
    const original = this.sent.find((fields) => fields.sequenceNumber === sequenceNumber)
    if (!original) throw new Error('There was no such packet.')
    const payloadType = VIDEO_PAYLOAD_TYPES.VP8.rtx
    return rtxPacket(original, { payloadType, ssrc, sequenceNumber: this.#rtxSequenceNumber++ })
  }

  #next(rest: Pick<PacketFields, 'timestamp' | 'marker' | 'payload' | 'padding'>): PacketFields {
    const { ssrc, rid } = this.#start
    const fields: PacketFields = {
      payloadType: VIDEO_PAYLOAD_TYPES.VP8.media,
      sequenceNumber: this.#sequenceNumber,
      ssrc,
      mid: 'v',
      ...(rid === undefined ? {} : { rid }),
      ...rest,
    }
    this.#sequenceNumber = (this.#sequenceNumber + 1) & 0xffff
    this.sent.push(fields)
    return fields
  }
}
