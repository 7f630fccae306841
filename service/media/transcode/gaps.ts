import type { Track } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'

type Kind = Track['kind']

/** How long one kind may be silent before its silence is filled, by the time of the other. */
const GAP_PATIENCE: Milliseconds = 1_000
/** A longer step of one kind is a hole in the source, not time in which the other was silent. */
const LONGEST_STEP: Milliseconds = 5_000
/** What comes more than this behind the other kind is of no use: it is as silent. */
const LONGEST_LAG: Milliseconds = 5_000

interface Presence {
  /** Where the kind goes on without a hole since. */
  readonly since: Milliseconds
  readonly last: Milliseconds
  /** Where the other kind was when it last came; null where it came too late, or before the other kind. */
  readonly heardAt: Milliseconds | null
  /** By how much it was behind the other kind then. */
  readonly lag: Milliseconds
}

/**
 * Sees which kind is silent while the other goes on: a camera that is off, a microphone that sends nothing.
 * The other kind is its clock. What merely comes later than the other kind is not silent, and what is filled
 * leaves room for it. Pure.
 */
export class Gaps {
  readonly #presence: Record<Kind, Presence | null> = { video: null, audio: null }

  /**
   * Media of one kind came.
   * @returns the time up to which the other kind is to be filled; null while it is there
   */
  came(kind: Kind, time: Milliseconds): Milliseconds | null {
    const before = this.#presence[kind]
    const other = this.#presence[kind === 'video' ? 'audio' : 'video']
    const last = Math.max(time, before?.last ?? time)
    const continues = before !== null && last - before.last <= LONGEST_STEP
    const since = continues ? before.since : last
    const heard = heardBeside(other, last) ?? { heardAt: before?.heardAt ?? null, lag: before?.lag ?? 0 }
    this.#presence[kind] = { since, last, ...heard }
    const silentSince = Math.max(since, other?.last ?? since, other?.heardAt ?? since)
    return last - silentSince > GAP_PATIENCE ? last - GAP_PATIENCE - (other?.lag ?? 0) : null
  }
}

/** Null where a kind that is at this time is too late to be heard. */
function heardBeside(other: Presence | null, last: Milliseconds): Pick<Presence, 'heardAt' | 'lag'> | null {
  if (!other) return { heardAt: null, lag: 0 }
  const lag = Math.max(0, other.last - last)
  return lag > LONGEST_LAG ? null : { heardAt: other.last, lag }
}
