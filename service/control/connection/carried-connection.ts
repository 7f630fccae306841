import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { EncryptionPlan } from '../../contract/media.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats, ControlRequests } from '../../contract/worker-protocol.ts'
import { newId } from '../../platform/ids.ts'
import type { Timer } from '../../platform/clock.ts'
import { INITIAL_CONNECTION_STATE } from './connection-machine.ts'
import type { ConnectionState } from './connection-machine.ts'
import type { RtmpChannel } from './dependencies.ts'
import type { LiveConnection, Observed } from './ports.ts'

export const MINUTE: Milliseconds = 60_000

export type PublishRequest = ControlRequests['publish.authorize'][0]
export type PublishReply = ControlRequests['publish.authorize'][1]
export type Refusal = Extract<PublishReply, { allow: false }>

/** All that is known of one connection; only the owner of its channel changes it. */
export interface CarriedConnection {
  readonly connectionId: ConnectionId
  /** As it was when the connection was asked for; later deletion must not lose its last event. */
  readonly channel: RtmpChannel
  readonly remoteAddress: string
  readonly encoder: string
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
  playlistReadyAt: EpochMilliseconds | null
  end: { readonly at: EpochMilliseconds; readonly reason: CloseReason } | null
  stats: ConnectionStats | null
  observed: Observed | undefined
  /** Reports of the ingest process in a row that did not name it. */
  unreported: number
  /** Next minute while open, end of the grace after that. */
  timer: Timer | null
}

export function newCarried(
  channel: RtmpChannel,
  request: PublishRequest,
  now: EpochMilliseconds,
): CarriedConnection {
  return {
    connectionId: newId<ConnectionId>(),
    channel,
    remoteAddress: request.remoteAddress,
    encoder: request.encoder,
    state: INITIAL_CONNECTION_STATE,
    connectedAt: now,
    minutes: 0,
    receivedBytes: 0,
    savedBytes: 0,
    encryption: null,
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
