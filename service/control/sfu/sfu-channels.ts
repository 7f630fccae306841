/** What the live API asks of the SFU for the operations that it forwards. */
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Json, JsonObject, ListedConnection, Rid, SfuStats } from '../../contract/sfu-api.ts'

export interface SfuChannels {
  /** Who is connected to a WebRTC channel now; nobody in a channel that the SFU has not seen. */
  connections(channelId: ChannelId): readonly SfuConnection[]
  /** Who has been taken, and whose media has not come yet: can be disconnected, and nothing else. */
  arriving(channelId: ChannelId): readonly SfuConnection[]
  /** Null where nobody is connected or the channel does not use spotlight. */
  spotlight(channelId: ChannelId): Spotlight | null
}

/** One client's connection. What is asked of one that has just gone does nothing. */
export interface SfuConnection {
  readonly listed: ListedConnection
  /** What others are told of it with each notification; null where there is nothing. */
  readonly notifyMetadata: Json
  /** Connections whose video it does not get at the moment, because that was asked for. */
  readonly pausedSenders: readonly ConnectionId[]
  /** @param reason for the event webhook; the client does not see it */
  disconnect(reason: JsonObject | undefined): Promise<void>
  /** Sends the client a push message. */
  push(data: JsonObject): Promise<void>
  stats(): Promise<SfuStats>
  /** The layer that it gets of one sender, or of all; null takes back what was requested. */
  requestLayer(rid: Rid | null, sender: ConnectionId | undefined): Promise<void>
  /** Whether it gets the sender's video. */
  setPaused(sender: ConnectionId, paused: boolean): Promise<void>
  /** @param kilobitsPerSecond most that the client is to send */
  limitVideo(kilobitsPerSecond: number): Promise<void>
  setNotifyMetadata(metadata: Json): Promise<void>
}

/** Who is heard and seen of many. */
export interface Spotlight {
  /** @param fixed until it is unfocused; else until others speak */
  focus(connectionId: ConnectionId, fixed: boolean): Promise<void>
  unfocus(connectionId: ConnectionId): Promise<void>
  /** @param count how many are in focus at most, 1 to 8 */
  resize(count: number): Promise<void>
}
