import type { BitsPerSecond, Milliseconds } from '../../../contract/units.ts'
import type { LinkUsage } from './delay-detector.ts'
import { LinkCapacity } from './link-capacity.ts'

/** Share of the rate that got through at overuse that is kept. */
const DECREASE = 0.85
/** Share of a rate that got through that can be sent at any time. */
const PROVEN = 0.95
/** More loss than this lowers the rate; less than the other does not slow its growth. */
const HIGH_LOSS = 0.1
const LOW_LOSS = 0.02
/** Growth per second: it begins with the first and gets faster by it for each second without trouble. */
const GROWTH = 0.08
const FASTEST_GROWTH = 0.5
const PACKET_BITS = 9600
const RESPONSE_MS = 100
const LOSS_REST_MS = 300
/** After a decrease, what got through was still sent at the old rate for so long, besides a round trip. */
const UNPROVEN_MS = 600

export interface RateLimits {
  readonly startBps: BitsPerSecond
  readonly minBps: BitsPerSecond
  readonly maxBps: BitsPerSecond
}

/**
 * Additive increase near the capacity of the link, multiplicative increase away from it, multiplicative
 * decrease at overuse and at high loss (draft-ietf-rmcat-gcc-02 5.5 and 6).
 */
export class RateControl {
  readonly #limits: RateLimits
  readonly #capacity = new LinkCapacity()
  #bps: BitsPerSecond
  #loss = 0
  #updatedMs: Milliseconds | null = null
  #decreasedMs: Milliseconds = -Infinity
  #lossDecreasedMs: Milliseconds = -Infinity
  /** Since when no limit is known to be near. */
  #freeSinceMs: Milliseconds = -Infinity

  constructor(limits: RateLimits) {
    this.#limits = limits
    this.#bps = this.#within(limits.startBps)
  }

  get bps(): BitsPerSecond {
    return this.#bps
  }

  /** Takes the rate from elsewhere, such as from the receiver's own estimate. */
  set(bps: BitsPerSecond): void {
    this.#bps = this.#within(bps)
  }

  /** @param deliveredBps what got through lately, null where that is not known */
  update(
    usage: LinkUsage,
    deliveredBps: BitsPerSecond | null,
    rttMs: Milliseconds,
    nowMs: Milliseconds,
  ): void {
    const elapsed = this.#elapsed(nowMs)
    if (usage === 'over') this.#overused(deliveredBps, rttMs, nowMs)
    else if (usage === 'normal') this.#increase(deliveredBps, rttMs, elapsed, nowMs)
  }

  /** @param fraction of packets lost lately, 0..1 */
  lossOf(fraction: number, rttMs: Milliseconds, nowMs: Milliseconds): void {
    this.#loss = fraction
    if (fraction <= HIGH_LOSS || nowMs - this.#lossDecreasedMs < rttMs + LOSS_REST_MS) return
    this.#lossDecreasedMs = nowMs
    this.#decreaseTo(this.#bps * (1 - fraction / 2), nowMs)
  }

  /**
   * Grows where only loss is known, and little of it.
   * @param usedBps what was sent lately
   */
  follow(usedBps: BitsPerSecond, nowMs: Milliseconds): void {
    const grown = this.#bps * (1 + (GROWTH * this.#elapsed(nowMs)) / 1000)
    if (this.#loss < LOW_LOSS) this.#bps = this.#within(Math.min(grown, this.#mostFor(usedBps)))
  }

  /** True after so long without a decrease. */
  isCalm(forMs: Milliseconds, nowMs: Milliseconds): boolean {
    return nowMs - this.#decreasedMs >= forMs
  }

  /** Nothing is heard of what was sent. */
  halve(nowMs: Milliseconds): void {
    this.#decreaseTo(this.#bps / 2, nowMs)
  }

  #overused(deliveredBps: BitsPerSecond | null, rttMs: Milliseconds, nowMs: Milliseconds): void {
    const delivered = deliveredBps ?? this.#bps
    // Before, nothing can be seen of the last decrease, unless it was far too small.
    if (!this.isCalm(rttMs + RESPONSE_MS, nowMs) && delivered > this.#bps / 2) return
    this.#capacity.overusedAt(delivered)
    this.#decreaseTo(DECREASE * delivered, nowMs)
  }

  #decreaseTo(bps: BitsPerSecond, nowMs: Milliseconds): void {
    this.#bps = this.#within(Math.min(this.#bps, bps))
    this.#decreasedMs = nowMs
    this.#freeSinceMs = nowMs
  }

  #increase(
    deliveredBps: BitsPerSecond | null,
    rttMs: Milliseconds,
    elapsedMs: Milliseconds,
    nowMs: Milliseconds,
  ): void {
    if (deliveredBps === null) return
    this.#capacity.forgetAbove(deliveredBps)
    if (this.#capacity.isNear(this.#bps)) this.#freeSinceMs = nowMs
    const grown = this.#bps + (this.#growthBps(rttMs, nowMs) * this.#calmness() * elapsedMs) / 1000
    const proven = this.isCalm(UNPROVEN_MS + rttMs, nowMs) ? PROVEN * deliveredBps : 0
    this.#bps = this.#within(Math.max(proven, Math.min(grown, this.#mostFor(deliveredBps))))
  }

  /** What is not used proves nothing, so growth ends not far above it. */
  #mostFor(usedBps: BitsPerSecond): BitsPerSecond {
    return Math.max(this.#bps, 1.5 * usedBps + 10_000)
  }

  /** Since the last update; a long pause counts as a second. */
  #elapsed(nowMs: Milliseconds): Milliseconds {
    const elapsed = Math.min(1000, nowMs - (this.#updatedMs ?? nowMs))
    this.#updatedMs = nowMs
    return elapsed
  }

  /** Growth in bit/s per second. */
  #growthBps(rttMs: Milliseconds, nowMs: Milliseconds): BitsPerSecond {
    if (this.#capacity.isNear(this.#bps)) return Math.max(4000, (PACKET_BITS / (rttMs + RESPONSE_MS)) * 1000)
    const freeSeconds = (nowMs - this.#freeSinceMs) / 1000
    return this.#bps * Math.min(FASTEST_GROWTH, GROWTH * (1 + freeSeconds))
  }

  /** 1 with little loss, falling to 0 where loss lowers the rate. */
  #calmness(): number {
    return Math.min(1, Math.max(0, (HIGH_LOSS - this.#loss) / (HIGH_LOSS - LOW_LOSS)))
  }

  #within(bps: BitsPerSecond): BitsPerSecond {
    return Math.min(this.#limits.maxBps, Math.max(this.#limits.minBps, bps))
  }
}
