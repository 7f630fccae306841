import { keptBytes } from '../../contract/media.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { SourceUnit } from './source.ts'

const LARGEST_BYTES: Bytes = 32 * 1024 * 1024
const LONGEST_MS: Milliseconds = 20_000

/** In a list, as it is shortened in front, however long it is. */
interface Kept {
  readonly unit: SourceUnit
  next: Kept | null
}

/**
 * The publisher's latest units, back to the last key frame before what is not packaged yet: what a transcoder
 * that starts late, or again, is given first so that it can decode from there.
 */
export class Backlog {
  #first: Kept | null = null
  #last: Kept | null = null
  /** Behind the first one there is no key frame up to here: the search for the next goes on where it ended. */
  #searched: Kept | null = null
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

  /** Made anew by each call. */
  get units(): readonly SourceUnit[] {
    const units: SourceUnit[] = []
    for (let kept = this.#first; kept; kept = kept.next) units.push(kept.unit)
    return units
  }

  add(unit: SourceUnit): void {
    if (this.#startsAnew(unit)) this.clear()
    else if (this.#consumed && isKeyFrame(unit)) this.#forgetPackaged()
    // Without the key frame before it there is nothing to decode it from.
    if (unit.kind === 'video' && !unit.key && this.#videoUnits === 0) return
    this.#append(unit)
    // Without a key frame in reach there is nothing worth keeping.
    while (this.#bytes > 2 * LARGEST_BYTES || this.#isTooOld(unit)) this.#keepFrom(this.#nextKey())
  }

  clear(): void {
    this.#keepFrom(null)
  }

  #append(unit: SourceUnit): void {
    const kept: Kept = { unit, next: null }
    if (this.#last) this.#last.next = kept
    this.#last = kept
    this.#first ??= kept
    this.#searched ??= kept
    this.#bytes += keptBytes(unit)
    if (unit.kind === 'video') this.#videoUnits += 1
  }

  /** The first key frame behind the first unit; null where there is none. */
  #nextKey(): Kept | null {
    while (this.#searched?.next && !isKeyFrame(this.#searched.next.unit)) this.#searched = this.#searched.next
    return this.#searched?.next ?? null
  }

  #forgetPackaged(): void {
    const until = this.#packagedUntil()
    for (let key = this.#nextKey(); key && key.unit.pts <= until; key = this.#nextKey()) this.#keepFrom(key)
  }

  /** @param start null forgets all */
  #keepFrom(start: Kept | null): void {
    while (this.#first && this.#first !== start) {
      const { unit, next } = this.#first
      this.#bytes -= keptBytes(unit)
      if (unit.kind === 'video') this.#videoUnits -= 1
      // Or what is forgotten and old keeps what is forgotten and young from being collected.
      this.#first.next = null
      this.#first = next
    }
    this.#searched = this.#first
    if (!this.#first) this.#last = null
  }

  #startsAnew(unit: SourceUnit): boolean {
    if (unit.kind === 'video') {
      return unit.key && (this.#consumed ? unit.pts <= this.#packagedUntil() : this.#isTooLarge(unit))
    }
    // Audio alone can be decoded from any block.
    return this.#consumed && this.#videoUnits === 0
  }

  #isTooOld({ dts }: SourceUnit): boolean {
    return this.#consumed && this.#first !== null && dts - this.#first.unit.dts > this.#longestConsumedMs
  }

  #isTooLarge({ dts }: SourceUnit): boolean {
    if (this.#bytes > LARGEST_BYTES) return true
    return this.#first !== null && dts - this.#first.unit.dts > LONGEST_MS
  }
}

const isKeyFrame = ({ kind, key }: SourceUnit): boolean => kind === 'video' && key
