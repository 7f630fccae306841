import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { PublishTarget } from '../../contract/console/publishing.ts'
import type { PublishPlace } from '../../contract/publishing.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** What was said of one channel. */
export interface ChannelPublishing {
  /** Null: it is not published. */
  readonly target: PublishTarget | null
  readonly changedAt: EpochMilliseconds
  readonly changedBy: string
}

/** A place that has, or may have, something of a channel; the channel may be deleted. */
export interface KnownPlace extends PublishPlace {
  readonly systemId: SystemId
  readonly keep: boolean
}

export interface PublishingRepository {
  /** Null where the channel does as its system does. */
  ofChannel(channelId: ChannelId): ChannelPublishing | null
  setChannel(channelId: ChannelId, publishing: ChannelPublishing | null): void
  ofSystem(systemId: SystemId): { readonly target: PublishTarget } | null
  setSystem(systemId: SystemId, target: PublishTarget | null): void
  /** Whether anybody publishes anything, or has. */
  isUsed(): boolean
  places(): KnownPlace[]
  addPlace(place: KnownPlace): void
  removePlace(place: PublishPlace): void
}
