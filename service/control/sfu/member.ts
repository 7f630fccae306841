import type { ConnectionId } from '../../contract/ids.ts'
import type { Json, ListedConnection } from '../../contract/sfu-api.ts'
import type { SfuOpen } from '../../contract/sfu-worker.ts'
import type { NotifiedMetadata, OfferMessage } from '../../contract/signaling.ts'
import type { BitsPerSecond, Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { microTimestamp } from '../../platform/timestamp.ts'
import type { CreatedEvent, SfuConnectionView, WebrtcChannel } from './dependencies.ts'
import { given } from './given.ts'
import { NODE_NAME } from './sender.ts'
import type { Settled, SettledVideo } from './settle.ts'
import type { SignalingPeer } from './signaling-admission.ts'

/** Who connects, decided. */
export interface Admitted {
  readonly connectionId: ConnectionId
  readonly channel: WebrtcChannel
  readonly settled: Settled
  /** Its capability offer; null where it made none. */
  readonly capabilities: string | null
  /** What it says of itself; may be empty. */
  readonly client: string
  readonly peer: SignalingPeer
}

/** What is known of a WebRTC connection. */
export interface SfuMember extends Admitted {
  readonly sessionId: string
  readonly clientId: string
  readonly bundleId: string
  /** When its answer came. */
  readonly answeredAt: EpochMilliseconds
  /** When its media was connected. */
  readonly openedAt: EpochMilliseconds
  /** What its created event told; null before its media is connected. */
  readonly told: CreatedEvent | null
  /** Whole minutes announced. */
  readonly minutes: number
  readonly receivedBytes: Bytes
  readonly sentBytes: Bytes
  /** Of the last second; null before there was one. */
  readonly receivedBps: BitsPerSecond | null
  readonly sentBps: BitsPerSecond | null
  /** Of the signaling; null before the first pong. */
  readonly roundTripMs: Milliseconds | null
  /** What others are told of it; operations change it. */
  readonly metadata: Json | undefined
}

export function sends({ settled }: Pick<SfuMember, 'settled'>): boolean {
  return settled.role !== 'recvonly' && (settled.audio !== null || settled.video !== null)
}

/** What the SFU process is told of a new connection. */
export function openRequest({ connectionId, channel, settled, ...member }: SfuMember): SfuOpen {
  const { role, audio, video, encodings, wanted, spotlight, filters } = settled
  return {
    connectionId,
    channelId: channel.channelId,
    systemId: channel.systemId,
    clientId: member.clientId,
    bundleId: member.bundleId,
    role,
    remoteAddress: member.peer.remoteAddress,
    capabilities: member.capabilities,
    audio: audio && { bitRate: audio.bitRate, opus: audio.opus },
    video: video && { codec: video.codec, bitRate: video.bitRate, upright: channel.kind === 'webrtc-hls' },
    layers: encodings?.map(({ rid, active = true }) => ({ rid, active })) ?? null,
    wanted,
    spotlight: spotlight && { focusRid: spotlight.focusRid, unfocusRid: spotlight.unfocusRid },
    filters,
  }
}

/**
 * Clients need neither STUN nor TURN. The C++ SDK, which sends no SDP, takes no offer without this; that of iOS, which
 * sends none when it receives only, takes none with it.
 */
function configFor({ capabilities, client }: Pick<SfuMember, 'capabilities' | 'client'>) {
  if (capabilities !== null || client.startsWith('Sora iOS SDK ')) return undefined
  return { iceServers: [], iceTransportPolicy: 'all' } as const
}

/** @param made what the SFU process made for it */
export function offerMessage(
  { connectionId, channel, sessionId, clientId, bundleId, settled, ...member }: SfuMember,
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
    ...given({ config: configFor(member), encodings: encodings ?? undefined, metadata }),
    data_channel_signaling: false,
    ignore_disconnect_websocket: false,
    audio: audio !== null,
    ...given({ audio_codec_type: audio?.codec, audio_bit_rate: audio?.bitRate ?? undefined }),
    video: video !== null,
    ...given({ video_codec_type: video?.codec, video_bit_rate: video?.bitRate ?? undefined }),
  }
}

/** What others are told of it, besides its ids. */
export function metadataOf({ settled, metadata }: SfuMember): NotifiedMetadata {
  const { authnMetadata, authzMetadata } = settled
  return given({ authn_metadata: authnMetadata, authz_metadata: authzMetadata, metadata })
}

/** As the live API lists it. */
export function listedOf(member: SfuMember): ListedConnection {
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
    video: video ? listedVideo(video) : false,
  }
}

function listedVideo({ codec, bitRate, params }: SettledVideo): ListedConnection['video'] {
  return given({
    codec_type: codec,
    bit_rate: bitRate ?? undefined,
    vp9_params: params.video_vp9_params,
    av1_params: params.video_av1_params,
    h264_params: params.video_h264_params,
  })
}

export function viewOf(member: SfuMember): SfuConnectionView {
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
