import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Channel, ChannelSpec } from './channel.ts'

/** A channel as it is made; `madeVia` follows from the token otherwise. */
export type NewChannel = Omit<Channel, 'tokenName' | 'madeVia' | 'label' | 'kind' | 'settings'> &
  ChannelSpec & { readonly forSchedule: boolean }

/** What is remembered of channels. A deleted one is kept for its history, but not found by any of these. */
export interface ChannelRepository {
  /** Gives the channel as it is found from now on. */
  insert(channel: NewChannel): Channel
  find(channelId: string): Channel | null
  /** Oldest first. */
  list(systemId: SystemId): readonly Channel[]
  /** The same one after the other, read in parts as they are asked for: what is made or deleted meanwhile shows. */
  each(systemId: SystemId): Iterable<Channel>
  /** Ids of the system's channels, oldest first. */
  listIds(systemId: SystemId): ChannelId[]
  /** Ids of the channels of every system. */
  listAllIds(): ChannelId[]
  /** False when there is no such channel; so are `setLabel` and `markDeleted`. */
  rename(channelId: ChannelId, name: string): boolean
  setLabel(channelId: ChannelId, label: string): boolean
  markDeleted(channelId: ChannelId, at: EpochMilliseconds): boolean
}
