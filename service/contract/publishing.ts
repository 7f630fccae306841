/**
 * Live playlists and segments in stores, for a CDN to fetch from: what control wants, and what the archive process
 * tells of it. Bytes travel from the disk's live window to the store; none of them here.
 */
import type { ArchiveDestination } from './archive.ts'
import type { ChannelId } from './ids.ts'
import type { StoreFault } from './store-fault.ts'
import type { Milliseconds, Seconds } from './units.ts'

/** Where the objects of one channel are. */
export interface PublishPlace {
  readonly channelId: ChannelId
  readonly destinationId: string
  /** Below the destination's own path, without slashes at its ends; may be empty. */
  readonly prefix: string
}

/** What is to be done at one place. */
export interface PublishPlan extends PublishPlace {
  readonly systemId: string
  /** `follow`: keep it as the origin is. `end`: viewers there get the end mark, and the objects go. */
  readonly mode: 'follow' | 'end'
  /** Segments are left when they leave the playlists, and everything at the end. */
  readonly keep: boolean
  /** Recordings of the channel have, or may get, keys in the same folder. */
  readonly besideRecordings: boolean
  /** Something was stored there, also by earlier runs. */
  readonly known: boolean
}

/** Everything that is to be pushed; what was asked before and is not here any more is let go of as it is. */
export interface PublishOrder {
  /** The origin's files. */
  readonly hlsDirectory: string
  /** By id. */
  readonly destinations: Readonly<Record<string, ArchiveDestination>>
  readonly plans: readonly PublishPlan[]
  /** Another number than before: what waits for another try is tried now. */
  readonly tries: number
}

export const PUBLISH_STATES = ['current', 'behind', 'failing'] as const
export type PublishState = (typeof PUBLISH_STATES)[number]

/** How a place is doing. */
export interface PublishReport {
  readonly place: PublishPlace
  /** `failing`: the store does not take it, and is asked again. */
  readonly state: PublishState
  /** What viewers of the store do not have yet of what the origin lists. */
  readonly behindSegments: number
  readonly behindSeconds: Seconds
  /** Discontinuities that were left since the process began. */
  readonly gaps: number
  readonly fault: StoreFault | null
  /** Until it is tried again; null where nothing waits. */
  readonly retryInMs: Milliseconds | null
}
