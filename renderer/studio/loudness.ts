/** Short-term loudness as EBU R 128 has it, of what is not with the service yet. Pure. */

/** A filter's `feedforward` and `feedback`, as an IIRFilterNode takes them. */
type Coefficients = readonly [feedforward: readonly number[], feedback: readonly number[]]

/** K-weighting at 48 kHz: the head, then what is low (ITU-R BS.1770-5, tables 1 and 2). */
export const K_WEIGHTING: readonly [Coefficients, Coefficients] = [
  [
    [1.53512485958697, -2.69169618940638, 1.19839281085285],
    [1, -1.69065929318241, 0.73248077421585],
  ],
  [
    [1, -2, 1],
    [1, -1.99004745483398, 0.99007225036621],
  ],
]

/** Short-term is 3 s (EBU Tech 3341), in blocks of 0.1 s. */
const BLOCKS = 30
/** Of a tone of 1 kHz, K-weighting adds as much (ITU-R BS.1770-5 equation 2). */
const OFFSET = -0.691
/** What is below counts as nothing. */
const LEAST_LUFS = -70

export class ShortTerm {
  readonly #blocks: number[] = []

  /** @param power mean square of 0.1 s of K-weighted samples, summed over the channels */
  add(power: number): void {
    this.#blocks.push(power)
    if (this.#blocks.length > BLOCKS) this.#blocks.shift()
  }

  /** Null before 3 s have come. */
  get lufs(): number | null {
    if (this.#blocks.length < BLOCKS) return null
    const mean = this.#blocks.reduce((sum, power) => sum + power, 0) / BLOCKS
    return Math.max(LEAST_LUFS, OFFSET + 10 * Math.log10(mean))
  }
}
