import type { BitsPerSecond } from '../../../contract/units.ts'

const WEIGHT = 0.05
const NEAR = 0.75
/** Bounds of the variance, in kbit/s for each kbit/s of capacity. */
const LEAST_VARIANCE = 0.4
const MOST_VARIANCE = 2.5

/** What the link carried when it was last overused (draft-ietf-rmcat-gcc-02 5.5: average and deviation). */
export class LinkCapacity {
  #kbps: number | null = null
  #variance = LEAST_VARIANCE

  /** True where so much is about what the link carries, as far as that is known. */
  isNear(bps: BitsPerSecond): boolean {
    return this.#kbps !== null && bps / 1000 > NEAR * this.#kbps
  }

  /** Far above or below what is known, the link is another one: nothing is known about it. */
  forgetUnless(bps: BitsPerSecond): void {
    if (this.#kbps === null) return
    const deviation = Math.sqrt(this.#variance * this.#kbps)
    if (Math.abs(bps / 1000 - this.#kbps) > 3 * deviation) this.#kbps = null
  }

  /** Like {@link forgetUnless}, only for more than what is known. */
  forgetAbove(bps: BitsPerSecond): void {
    if (this.#kbps !== null && bps / 1000 > this.#kbps) this.forgetUnless(bps)
  }

  overusedAt(bps: BitsPerSecond): void {
    this.forgetUnless(bps)
    const sample = bps / 1000
    if (this.#kbps === null) {
      this.#kbps = sample
      return
    }
    const error = this.#kbps - sample
    this.#kbps += WEIGHT * -error
    const variance = (1 - WEIGHT) * this.#variance + (WEIGHT * error * error) / Math.max(1, this.#kbps)
    this.#variance = Math.min(MOST_VARIANCE, Math.max(LEAST_VARIANCE, variance))
  }
}
