import { OPUS_PAYLOAD_TYPE, VIDEO_PAYLOAD_TYPES } from '../../../protocol/rtp/payload-types.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { AnsweredLine } from '../negotiation/lines.ts'
import type { Layer } from './layer.ts'
import type { Producer } from './producer.ts'

/** More streams than a connection has, with those that it replaced. */
const MAX_ROUTES = 64

/** What an SSRC of a sender stands for. */
export interface Route {
  readonly producer: Producer
  readonly layer: Layer
  /** It repeats packets of the layer (RFC 4588). */
  readonly isRetransmission: boolean
}

/**
 * Finds out what the SSRCs of one sender stand for: by the m-line and layer that its first packets name
 * (RFC 9143 9.2, RFC 8852), by its answer, or else by payload type.
 */
export class SsrcRoutes {
  readonly #producers: readonly Producer[]
  readonly #routes = new Map<number, Route>()

  constructor(producers: readonly Producer[]) {
    this.#producers = producers
  }

  get(ssrc: number): Route | undefined {
    return this.#routes.get(ssrc)
  }

  /** SSRCs that an answer announces. */
  announce(lines: readonly AnsweredLine[]): void {
    for (const line of lines) {
      const producer = this.#producers.find(({ mid }) => mid === line.mid)
      // Where layers were asked for, a sender that has but one stream sends the lowest.
      const layer = producer?.sources[0]
      const [ssrcs] = line.ssrcs
      if (!producer || !layer || !ssrcs || line.rids) continue
      this.#add(ssrcs.media, { producer, layer, isRetransmission: false })
      if (ssrcs.rtx !== null) this.#add(ssrcs.rtx, { producer, layer, isRetransmission: true })
    }
  }

  /** A packet of an SSRC that is not known. */
  learn(packet: RtpPacketView): Route | undefined {
    const mid = packet.mid()
    const isMeant = ({ mid: own, codec }: Producer): boolean =>
      mid === null ? payloadTypesOf(codec).includes(packet.payloadType) : own === mid
    const producer = this.#producers.find(isMeant)
    if (!producer) return undefined
    const isRetransmission =
      producer.codec !== 'OPUS' && packet.payloadType === VIDEO_PAYLOAD_TYPES[producer.codec].rtx
    if (!isRetransmission && packet.payloadType !== payloadTypesOf(producer.codec)[0]) return undefined
    const rid = isRetransmission ? (packet.repairedRid() ?? packet.rid()) : packet.rid()
    const layer = producer.sources.find((each) => each.rid === null || each.rid === rid)
    return layer && this.#add(packet.ssrc, { producer, layer, isRetransmission })
  }

  #add(ssrc: number, route: Route): Route | undefined {
    const known = this.#routes.get(ssrc)
    if (known?.layer === route.layer && known.isRetransmission === route.isRetransmission) return known
    if (!known && this.#routes.size >= MAX_ROUTES) return undefined
    this.#routes.set(ssrc, route)
    if (!route.isRetransmission && route.layer.stream?.ssrc !== ssrc) route.layer.begin(ssrc)
    return route
  }
}

/** Media first, then retransmissions. */
function payloadTypesOf(codec: Producer['codec']): readonly number[] {
  if (codec === 'OPUS') return [OPUS_PAYLOAD_TYPE]
  const { media, rtx } = VIDEO_PAYLOAD_TYPES[codec]
  return [media, rtx]
}
