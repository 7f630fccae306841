import type { EpochMilliseconds } from '../contract/units.ts'

/** RFC 3339, UTC, with the six fractional digits that the SFU family writes; the clock knows three of them. */
export function microTimestamp(at: EpochMilliseconds): string {
  return new Date(at).toISOString().replace('Z', '000Z')
}
