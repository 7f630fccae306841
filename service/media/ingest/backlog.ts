import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { keptBytes } from './source.ts'
import type { SourceUnit } from './source.ts'

const LARGEST_BYTES: Bytes = 32 * 1024 * 1024
const LONGEST_MS: Milliseconds = 20_000

/**
 * The publisher's latest units, back to the last key frame before what is not packaged yet: what a transcoder
 * that starts late, or again, is given first so that it can decode from there.
 */
export class Backlog {
  #units: SourceUnit[] = []
  #bytes: Bytes = 0
  #videoUnits = 0
  #consumed = false
  readonly #longestConsumedMs: Milliseconds
  readonly #packagedUntil: () => Milliseconds

  /**
   * @param longestConsumedMs media that is kept while it is consumed; where the last key frame is further
   *   back, a transcoder that starts again would be busy for long with what was shown already
   * @param packagedUntil up to where nothing has to be made again, on the units' timeline
   */
  constructor(longestConsumedMs: Milliseconds, packagedUntil: () => Milliseconds) {
    this.#longestConsumedMs = longestConsumedMs
    this.#packagedUntil = packagedUntil
  }

  /** While somebody consumes the units as they come, those are kept that are needed to go on. */
  set consumed(value: boolean) {
    this.#consumed = value
  }

  get units(): readonly SourceUnit[] {
    return this.#units
  }

  add(unit: SourceUnit): void {
    if (this.#startsAnew(unit)) this.clear()
    else if (this.#consumed && unit.kind === 'video' && unit.key) this.#forgetPackaged()
    // Without the key frame before it there is nothing to decode it from.
    if (unit.kind === 'video' && !unit.key && this.#videoUnits === 0) return
    this.#units.push(unit)
    this.#bytes += keptBytes(unit)
    if (unit.kind === 'video') this.#videoUnits += 1
    // Without a key frame in reach there is nothing worth keeping.
    while (this.#bytes > 2 * LARGEST_BYTES || this.#isTooOld(unit)) this.#keepFrom(this.#nextKey(1))
  }

  clear(): void {
    this.#keepFrom(-1)
  }

  /** Position of the first key frame from `start` on; -1 where there is none. */
  #nextKey(start: number): number {
    return this.#units.findIndex(({ kind, key }, i) => i >= start && kind === 'video' && key)
  }

  #forgetPackaged(): void {
    const until = this.#packagedUntil()
    const last = this.#units.findLastIndex(({ kind, key, pts }) => kind === 'video' && key && pts <= until)
    if (last > 0) this.#keepFrom(last)
  }

  /** @param start -1 forgets all */
  #keepFrom(start: number): void {
    const kept = start < 0 ? [] : this.#units.slice(start)
    this.#units = kept
    this.#bytes = kept.reduce((sum, unit) => sum + keptBytes(unit), 0)
    this.#videoUnits = kept.filter(({ kind }) => kind === 'video').length
  }

  #startsAnew(unit: SourceUnit): boolean {
    if (unit.kind === 'video') {
      return unit.key && (this.#consumed ? unit.pts <= this.#packagedUntil() : this.#isTooLarge(unit))
    }
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
