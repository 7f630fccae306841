import type { RecordingPlan } from '../../contract/archive.ts'
import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { EncryptionPlan } from '../../contract/media.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats, ControlRequests } from '../../contract/worker-protocol.ts'
import type { Timer } from '../../platform/clock.ts'
import { INITIAL_CONNECTION_STATE } from './connection-machine.ts'
import type { ConnectionState } from './connection-machine.ts'
import type { HlsChannel } from './dependencies.ts'
import type { LiveConnection, Observed } from './ports.ts'

export const MINUTE: Milliseconds = 60_000

export type PublishRequest = ControlRequests['publish.authorize'][0]
export type PublishReply = ControlRequests['publish.authorize'][1]
export type Refusal = Extract<PublishReply, { allow: false }>

/** All that is known of one connection; only the owner of its channel changes it. */
export interface CarriedConnection {
  readonly connectionId: ConnectionId
  /** As it was when the connection was asked for; later deletion must not lose its last event. */
  readonly channel: HlsChannel
  readonly remoteAddress: string
  /** What the encoder, or the WebRTC client, says of itself. */
  readonly encoder: string
  /** Writes what happens to it. */
  readonly ledger: ConnectionLedger
  state: ConnectionState
  /** When it was asked for, then when it was accepted. */
  connectedAt: EpochMilliseconds
  /** Whole minutes announced. */
  minutes: number
  receivedBytes: Bytes
  /** What the row has of `receivedBytes`. */
  savedBytes: Bytes
  /** Null before it is accepted, and for a channel without encryption. Secret. */
  encryption: EncryptionPlan | null
  /** Of the renditions that are archived; none before it is accepted. */
  recordings: readonly RecordingPlan[]
  playlistReadyAt: EpochMilliseconds | null
  end: { readonly at: EpochMilliseconds; readonly reason: CloseReason } | null
  stats: ConnectionStats | null
  observed: Observed | undefined
  /** Reports of the ingest process in a row that did not name it. */
  unreported: number
  /** Next minute while open, end of the grace after that. */
  timer: Timer | null
}

/** What comes into being with a connection. */
export type AcceptedConnection = Pick<CarriedConnection, 'encryption' | 'recordings'>

/** Writes what happens to connections of one kind of channel, and announces it. */
export interface ConnectionLedger {
  /** True where received bytes are written from time to time. */
  readonly keepsUsage: boolean
  /** The connection is accepted: a new key when its channel is encrypted, and what of it is archived. */
  created(carried: CarriedConnection): AcceptedConnection
  /** Every minute up to `minutes` has passed. */
  minutesPassed(carried: CarriedConnection, minutes: number): void
  playlistReady(carried: CarriedConnection, at: EpochMilliseconds): void
  destroyed(carried: CarriedConnection, at: EpochMilliseconds, reason: CloseReason): void
}

/** What is known of a connection from the first. */
export type KnownConnection = Pick<
  CarriedConnection,
  'connectionId' | 'channel' | 'remoteAddress' | 'encoder' | 'ledger'
>

export function newCarried(known: KnownConnection, now: EpochMilliseconds): CarriedConnection {
  return {
    ...known,
    state: INITIAL_CONNECTION_STATE,
    connectedAt: now,
    minutes: 0,
    receivedBytes: 0,
    savedBytes: 0,
    encryption: null,
    recordings: [],
    playlistReadyAt: null,
    end: null,
    stats: null,
    observed: undefined,
    unreported: 0,
    timer: null,
  }
}

/** Whole minutes since the connection was accepted. */
export function fullMinutes(carried: CarriedConnection, now: EpochMilliseconds): number {
  return Math.max(0, Math.floor((now - carried.connectedAt) / MINUTE))
}

export function viewOf(carried: CarriedConnection): LiveConnection {
  return {
    connectionId: carried.connectionId,
    channelId: carried.channel.channelId,
    kind: carried.channel.kind,
    remoteAddress: carried.remoteAddress,
    encoder: carried.encoder,
    connectedAt: carried.connectedAt,
    playlistReadyAt: carried.playlistReadyAt,
    endedAt: carried.end?.at ?? null,
    stats: carried.stats,
    ...(carried.observed && { observed: carried.observed }),
  }
}

/** @param text what the encoder is told; by default the reason's own words */
export function refusal(closeReason: CloseReason, text: string = CLOSE_REASONS[closeReason]): Refusal {
  return { allow: false, reason: text, closeReason }
}
