import type { ConnectionId } from '../../contract/ids.ts'
import type { Json, ListedConnection } from '../../contract/sfu-api.ts'
import type { ConnectionUsage, SfuOpen } from '../../contract/sfu-worker.ts'
import type { NotifiedMetadata, OfferMessage } from '../../contract/signaling.ts'
import type { BitsPerSecond, Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Timer } from '../../platform/clock.ts'
import { microTimestamp } from '../../platform/timestamp.ts'
import type { CreatedEvent, SfuConnectionView, WebrtcChannel } from './dependencies.ts'
import type { Ending } from './endings.ts'
import { given } from './given.ts'
import type { MemberState } from './member-machine.ts'
import type { Negotiation } from './negotiation.ts'
import { NODE_NAME } from './sender.ts'
import type { Settled } from './settle.ts'
import type { SignalingPeer } from './signaling-ports.ts'

export const MINUTE: Milliseconds = 60_000

/** Who connects, decided. */
export interface Admitted {
  readonly connectionId: ConnectionId
  readonly channel: WebrtcChannel
  readonly settled: Settled
  /** Its capability offer. */
  readonly capabilities: string
  /** What it says of itself; may be empty. */
  readonly client: string
  readonly peer: SignalingPeer
}

/** All that is known of one connection; only its session changes it. */
export interface Member extends Admitted {
  readonly sessionId: string
  readonly clientId: string
  readonly bundleId: string
  readonly negotiation: Negotiation
  /** Connections whose video it does not get at the moment, because that was asked for. */
  readonly paused: Set<ConnectionId>
  state: MemberState
  answeredAt: EpochMilliseconds
  /** When its media was connected. */
  openedAt: EpochMilliseconds
  /** Null before its media is connected. */
  told: CreatedEvent | null
  /** Whole minutes announced. */
  minutes: number
  receivedBytes: Bytes
  sentBytes: Bytes
  /** Of the last second; null before there was one. */
  receivedBps: BitsPerSecond | null
  sentBps: BitsPerSecond | null
  /** When both were counted. */
  measuredAt: EpochMilliseconds | null
  /** Of the signaling; null before the first pong. */
  roundTripMs: Milliseconds | null
  /** What the row has of both. */
  savedBytes: Bytes
  /** What others are told of it; operations change it. */
  metadata: Json | undefined
  ending: Ending | null
  /** For its media, then for the next minute. */
  timer: Timer | null
  lifetime: Timer | null
}

export function newMember(admitted: Admitted, sessionId: string, negotiation: Negotiation): Member {
  const { connectionId, settled } = admitted
  return {
    ...admitted,
    sessionId,
    clientId: settled.clientId ?? connectionId,
    bundleId: settled.bundleId ?? connectionId,
    negotiation,
    paused: new Set(),
    state: 'opening',
    answeredAt: 0,
    openedAt: 0,
    told: null,
    minutes: 0,
    receivedBytes: 0,
    sentBytes: 0,
    receivedBps: null,
    sentBps: null,
    measuredAt: null,
    roundTripMs: null,
    savedBytes: 0,
    metadata: settled.authzMetadata ?? settled.authnMetadata,
    ending: null,
    timer: null,
    lifetime: null,
  }
}

/** Whole minutes since media was connected; never fewer than were announced. */
export function fullMinutes(member: Member, now: EpochMilliseconds): number {
  return Math.max(member.minutes, Math.floor((now - member.openedAt) / MINUTE))
}

export function sends({ settled }: Pick<Member, 'settled'>): boolean {
  return settled.role !== 'recvonly' && (settled.audio !== null || settled.video !== null)
}

/** What the SFU process has counted so far. */
export function countBytes(member: Member, usage: ConnectionUsage, now: EpochMilliseconds): void {
  const received = Math.max(member.receivedBytes, usage.receivedBytes)
  const sent = Math.max(member.sentBytes, usage.sentBytes)
  const ms = now - (member.measuredAt ?? now)
  if (ms > 0) {
    member.receivedBps = ((received - member.receivedBytes) * 8000) / ms
    member.sentBps = ((sent - member.sentBytes) * 8000) / ms
  }
  member.receivedBytes = received
  member.sentBytes = sent
  member.measuredAt = now
}

