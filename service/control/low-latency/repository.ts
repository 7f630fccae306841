import type { ChannelId } from '../../contract/ids.ts'

export interface LowLatencyRepository {
  /** Null where the channel does as the installation does. */
  ofChannel(channelId: ChannelId): boolean | null
  setChannel(channelId: ChannelId, on: boolean | null): void
  ofInstallation(): boolean
  setInstallation(on: boolean): void
}
