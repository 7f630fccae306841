import type { Milliseconds } from '../../contract/units.ts'
import { addressGroup } from './address-group.ts'

/** An open connection of a listener. */
export interface Guest {
  /** Of the other side. */
  readonly address: string
  /** Since when it has been served nothing, by one clock for all of a listener; null while it is being served. */
  unservedSince(): Milliseconds | null
  /** Ends it at once: somebody else needs the room. */
  giveWay(): void
}

/**
 * How many connections a listener keeps. Whoever is being served stays. When all places are taken, a newcomer gets
 * the place of one that is not: of the address that holds most of those, the one that has been so for the longest. So
 * who takes places without using them makes room first, and proxies that use theirs are not bounded.
 */
export class Admission {
  readonly #places: number
  readonly #guests = new Set<Guest>()

  /** @param places for all addresses together */
  constructor(places: number) {
    this.#places = places
  }

  /** Takes one in; false where everybody is being served. */
  enter(guest: Guest): boolean {
    if (this.#guests.size >= this.#places) {
      const leaving = this.#leastServed()
      if (!leaving) return false
      this.#guests.delete(leaving)
      leaving.giveWay()
    }
    this.#guests.add(guest)
    return true
  }

  leave(guest: Guest): void {
    this.#guests.delete(guest)
  }

  #leastServed(): Guest | null {
    const longest = new Map<string, { count: number; since: Milliseconds; guest: Guest }>()
    for (const guest of this.#guests) {
      const since = guest.unservedSince()
      if (since === null) continue
      const group = addressGroup(guest.address)
      const known = longest.get(group)
      if (!known) longest.set(group, { count: 1, since, guest })
      else {
        known.count += 1
        if (since < known.since) Object.assign(known, { since, guest })
      }
    }
    const groups = [...longest.values()]
    const most = Math.max(...groups.map(({ count }) => count))
    return groups.find(({ count }) => count === most)?.guest ?? null
  }
}
