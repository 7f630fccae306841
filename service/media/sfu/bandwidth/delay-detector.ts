import type { Milliseconds } from '../../../contract/units.ts'
import type { GroupDelta } from './packet-groups.ts'

/** What the queue of the link does: fills, drains, or neither. */
export type LinkUsage = 'over' | 'normal' | 'under'

const WINDOW = 20
/** So many groups tell at the beginning: a link far too narrow is not to be filled for a second. */
const FEWEST = 10
const SMOOTHING = 0.9
const GAIN = 4
/** The slope counts the more the more groups it is based on, up to so many. */
const MOST_DELTAS = 60
const OVERUSE_MS = 10
const K_UP = 0.0087
const K_DOWN = 0.039
const LOWEST_THRESHOLD = 6
const HIGHEST_THRESHOLD = 600
/** A spike that far above the threshold does not teach it. */
const SPIKE = 15
/** Without a group for so long, what was learnt of the delay says nothing about now. */
const STALE_MS = 2000

/**
 * Tells from the slope of the one-way delay whether the link is overused: a line through the last 20 groups,
 * compared with a threshold that adapts, so that flows of other kinds don't starve ours
 * (draft-ietf-rmcat-gcc-02 5.3 to 5.4, with the trendline in the place of the Kalman filter).
 */
export class DelayDetector {
  readonly #times = new Float64Array(WINDOW)
  readonly #delays = new Float64Array(WINDOW)
  #deltas = 0
  #accumulated = 0
  #smoothed = 0
  #slope = 0
  #threshold = 12.5
  #lastArrivedMs: Milliseconds | null = null
  #overMs: Milliseconds = 0
  #overCount = 0
  #usage: LinkUsage = 'normal'

  get usage(): LinkUsage {
    return this.#usage
  }

  /** @param arrivedMs when the later of the two groups was complete, by the receiver's clock */
  add(delta: GroupDelta, arrivedMs: Milliseconds): void {
    const elapsed = arrivedMs - (this.#lastArrivedMs ?? arrivedMs)
    if (elapsed > STALE_MS) this.#forget()
    this.#lastArrivedMs = arrivedMs
    this.#accumulated += delta.arrivedMs - delta.sentMs
    this.#smoothed = SMOOTHING * this.#smoothed + (1 - SMOOTHING) * this.#accumulated
    const slot = this.#deltas++ % WINDOW
    this.#times[slot] = arrivedMs
    this.#delays[slot] = this.#smoothed
    if (this.#deltas < FEWEST) return
    const slope = slopeOf(this.#times, this.#delays, Math.min(this.#deltas, WINDOW)) ?? this.#slope
    const trend = Math.min(this.#deltas, MOST_DELTAS) * slope * GAIN
    this.#usage = this.#judge(trend, slope, delta.sentMs)
    this.#slope = slope
    this.#adapt(Math.abs(trend), elapsed)
  }

  #judge(trend: number, slope: number, sentMs: Milliseconds): LinkUsage {
    if (trend <= this.#threshold) {
      this.#overMs = 0
      this.#overCount = 0
      return trend < -this.#threshold ? 'under' : 'normal'
    }
    this.#overMs += this.#overCount === 0 ? sentMs / 2 : sentMs
    this.#overCount++
    const lasting = this.#overMs > OVERUSE_MS && this.#overCount > 1
    return lasting && slope >= this.#slope ? 'over' : this.#usage
  }

  #adapt(trend: number, elapsed: Milliseconds): void {
    if (trend > this.#threshold + SPIKE) return
    const k = trend < this.#threshold ? K_DOWN : K_UP
    const next = this.#threshold + k * (trend - this.#threshold) * Math.min(elapsed, 100)
    this.#threshold = Math.min(HIGHEST_THRESHOLD, Math.max(LOWEST_THRESHOLD, next))
  }

  #forget(): void {
    this.#deltas = 0
    this.#accumulated = 0
    this.#smoothed = 0
    this.#slope = 0
    this.#overMs = 0
    this.#overCount = 0
    this.#usage = 'normal'
  }
}

/** Slope of the line of least squares through the first n; null where all times are the same. */
function slopeOf(times: Float64Array, values: Float64Array, n: number): number | null {
  let time = 0
  let value = 0
  for (let i = 0; i < n; i++) {
    time += times[i] ?? 0
    value += values[i] ?? 0
  }
  time /= n
  value /= n
  let numerator = 0
  let denominator = 0
  for (let i = 0; i < n; i++) {
    const t = (times[i] ?? 0) - time
    numerator += t * ((values[i] ?? 0) - value)
    denominator += t * t
  }
  return denominator > 0 ? numerator / denominator : null
}
