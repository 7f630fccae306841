import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { SourceUnit } from './source.ts'

const LARGEST_BYTES: Bytes = 32 * 1024 * 1024
const LONGEST_MS: Milliseconds = 20_000

/**
 * The publisher's latest units, back to a key frame: what a transcoder that starts late, or again, is
 * given first so that it can decode from there.
 */
export class Backlog {
  #units: SourceUnit[] = []
  #bytes: Bytes = 0
  #videoUnits = 0
  #consumed = false
  readonly #longestConsumedMs: Milliseconds

  /**
   * @param longestConsumedMs media that is kept while it is consumed; where the last key frame is further
   *   back, a transcoder that starts again would be busy for long with what was shown already
   */
  constructor(longestConsumedMs: Milliseconds) {
    this.#longestConsumedMs = longestConsumedMs
  }

  /** While somebody consumes the units as they come, only those since the last key frame are kept. */
  set consumed(value: boolean) {
    this.#consumed = value
  }

  get units(): readonly SourceUnit[] {
    return this.#units
  }

  add(unit: SourceUnit): void {
    if (this.#startsAnew(unit)) this.clear()
    // Without the key frame before it there is nothing to decode it from.
    if (unit.kind === 'video' && !unit.key && this.#videoUnits === 0) return
    this.#units.push(unit)
    this.#bytes += unit.data.length
    if (unit.kind === 'video') this.#videoUnits += 1
    // Without a key frame in reach there is nothing worth keeping.
    if (this.#bytes > 2 * LARGEST_BYTES || this.#isTooOld(unit)) this.clear()
  }

  clear(): void {
    this.#units = []
    this.#bytes = 0
    this.#videoUnits = 0
  }

  #startsAnew(unit: SourceUnit): boolean {
    if (unit.kind === 'video') return unit.key && (this.#consumed || this.#isTooLarge(unit))
    // Audio alone can be decoded from any block.
    return this.#consumed && this.#videoUnits === 0
  }

  #isTooOld({ dts }: SourceUnit): boolean {
    const first = this.#units[0]
    return this.#consumed && first !== undefined && dts - first.dts > this.#longestConsumedMs
  }

  #isTooLarge(unit: SourceUnit): boolean {
    const first = this.#units[0]
    return this.#bytes > LARGEST_BYTES || (first !== undefined && unit.dts - first.dts > LONGEST_MS)
  }
}