/** What the SFU process is told of a new connection. */
export function openRequest({ connectionId, channel, bundleId, settled, ...member }: Member): SfuOpen {
  const { role, audio, video, encodings, wanted, spotlight } = settled
  return {
    connectionId,
    channelId: channel.channelId,
    bundleId,
    role,
    remoteAddress: member.peer.remoteAddress,
    capabilities: member.capabilities,
    audio: audio && { bitRate: audio.bitRate, opus: audio.opus },
    video: video && { codec: video.codec, bitRate: video.bitRate },
    layers: encodings?.map(({ rid, active = true }) => ({ rid, active })) ?? null,
    wanted,
    spotlight: spotlight && { focusRid: spotlight.focusRid, unfocusRid: spotlight.unfocusRid },
  }
}

/** @param made what the SFU process made for it */
export function offerMessage(
  { connectionId, channel, sessionId, clientId, bundleId, settled }: Member,
  version: string,
  made: { readonly sdp: string; readonly mid: { readonly audio?: string; readonly video?: string } },
): OfferMessage {
  const { role, audio, video, simulcast, encodings, spotlight, metadata } = settled
  return {
    type: 'offer',
    version,
    channel_id: channel.channelId,
    session_id: sessionId,
    client_id: clientId,
    bundle_id: bundleId,
    connection_id: connectionId,
    simulcast,
    simulcast_multicodec: false,
    spotlight: spotlight !== null,
    sdp: made.sdp,
    ...(role !== 'recvonly' && { mid: made.mid }),
    ...given({ encodings: encodings ?? undefined, metadata }),
    data_channel_signaling: false,
    ignore_disconnect_websocket: false,
    audio: audio !== null,
    ...given({ audio_codec_type: audio?.codec, audio_bit_rate: audio?.bitRate ?? undefined }),
    video: video !== null,
    ...given({ video_codec_type: video?.codec, video_bit_rate: video?.bitRate ?? undefined }),
  }
}

/** What others are told of it, besides its ids. */
export function metadataOf({ settled, metadata }: Member): NotifiedMetadata {
  const { authnMetadata, authzMetadata } = settled
  return given({ authn_metadata: authnMetadata, authz_metadata: authzMetadata, metadata })
}

/** As the live API lists it. */
export function listedOf(member: Member): ListedConnection {
  const { settled, openedAt } = member
  const { audio, video } = settled
  return {
    channel_id: member.channel.channelId,
    session_id: member.sessionId,
    client_id: member.clientId,
    bundle_id: member.bundleId,
    connection_id: member.connectionId,
    role: settled.role,
    multistream: true,
    simulcast: settled.simulcast,
    spotlight: settled.spotlight !== null,
    created_time: Math.floor(openedAt / 1000),
    created_timestamp: microTimestamp(openedAt),
    node_name: NODE_NAME,
    recording_block: false,
    ...given({ event_metadata: settled.eventMetadata }),
    audio: audio ? given({ codec_type: audio.codec, bit_rate: audio.bitRate ?? undefined }) : false,
    video: video ? given({ codec_type: video.codec, bit_rate: video.bitRate ?? undefined }) : false,
  }
}

export function viewOf(member: Member): SfuConnectionView {
  const { settled, receivedBytes, sentBytes, receivedBps, sentBps, roundTripMs } = member
  const isSender = settled.role !== 'recvonly'
  return {
    connectionId: member.connectionId,
    clientId: member.clientId,
    role: settled.role,
    remoteAddress: member.peer.remoteAddress,
    client: member.client,
    since: member.openedAt,
    audio: (isSender && settled.audio?.codec) || null,
    video: (isSender && settled.video?.codec) || null,
    simulcast: settled.simulcast,
    receivedBytes,
    sentBytes,
    receivedBps,
    sentBps,
    roundTripMs,
  }
}
