import type { Milliseconds } from '../../../contract/units.ts'

/** Who has not spoken for this long may lose its place to somebody who does. */
export const HOLD: Milliseconds = 1_500

export interface SpotlightChange {
  readonly id: string
  readonly focused: boolean
  readonly fixed: boolean
}

interface Place {
  fixed: boolean
  /** When it last spoke or was put in focus. */
  heardAt: Milliseconds
}

/**
 * Who of many is in focus: at most `count` at once, the newest speaker in, the one that has been silent
 * longest out. Those that an operator fixed stay. Pure; each call tells what it changed.
 */
export class Spotlight {
  #count: number
  readonly #places = new Map<string, Place>()
  /** When others last spoke, for places that become free. */
  readonly #waiting = new Map<string, Milliseconds>()

  constructor(count: number) {
    this.#count = count
  }

  get count(): number {
    return this.#count
  }

  get focused(): readonly string[] {
    return [...this.#places.keys()]
  }

  isFocused(id: string): boolean {
    return this.#places.has(id)
  }

  /** Somebody speaks now; called again and again while it does. */
  speaks(id: string, now: Milliseconds): SpotlightChange[] {
    const place = this.#places.get(id)
    if (place) {
      place.heardAt = now
      return []
    }
    this.#waiting.set(id, now)
    if (this.#places.size < this.#count) return [this.#enter(id, false, now)]
    const silent = this.#leastHeard()
    if (!silent || now - silent.place.heardAt < HOLD) return []
    return [this.#leave(silent.id), this.#enter(id, false, now)]
  }

  /** @param fixed until `unfocus`; else until others speak */
  focus(id: string, fixed: boolean, now: Milliseconds): SpotlightChange[] {
    const place = this.#places.get(id)
    if (place) {
      place.heardAt = now
      if (place.fixed === fixed) return []
      place.fixed = fixed
      return [{ id, focused: true, fixed }]
    }
    const out = this.#places.size < this.#count ? null : (this.#leastHeard() ?? this.#first())
    return [...(out ? [this.#leave(out.id)] : []), this.#enter(id, fixed, now)]
  }

  unfocus(id: string): SpotlightChange[] {
    return this.#places.has(id) ? [this.#leave(id)] : []
  }

  /** @param count 1 to 8; places that are gained go to those that spoke last */
  resize(count: number, now: Milliseconds): SpotlightChange[] {
    this.#count = count
    const changes: SpotlightChange[] = []
    while (this.#places.size > count) {
      const out = this.#leastHeard() ?? this.#first()
      if (!out) break
      changes.push(this.#leave(out.id))
    }
    const next = [...this.#waiting].sort((a, b) => b[1] - a[1]).slice(0, count - this.#places.size)
    for (const [id] of next) changes.push(this.#enter(id, false, now))
    return changes
  }

  /** It is gone; nobody is told that it lost its place. */
  forget(id: string): void {
    this.#places.delete(id)
    this.#waiting.delete(id)
  }

  #enter(id: string, fixed: boolean, now: Milliseconds): SpotlightChange {
    this.#waiting.delete(id)
    this.#places.set(id, { fixed, heardAt: now })
    return { id, focused: true, fixed }
  }

  #leave(id: string): SpotlightChange {
    const place = this.#places.get(id)
    this.#places.delete(id)
    if (place) this.#waiting.set(id, place.heardAt)
    return { id, focused: false, fixed: false }
  }

  /** The one of those not fixed that has been silent longest. */
  #leastHeard(): { id: string; place: Place } | null {
    let found: { id: string; place: Place } | null = null
    for (const [id, place] of this.#places) {
      if (!place.fixed && (!found || place.heardAt < found.place.heardAt)) found = { id, place }
    }
    return found
  }

  #first(): { id: string } | null {
    const [id] = this.#places.keys()
    return id === undefined ? null : { id }
  }
}
