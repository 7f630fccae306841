import type { BitsPerSecond, Bytes, Milliseconds } from '../../../contract/units.ts'
import type { TransportFeedback } from '../../../protocol/rtcp/packet.ts'
import { DelayDetector } from './delay-detector.ts'
import { DeliveryRate } from './delivery-rate.ts'
import { LossMeter } from './loss-meter.ts'
import { PacketGroups } from './packet-groups.ts'
import { RateControl } from './rate-control.ts'
import type { RateLimits } from './rate-control.ts'
import { REMB_FRESH_MS } from './receiver-estimates.ts'
import { SentPackets } from './sent-packets.ts'

/** Reference times of 24 bits count 64 ms. */
const CLOCK_WRAP_MS = 2 ** 24 * 64
/** The link is calm after so long without a decrease. */
const CALM_MS = 3000
/** Without feedback for so long, and a round trip, the rate is halved. */
const SILENCE_MS = 1000
/** So long, and a round trip, after what was sent since, it is halved again. */
const SILENCE_STEP_MS = 500
const RTT_WEIGHT = 0.2

/**
 * Estimates how much can be sent to one receiver. What it can tell from depends on the receiver:
 * - transport-wide feedback: delay and loss of every packet; nothing else counts any more
 * - otherwise REMB while it is fresh: the receiver's own estimate, lowered at high loss
 * - otherwise loss of receiver reports, beginning with the start rate
 */
export class SendEstimator {
  readonly #limits: RateLimits
  readonly #control: RateControl
  readonly #packets = new SentPackets()
  readonly #groups = new PacketGroups()
  readonly #detector = new DelayDetector()
  readonly #delivery = new DeliveryRate()
  readonly #loss = new LossMeter()
  #hasFeedback = false
  #arrivedMs: Milliseconds = 0
  #rttMs: Milliseconds = 200
  /** When the first packet was sent since feedback came or the rate was halved; -1 without one. */
  #unansweredMs: Milliseconds = -1
  /** How long feedback of that may take, beside a round trip. */
  #patienceMs: Milliseconds = SILENCE_MS
  #feedbackMs: Milliseconds = 0
  #remb: { readonly bps: BitsPerSecond; readonly atMs: Milliseconds } | null = null
  #reportedMs: Milliseconds = -Infinity
  #sentBytes: Bytes = 0
  #sentBytesReported: Bytes = 0

  constructor(limits: RateLimits) {
    this.#limits = limits
    this.#control = new RateControl(limits)
  }

  get estimateBps(): BitsPerSecond {
    const remb = this.#hasFeedback ? null : this.#remb
    if (!remb) return this.#control.bps
    return Math.max(this.#limits.minBps, Math.min(this.#control.bps, remb.bps))
  }

  /** Whether the estimate is the receiver's own. */
  get isReceivers(): boolean {
    return !this.#hasFeedback && this.#remb !== null
  }

  /** Rate at which packets got through lately; 0 while feedback does not tell. */
  get acknowledgedBps(): BitsPerSecond {
    return this.#delivery.bps ?? 0
  }

  /** @param transportSeq 16 bits; -1 for a packet whose arrival is never reported */
  sent(transportSeq: number, bytes: Bytes, nowMs: Milliseconds): void {
    this.#sentBytes += bytes
    if (transportSeq < 0) return
    this.#packets.add(transportSeq, bytes, nowMs)
    if (this.#unansweredMs < 0) this.#unansweredMs = nowMs
  }

  feedback(report: Pick<TransportFeedback, 'arrivals'>, nowMs: Milliseconds): void {
    this.#hasFeedback = true
    this.#feedbackMs = nowMs
    this.#unansweredMs = -1
    this.#patienceMs = SILENCE_MS
    let newestSentMs: Milliseconds | null = null
    for (const { sequenceNumber, receivedAtMs } of report.arrivals) {
      if (receivedAtMs === null) {
        if (this.#packets.lost(sequenceNumber) === 'first') this.#loss.lost()
        continue
      }
      const news = this.#packets.arrived(sequenceNumber)
      if (news === 'none') continue
      if (news === 'first') this.#loss.arrived()
      else this.#loss.late()
      newestSentMs = this.#packets.sentAt(sequenceNumber)
      this.#arrived(newestSentMs, this.#unwrap(receivedAtMs), this.#packets.bytes(sequenceNumber))
    }
    if (newestSentMs === null) return
    this.#rttMs += RTT_WEIGHT * (nowMs - newestSentMs - this.#rttMs)
    const lost = this.#loss.take(nowMs)
    if (lost !== null) this.#control.lossOf(lost, this.#rttMs, nowMs)
    this.#control.update(this.#detector.usage, this.#delivery.bps, this.#rttMs, nowMs)
  }

  /** @param bps of REMBs, together (`ReceiverEstimates`) */
  receiverEstimate(bps: BitsPerSecond, nowMs: Milliseconds): void {
    this.#remb = { bps, atMs: nowMs }
    // High loss lately may hold the rate below what the receiver allows; nothing else does.
    const trusted = !this.#hasFeedback && this.#control.isCalm(REMB_FRESH_MS, nowMs)
    if (trusted) this.#control.set(bps)
  }

  /** @param fractionLost of a receiver report, 0..1 */
  lossReport(fractionLost: number, nowMs: Milliseconds): void {
    if (this.#hasFeedback) return
    const elapsed = nowMs - this.#reportedMs
    const sentBps = elapsed > 0 ? ((this.#sentBytes - this.#sentBytesReported) * 8000) / elapsed : 0
    this.#reportedMs = nowMs
    this.#sentBytesReported = this.#sentBytes
    this.#control.lossOf(fractionLost, this.#rttMs, nowMs)
    this.#control.follow(sentBps, nowMs)
  }

  /** True where nothing has lowered the estimate for some seconds: a time to probe. */
  isCalm(nowMs: Milliseconds): boolean {
    return this.#detector.usage !== 'over' && this.#control.isCalm(CALM_MS, nowMs)
  }

  /** To be called every 20 to 100 ms. */
  tick(nowMs: Milliseconds): void {
    if (this.#remb && nowMs - this.#remb.atMs > REMB_FRESH_MS) {
      this.#control.set(this.estimateBps)
      this.#remb = null
    }
    if (this.#hasFeedback && nowMs - this.#feedbackMs > SILENCE_MS) this.#delivery.clear()
    const isSilent = this.#unansweredMs >= 0 && nowMs - this.#unansweredMs > this.#patienceMs + this.#rttMs
    if (!this.#hasFeedback || !isSilent) return
    this.#control.halve(nowMs)
    this.#unansweredMs = -1
    this.#patienceMs = SILENCE_STEP_MS
  }

  #arrived(sentMs: Milliseconds, arrivedMs: Milliseconds, bytes: Bytes): void {
    this.#delivery.add(bytes, sentMs, arrivedMs)
    const delta = this.#groups.add(sentMs, arrivedMs)
    if (delta) this.#detector.add(delta, arrivedMs)
  }

  #unwrap(receivedAtMs: Milliseconds): Milliseconds {
    const turns = Math.round((this.#arrivedMs - receivedAtMs) / CLOCK_WRAP_MS)
    this.#arrivedMs = receivedAtMs + turns * CLOCK_WRAP_MS
    return this.#arrivedMs
  }
}
