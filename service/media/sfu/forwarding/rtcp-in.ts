import type { Milliseconds } from '../../../contract/units.ts'
import type { ReportBlock, RtcpPacket } from '../../../protocol/rtcp/packet.ts'
import { parseRtcp } from '../../../protocol/rtcp/parse.ts'
import type { Consumer } from './consumer.ts'
import type { Counters } from './counters.ts'
import type { Downlink } from './downlink.ts'
import type { SsrcRoutes } from './ssrc-routes.ts'

/** The RTCP of a connection: reports of what it sends, feedback on what it gets. */
export class RtcpIn {
  readonly #downlink: Downlink
  readonly #counters: Counters

  constructor(downlink: Downlink, counters: Counters) {
    this.#downlink = downlink
    this.#counters = counters
  }

  packet(bytes: Uint8Array, routes: SsrcRoutes, consumers: readonly Consumer[], nowMs: Milliseconds): void {
    const packets = parseRtcp(bytes)
    this.#counters.receivedRtcp(bytes.length, packets)
    for (const packet of packets) this.#handle(packet, routes, consumers, nowMs)
  }

  #handle(packet: RtcpPacket, routes: SsrcRoutes, consumers: readonly Consumer[], nowMs: Milliseconds): void {
    const consumerOf = (ssrc: number) => consumers.find((consumer) => consumer.ssrc === ssrc)
    switch (packet.type) {
      case 'sender-report': {
        const route = routes.get(packet.ssrc)
        const stream = route?.layer.stream
        if (stream?.ssrc === packet.ssrc) {
          route?.producer.senderReport(stream, { ...packet, arrivedMs: nowMs })
        }
        this.#reported(packet.blocks, consumerOf, nowMs)
        break
      }
      case 'receiver-report':
        this.#reported(packet.blocks, consumerOf, nowMs)
        break
      case 'nack':
        consumerOf(packet.mediaSsrc)?.resend(packet.sequenceNumbers, nowMs)
        break
      case 'pli':
        consumerOf(packet.mediaSsrc)?.keyFrameWanted()
        break
      case 'fir':
        for (const { ssrc } of packet.entries) consumerOf(ssrc)?.keyFrameWanted()
        break
      case 'remb':
        this.#downlink.receiverEstimate(packet.bitRateBps, packet.ssrcs.filter(consumerOf), nowMs)
        break
      case 'transport-feedback':
        this.#downlink.feedback(packet, nowMs)
        break
      case 'bye':
        for (const ssrc of packet.ssrcs) {
          const layer = routes.get(ssrc)?.layer
          if (layer?.stream?.ssrc === ssrc) layer.end()
        }
        break
      case 'other':
        break
    }
  }

  #reported(
    blocks: readonly ReportBlock[],
    consumerOf: (ssrc: number) => Consumer | undefined,
    nowMs: Milliseconds,
  ): void {
    let worst: number | null = null
    for (const block of blocks) {
      const consumer = consumerOf(block.ssrc)
      if (!consumer) continue
      consumer.reported(block, nowMs)
      worst = Math.max(worst ?? 0, block.fractionLost)
    }
    if (worst !== null) this.#downlink.lossReport(worst, nowMs)
  }
}
