import type { Track } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'

type Kind = Track['kind']

/** How far one kind may be behind the other before its silence is filled. */
const GAP_PATIENCE: Milliseconds = 1_000
/** A longer step of one kind is a hole in the source, not time in which the other was silent. */
const LONGEST_STEP: Milliseconds = 5_000

interface Presence {
  /** Where the kind goes on without a hole since. */
  readonly since: Milliseconds
  readonly last: Milliseconds
}

/**
 * Sees which kind is silent while the other goes on: a camera that is off, a microphone that sends nothing.
 * The other kind is its clock. Pure.
 */
export class Gaps {
  readonly #presence: Record<Kind, Presence | null> = { video: null, audio: null }

  /**
   * Media of one kind came.
   * @returns the time up to which the other kind is to be filled; null while it is there
   */
  came(kind: Kind, time: Milliseconds): Milliseconds | null {
    const before = this.#presence[kind]
    const last = Math.max(time, before?.last ?? time)
    const continues = before !== null && last - before.last <= LONGEST_STEP
    const since = continues ? before.since : last
    this.#presence[kind] = { since, last }
    const other = this.#presence[kind === 'video' ? 'audio' : 'video']
    const silentSince = Math.max(since, other?.last ?? since)
    return last - silentSince > GAP_PATIENCE ? last - GAP_PATIENCE : null
  }
}
