import type { AccessUnit, Track } from '../../contract/media.ts'
import type { Ticks } from '../../contract/units.ts'

/** What one track has in a segment, or in a part of one. */
export interface TrackUnits {
  readonly kind: Track['kind']
  /** In decoding order, at least one. */
  readonly units: readonly AccessUnit[]
  /** Where the last unit ends. */
  readonly endDts: Ticks
}
