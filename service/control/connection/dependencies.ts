/** What connections need from elsewhere: channels, rows, webhooks and the ingest process. */
import type { AuthDecision } from '../webhook/auth-webhook.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId, KeyId, SystemId } from '../../contract/ids.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'
import type { RtmpEventType } from '../../contract/webhook-bodies.ts'
import type { IngestRequests } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Door } from '../access/door.ts'
import type { Topics } from '../../platform/topics.ts'
import type { RecordingBook } from '../archive/recorded-connection.ts'
import type { Transactions } from '../transactions.ts'
import type { IngestTopics } from '../media-topics.ts'
import type { MemberChannel, RelayPlace } from './member.ts'

/** A channel whose connections get playlists. */
export type HlsChannel = Exclude<MemberChannel, { kind: 'webrtc' }>
/** A channel that encoders publish to. */
export type RtmpChannel = Extract<HlsChannel, { kind: 'rtmp' }>

export interface ChannelSource {
  /** Null when there is none, or it is deleted. */
  find(channelId: string): MemberChannel | null
}

/** An accepted connection, as its row is made. */
export interface NewConnection {
  readonly connectionId: ConnectionId
  readonly channelId: ChannelId
  readonly remoteAddress: string
  readonly encoder: string
  readonly createdAt: EpochMilliseconds
}

/** A connection that the last run of the service left open. */
export interface UnendedConnection {
  readonly connectionId: ConnectionId
  readonly channelId: ChannelId
  readonly systemId: SystemId
  /** Empty when the channel has none. */
  readonly eventWebhookUrl: string
  readonly minutes: number
  readonly receivedBytes: Bytes
}

export interface ConnectionStore {
  insert(connection: NewConnection): void
  setUsage(connectionId: ConnectionId, minutes: number, receivedBytes: Bytes): void
  setPlaylistReady(connectionId: ConnectionId, at: EpochMilliseconds): void
  end(connectionId: ConnectionId, at: EpochMilliseconds, reason: CloseReason): void
  listUnended(): UnendedConnection[]
  /** How the last connection of the channel ended; null if none has. */
  lastEnd(channelId: ChannelId): { readonly at: EpochMilliseconds; readonly reason: CloseReason } | null
}

export interface EncryptionKeyStore {
  insert(key: {
    readonly kid: KeyId
    readonly connectionId: ConnectionId
    readonly channelId: ChannelId
    /** 32 hexadecimal digits. Secret. */
    readonly keyHex: string
    readonly createdAt: EpochMilliseconds
  }): void
}

interface RtmpClient {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
}

export interface AuthQuestions {
  /** Never throws; `reason` is what the encoder is told. */
  decide(question: {
    readonly systemId: SystemId
    readonly client: RtmpClient
    readonly url: string
  }): Promise<AuthDecision>
}

/** Whether a fault on purpose refuses an encoder: what the encoder is told then; null where it is left alone. */
export type RefusedByFault = (encoder: RtmpClient & { readonly systemId: SystemId }) => string | null

export interface EventLog {
  /** Writes an event in the open transaction. */
  append(event: {
    readonly systemId: SystemId
    readonly client: RtmpClient
    readonly url: string
    readonly type: RtmpEventType
    readonly usage: { readonly minutes: number; readonly receivedBytes: Bytes }
  }): void
}

/** What is asked of the ingest process. All of it fails while it is not there. */
export interface MediaProcess {
  readonly ingestState: string
  openRelay(request: IngestRequests['relay.open'][0]): Promise<RelayPlace>
  closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void>
  closeConnection(connectionId: ConnectionId, reason: CloseReason): Promise<void>
}

export interface LiveParts {
  readonly channels: ChannelSource
  readonly connections: ConnectionStore
  readonly keys: EncryptionKeyStore
  readonly recordings: Pick<RecordingBook, 'begin' | 'connectionOver'>
  readonly transactions: Transactions
  /** Asked before the authentication webhook is. */
  readonly door: Pick<Door, 'encoder' | 'came'>
  readonly auth: AuthQuestions
  readonly events: EventLog
  readonly media: MediaProcess
  /** What that process tells. */
  readonly ingest: Topics<IngestTopics>
  /** Asked first of all; left out where no fault ever is. */
  readonly refusedByFault?: RefusedByFault | undefined
  /** What is to be made of a connection that begins now. */
  readonly renditionPlan: (channel: HlsChannel) => readonly RenditionPlan[]
  /** Real time: by it media is measured, and waited for. */
  readonly clock: Clock
  /** What is written and told is dated by it, and minutes are counted; `clock` where it is left out. */
  readonly rules?: Clock | undefined
  readonly logger: Logger
}
