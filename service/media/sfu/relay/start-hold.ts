import type { AccessUnit } from '../../../contract/media.ts'
import type { Bytes, Milliseconds } from '../../../contract/units.ts'

/** A kind that has not begun when the other has gone on for this long is not waited for any more. */
const PATIENCE: Milliseconds = 4_000

/** Nor while more than this is held: times may hardly go on, however much comes. */
const MAX_HELD: Bytes = 16 * 1024 * 1024

type Kind = 'video' | 'audio'

/**
 * Holds the first units of a connection until all kinds that it sends have begun: a camera's first key frame
 * takes longer than sound, and what begins together needs no discontinuity.
 */
export class StartHold {
  readonly #awaited: Set<Kind>
  #held: { readonly kind: Kind; readonly unit: AccessUnit }[] = []
  #heldBytes: Bytes = 0

  constructor(kinds: Iterable<Kind>) {
    this.#awaited = new Set(kinds)
  }

  /** @returns what may go on now, in the order of its times */
  push(kind: Kind, unit: AccessUnit): readonly { readonly kind: Kind; readonly unit: AccessUnit }[] {
    const one = { kind, unit }
    this.#awaited.delete(kind)
    if (this.#awaited.size > 0) {
      this.#held.push(one)
      this.#heldBytes += unit.data.length
      const first = this.#held[0]?.unit.dts ?? unit.dts
      if (unit.dts - first < PATIENCE && this.#heldBytes < MAX_HELD) return []
      this.#awaited.clear()
      return this.#release()
    }
    if (this.#held.length === 0) return [one]
    this.#held.push(one)
    return this.#release()
  }

  #release() {
    return this.#held.splice(0).sort((a, b) => a.unit.dts - b.unit.dts)
  }
}
