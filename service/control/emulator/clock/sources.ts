import type { Firing } from '../../../contract/console/emulator/clock.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'

/** Where it is known what time brought about, and what it will. */
export interface FiringSources {
  /** What was written down of a time that is over, from `after` (not included) to `until`. In no order. */
  happened(after: EpochMilliseconds, until: EpochMilliseconds): readonly Firing[]
  /** What ends in that time by itself, which nobody writes down. To be asked before it has come. */
  ends(after: EpochMilliseconds, until: EpochMilliseconds): readonly Firing[]
  /** How many rows there are that were written until then, by what they are of. */
  rowsUntil(at: EpochMilliseconds): Readonly<Record<Removed['of'], number>>
  /** The first that is known to come. */
  next(now: EpochMilliseconds): { readonly kind: string; readonly at: EpochMilliseconds } | null
}

export type Removed = Extract<Firing, { readonly kind: 'retention.removed' }>
