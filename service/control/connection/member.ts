import type { RecordingPlan } from '../../contract/archive.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import type { EncryptionPlan, RenditionPlan } from '../../contract/media.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import type { Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ChannelSpec } from '../channel/channel.ts'
import type { MemberState } from './member-machine.ts'
import type { LiveConnection, Observed } from './channel-activity.ts'

export const MINUTE: Milliseconds = 60_000

/** A channel as it was when the connection was asked for; later deletion must not lose its last event. */
export type MemberChannel = ChannelSpec & {
  readonly channelId: ChannelId
  readonly systemId: SystemId
}

/** Where an SFU process hands a connection's media to. The token is secret and works once. */
export interface RelayPlace {
  readonly pipe: string
  readonly token: string
}

/** Playlists that are made of a connection in one ingest process, and what is recorded of them. */
export interface HlsOutput {
  readonly since: EpochMilliseconds
  /** What is made, as it was planned when it began. */
  readonly renditions: readonly RenditionPlan[]
  /** Null for a channel without encryption. Secret. */
  readonly encryption: EncryptionPlan | null
  /** Of the renditions that are archived. */
  readonly recordings: readonly RecordingPlan[]
  /** Null before it was given; an encoder needs none. */
  place: RelayPlace | null
  playlistReadyAt: EpochMilliseconds | null
  /** No media comes any more. */
  end: { readonly at: EpochMilliseconds; readonly reason: CloseReason } | null
  stats: ConnectionStats | null
  observed: Observed | undefined
  /** Reports of the ingest process in a row that did not name it. */
  unreported: number
  /** End of the grace. */
  timer: Timer | null
}

/** What is known of a connection from the first. */
export interface KnownConnection {
  readonly connectionId: ConnectionId
  readonly remoteAddress: string
  /** What the encoder, or the WebRTC client, says of itself; may be empty. */
  readonly client: string
  /** When it was asked for, by the clock of rules. */
  readonly openedAt: EpochMilliseconds
  /** The same in real time, where that is another. */
  readonly realOpenedAt?: EpochMilliseconds
}

/**
 * One connection of a channel. Only the owner of the channel changes it; what differs between the ways in
 * which connections come is in the classes below this one.
 */
export abstract class Member {
  abstract readonly kind: 'rtmp' | 'webrtc'
  abstract readonly channel: MemberChannel
  readonly connectionId: ConnectionId
  readonly remoteAddress: string
  readonly client: string
  state: MemberState
  /** When it was asked for, then when it was accepted or its media connected, by the clock of rules. */
  openedAt: EpochMilliseconds
  /** The same in real time, as all that is measured of its media. */
  realOpenedAt: EpochMilliseconds
  /** Whole minutes announced. */
  minutes = 0
  receivedBytes: Bytes = 0
  /** What the row has of its bytes. */
  savedBytes: Bytes = 0
  /** When media of it last came, on a channel without HLS; null before. */
  lastMediaAt: EpochMilliseconds | null = null
  /** Null while nothing is made of its media. */
  hls: HlsOutput | null = null
  /** The later its playlists were begun among those of its channel, the higher. */
  nth = 0
  /** For its media, then for the next minute. */
  timer: Timer | null = null

  constructor(known: KnownConnection, state: MemberState) {
    const { connectionId, remoteAddress, client, openedAt, realOpenedAt = openedAt } = known
    this.connectionId = connectionId
    this.remoteAddress = remoteAddress
    this.client = client
    this.openedAt = openedAt
    this.realOpenedAt = realOpenedAt
    this.state = state
  }

  /** What its row has in `savedBytes`. */
  abstract get bytes(): Bytes
  /** False for who only receives. */
  abstract get sends(): boolean
  /** It is connected: writes its row and what tells of it. @throws Error when that cannot be written */
  abstract opened(): void
  /** Writes and tells the minutes that have passed. */
  abstract minutePassed(now: EpochMilliseconds): void
  /** Writes that its playlist can be played, and tells. @throws Error when that cannot be written */
  abstract playlistReady(at: EpochMilliseconds): void
  /** It is over: ends its row and tells. */
  abstract ended(at: EpochMilliseconds, reason: CloseReason): void
  /** Writes its minutes and bytes, in the open transaction. */
  abstract saveUsage(): void
  /** Hands its media on to where playlists are made of it. */
  abstract handOn(place: RelayPlace): void
  /** Ends it for an operator; false where it does not send any more. @throws Refusal SERVICE_UNAVAILABLE */
  abstract endByOperator(): Promise<boolean>
}

/** Whole minutes since it was connected; never fewer than were announced. */
export function fullMinutes(
  { openedAt, minutes }: Pick<Member, 'openedAt' | 'minutes'>,
  now: EpochMilliseconds,
): number {
  return Math.max(minutes, Math.floor((now - openedAt) / MINUTE))
}

/** Whether viewers see it: its playlist can be played, or clients get its media. */
export function isSeen(member: Member): boolean {
  return member.state === 'relayed' || (mayBeSeen(member) && member.hls?.playlistReadyAt !== null)
}

/** Whether viewers see it, are about to, or wait for it to be back. */
export function mayBeSeen({ state, hls }: Member): boolean {
  return state === 'relayed' || (hls !== null && state !== 'ending')
}

/** As it is listed while something is made of it, or it may be back; null for others. */
export function viewOf(member: Member): LiveConnection | null {
  const { channel, connectionId, remoteAddress, client, hls } = member
  if (channel.kind === 'webrtc' || !hls || !mayBeSeen(member)) return null
  return {
    connectionId,
    channelId: channel.channelId,
    kind: channel.kind,
    remoteAddress,
    encoder: client,
    connectedAt: hls.since,
    playlistReadyAt: hls.playlistReadyAt,
    lowLatency: hls.renditions.some(({ lowLatency }) => lowLatency === true),
    endedAt: hls.end?.at ?? null,
    stats: hls.stats,
    ...(hls.observed && { observed: hls.observed }),
  }
}

/** Does what writes, where the next write of its kind has all that this one had. What runs goes on when the disk is full. */
export function written(logger: Logger, { connectionId }: Member, write: () => void): void {
  try {
    write()
  } catch (error) {
    logger.error({ err: error, connectionId }, 'connection not written')
  }
}

/** What its feed has carried in; of a client, the process that carries it counts. */
export function countFed(member: Member, receivedBytes: Bytes): void {
  if (member.kind === 'rtmp') member.receivedBytes = Math.max(member.receivedBytes, receivedBytes)
}
