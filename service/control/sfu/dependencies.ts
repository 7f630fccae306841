/** What the WebRTC sessions need from elsewhere: channels and their owners, rows, webhooks, the SFU processes. */
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import type { Role } from '../../contract/sfu-api.ts'
import type { SfuEvent, Unstamped } from '../../contract/sfu-webhooks.ts'
import type { AudioCodec, VideoCodec } from '../../contract/signaling.ts'
import type { BitsPerSecond, Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Door } from '../access/door.ts'
import type { LiveChannels } from '../connection/live-channels.ts'
import type { MemberChannel } from '../connection/member.ts'
import type { Transactions } from '../transactions.ts'
import type { OutgoingSfuEvent } from '../webhook/outbox.ts'
import type { SfuAuthDecision, SfuAuthQuestion } from '../webhook/sfu-auth-webhook.ts'
import type { SfuMedia } from './sfu-media.ts'

/** A channel that WebRTC clients connect to. */
export type WebrtcChannel = Exclude<MemberChannel, { kind: 'rtmp' }>

export interface WebrtcChannelSource {
  /** Null when there is no such channel, when it is deleted, and when it is for RTMP. */
  find(channelId: string): WebrtcChannel | null
}

/** What `connection.created` told; the later events repeat most of it. */
export type CreatedEvent = Unstamped<Extract<SfuEvent, { type: 'connection.created' }>>

export interface SfuUsage {
  /** Whole minutes since media was connected. */
  readonly minutes: number
  readonly receivedBytes: Bytes
  readonly sentBytes: Bytes
}

/** A connection whose media is connected, as its row is made. */
export interface NewSfuConnection {
  readonly connectionId: ConnectionId
  readonly channelId: ChannelId
  readonly remoteAddress: string
  /** What it says of itself. */
  readonly client: string
  readonly createdAt: EpochMilliseconds
  readonly told: CreatedEvent
}

/** A connection that the last run of the service left open. */
export interface UnendedSfuConnection extends SfuUsage {
  readonly connectionId: ConnectionId
  readonly channelId: ChannelId
  readonly systemId: SystemId
  /** Empty when the channel has none. */
  readonly eventWebhookUrl: string
  readonly told: CreatedEvent
}

export interface SfuConnectionStore {
  insert(connection: NewSfuConnection): void
  setUsage(connectionId: ConnectionId, usage: SfuUsage): void
  setPlaylistReady(connectionId: ConnectionId, at: EpochMilliseconds): void
  end(connectionId: ConnectionId, at: EpochMilliseconds, reason: CloseReason): void
  /** Oldest first. */
  listUnended(): UnendedSfuConnection[]
}

export interface SfuSessionParts {
  readonly channels: WebrtcChannelSource
  readonly connections: SfuConnectionStore
  readonly transactions: Transactions
  /** Asked before the authentication webhook is. */
  readonly door: Pick<Door, 'client' | 'came'>
  readonly auth: { decide(question: SfuAuthQuestion): Promise<SfuAuthDecision> }
  /** Writes an event in the open transaction. */
  readonly events: { appendSfu(event: OutgoingSfuEvent): void }
  readonly media: SfuMedia
  /** The owners of channels' connections. */
  readonly live: LiveChannels
  /** Where the playlists of a connection are. */
  readonly playlistUrl: (channelId: ChannelId, connectionId: ConnectionId) => string
  /** Of the application; told in offers and webhooks. */
  readonly version: string
  /** Real time: by it clients and media are waited for. */
  readonly clock: Clock
  /** What is written and told is dated by it, minutes and lifetimes are counted; `clock` where it is left out. */
  readonly rules?: Clock | undefined
  readonly logger: Logger
}

/** A connection whose media is connected, for the console. */
export interface SfuConnectionView {
  readonly connectionId: ConnectionId
  readonly clientId: string
  readonly role: Role
  readonly remoteAddress: string
  /** What it says of itself; may be empty. */
  readonly client: string
  readonly since: EpochMilliseconds
  /** Codecs of what it sends; null for a kind that it does not send. */
  readonly audio: AudioCodec | null
  readonly video: VideoCodec | null
  readonly simulcast: boolean
  readonly receivedBytes: Bytes
  readonly sentBytes: Bytes
  /** Of the last second; null before there was one. */
  readonly receivedBps: BitsPerSecond | null
  readonly sentBps: BitsPerSecond | null
  /** From a ping of the signaling to its pong; null before the first. */
  readonly roundTripMs: Milliseconds | null
}

export interface SfuChannelView {
  /** Null while nobody is connected. */
  readonly sessionId: string | null
  /** In the order in which they were taken. */
  readonly connections: readonly SfuConnectionView[]
}
