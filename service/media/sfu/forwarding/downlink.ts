import type { BitsPerSecond, Bytes, Milliseconds } from '../../../contract/units.ts'
import type { TransportFeedback } from '../../../protocol/rtcp/packet.ts'
import { LayerChooser } from '../bandwidth/layer-chooser.ts'
import { ProbePlanner } from '../bandwidth/probe.ts'
import { ReceiverEstimates } from '../bandwidth/receiver-estimates.ts'
import { SendEstimator } from '../bandwidth/send-estimator.ts'
import type { Consumer } from './consumer.ts'
import type { SendObserver } from './egress.ts'

/** Optimistic at first: most receivers can take what they ask for, and others tell within a second. */
const LIMITS = { startBps: 10_000_000, minBps: 50_000, maxBps: 200_000_000 }
/** After trouble, no probe for so long. */
const CALM: Milliseconds = 2000
/** Of packets lost, that count as trouble. */
const TROUBLE_LOSS = 0.02
/** More padding in one tick would be a burst of its own. */
const MAX_PADDING: Bytes = 20_000

/** How much one receiver can take, and what each of its consumers gets of that. */
export class Downlink implements SendObserver {
  readonly #estimator = new SendEstimator(LIMITS)
  readonly #told = new ReceiverEstimates()
  readonly #chooser = new LayerChooser()
  readonly #probes = new ProbePlanner()
  /** A receiver that tells nothing is not limited. */
  #hasHeard = false
  #fractionLost = 0
  #troubleMs: Milliseconds = -Infinity
  #estimateBps: BitsPerSecond = LIMITS.startBps
  #mediaBytes: Bytes = 0
  #mediaBps: BitsPerSecond = 0
  #measuredMs: Milliseconds | null = null

  /** @param transportSeq as {@link SendObserver} has it */
  sent(transportSeq: number, bytes: Bytes, nowMs: Milliseconds): void {
    this.#mediaBytes += bytes
    this.#estimator.sent(transportSeq, bytes, nowMs)
  }

  feedback(feedback: TransportFeedback, nowMs: Milliseconds): void {
    this.#hasHeard = true
    this.#estimator.feedback(feedback, nowMs)
  }

  /**
   * A REMB.
   * @param ssrcs those of the consumers that it names
   */
  receiverEstimate(bps: BitsPerSecond, ssrcs: readonly number[], nowMs: Milliseconds): void {
    this.#hasHeard = true
    this.#estimator.receiverEstimate(this.#told.add(bps, ssrcs, nowMs), nowMs)
  }

  /** @param fractionLost worst of one receiver report, 0 to 1 */
  lossReport(fractionLost: number, nowMs: Milliseconds): void {
    this.#hasHeard = true
    this.#fractionLost = Math.max(this.#fractionLost, fractionLost)
    if (fractionLost > TROUBLE_LOSS) this.#troubleMs = nowMs
    this.#estimator.lossReport(fractionLost, nowMs)
  }

  /** Worst loss that was reported since the last call, 0 to 1. */
  takeFractionLost(): number {
    const worst = this.#fractionLost
    this.#fractionLost = 0
    return worst
  }

  /** Every 20 ms: probes whether there is room for what the consumers lack. */
  tick(consumers: readonly Consumer[], nowMs: Milliseconds): void {
    this.#estimator.tick(nowMs)
    const { estimateBps } = this.#estimator
    if (estimateBps < this.#estimateBps) this.#troubleMs = nowMs
    this.#estimateBps = estimateBps
    const { neededBps } = this.#chooser
    if (!this.#hasHeard || neededBps === null) return
    const calm = nowMs - this.#troubleMs > CALM
    const padding = this.#probes.plan(nowMs, { estimateBps, neededBps, sendingBps: this.#mediaBps, calm })
    const carrier = padding && consumers.find((consumer) => consumer.canPad)
    if (!carrier) return
    const most = Math.min(padding.bytes, MAX_PADDING)
    const before = this.#mediaBytes
    for (let bytes = 0; bytes < most;) bytes += carrier.pad(nowMs)
    this.#mediaBytes = before
  }

  /** Once a second: shares what there is among the consumers. */
  allocate(consumers: readonly Consumer[], nowMs: Milliseconds): void {
    this.#measure(nowMs)
    if (!this.#hasHeard) return
    // Of the others the receiver has said nothing: as a rule they are new to it.
    const isLimited = (consumer: Consumer) => !this.#estimator.isReceivers || this.#told.covers(consumer.ssrc)
    for (const consumer of consumers) if (!isLimited(consumer)) consumer.setCap(null)
    const limited = consumers.filter(isLimited)
    const wishes = limited.map((consumer) => ({
      id: consumer.producer.id,
      layers: consumer.producer.layers,
      wanted: consumer.wish,
      current: consumer.currentRid,
      priority: 0,
      audio: consumer.producer.kind === 'audio',
    }))
    const choices = this.#chooser.choose(this.#estimator.estimateBps, wishes, nowMs)
    choices.forEach(({ rid }, i) => limited[i]?.setCap(rid))
  }

  #measure(nowMs: Milliseconds): void {
    if (this.#measuredMs !== null && nowMs > this.#measuredMs) {
      this.#mediaBps = (this.#mediaBytes * 8000) / (nowMs - this.#measuredMs)
    }
    this.#measuredMs = nowMs
    this.#mediaBytes = 0
  }
}
