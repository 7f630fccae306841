import type { BitsPerSecond, Milliseconds } from '../../../contract/units.ts'
import {
  bye,
  compound,
  nack,
  pli,
  receiverReport,
  remb,
  sdes,
  senderReport,
} from '../../../protocol/rtcp/write.ts'
import { FeedbackCollector } from '../bandwidth/feedback-collector.ts'
import type { Consumer } from './consumer.ts'
import type { Egress } from './egress.ts'
import type { IncomingStream } from './incoming-stream.ts'
import type { Producer } from './producer.ts'

/** Says that there is no limit: the most that 18 bits of mantissa and some exponent need to hold. */
const NO_LIMIT: BitsPerSecond = 1_000_000_000
/** Sources of one BYE, reports of one packet (RFC 3550 6.4, 6.6). */
const MAX_SOURCES = 31
/** Sequence numbers of one NACK, so that it fits into a datagram however they lie. */
const MAX_NACK = 256

/** The RTCP that a connection is sent. */
export class RtcpOut {
  /** Our own SSRC as one who reports. */
  readonly #ssrc: number
  readonly #egress: Egress
  readonly #arrivals = new FeedbackCollector()
  #limitBps: BitsPerSecond | null = null

  constructor(ssrc: number, egress: Egress) {
    this.#ssrc = ssrc
    this.#egress = egress
  }

  askKeyFrame(ssrc: number): void {
    this.#egress.sendRtcp(pli(this.#ssrc, ssrc), 'psfb_pli')
  }

  /** Asks for what is missing and due. */
  requestMissing({ missing, ssrc }: IncomingStream, nowMs: Milliseconds): void {
    if (!missing?.isDue(nowMs)) return
    const sequenceNumbers = missing.request(nowMs)
    for (let at = 0; at < sequenceNumbers.length; at += MAX_NACK) {
      const some = sequenceNumbers.slice(at, at + MAX_NACK)
      this.#egress.sendRtcp(nack(this.#ssrc, ssrc, some), 'rtpfb_generic_nack')
    }
  }

  arrived(transportSeq: number, nowMs: Milliseconds): void {
    this.#arrivals.received(transportSeq, nowMs)
  }

  /** Transport-wide feedback, where it is due. */
  tellArrivals(producers: readonly Producer[], nowMs: Milliseconds): void {
    if (producers.length === 0) return
    const [mediaSsrc = 0] = ssrcsOf(producers)
    const feedback = this.#arrivals.build(this.#ssrc, mediaSsrc, nowMs)
    if (feedback) this.#egress.sendRtcp(feedback, 'rtpfb_transport_wide')
  }

  /** @param bps most that the client is to send in all; null takes the limit back */
  limit(bps: BitsPerSecond | null, producers: readonly Producer[]): void {
    if (bps === null && this.#limitBps === null) return
    this.#limitBps = bps
    this.#tellLimit(bps ?? NO_LIMIT, producers)
  }

  /** Once a second: how the client's streams arrive, and where those that it gets stand. */
  report(producers: readonly Producer[], consumers: readonly Consumer[], nowMs: Milliseconds): void {
    const blocks = producers.flatMap(({ sources }) =>
      sources.flatMap(({ stream }) => stream?.report(nowMs) ?? []),
    )
    if (blocks.length > 0) this.#egress.sendRtcp(receiverReport(this.#ssrc, blocks), 'rr')
    for (const consumer of consumers) {
      const report = consumer.senderReport(nowMs)
      if (!report) continue
      // One name for all tracks of a sender, so that they are played in time with each other.
      const name = sdes(report.ssrc, consumer.producer.connectionId)
      this.#egress.sendRtcp(compound(senderReport(report), name), 'sr', 'sdes')
    }
    if (this.#limitBps !== null) this.#tellLimit(this.#limitBps, producers)
  }

  bye(consumers: readonly Consumer[]): void {
    const ssrcs = consumers.map(({ ssrc }) => ssrc)
    for (let at = 0; at < ssrcs.length; at += MAX_SOURCES) {
      const end = bye(ssrcs.slice(at, at + MAX_SOURCES))
      this.#egress.sendRtcp(compound(receiverReport(this.#ssrc, []), end), 'rr', 'bye')
    }
  }

  #tellLimit(bps: BitsPerSecond, producers: readonly Producer[]): void {
    const ssrcs = ssrcsOf(producers)
    if (ssrcs.length > 0) this.#egress.sendRtcp(remb(this.#ssrc, bps, ssrcs), 'psfb_afb')
  }
}

/** Of video first. */
function ssrcsOf(producers: readonly Producer[]): number[] {
  return producers
    .toSorted((a, b) => Number(a.kind === 'audio') - Number(b.kind === 'audio'))
    .flatMap(({ sources }) => sources.flatMap(({ stream }) => stream?.ssrc ?? []))
}
