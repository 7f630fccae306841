/**
 * Messages between control and an SFU process, which has some of the channels of one environment, or part of them.
 * Media never travels here.
 * A notification that a request caused comes before its reply.
 */
import type { FilterRules } from './forwarding-filters.ts'
import type { ChannelId, ConnectionId } from './ids.ts'
import type { Environment } from './live-api.ts'
import type { JsonObject, Rid, Role } from './sfu-api.ts'
import type { OpusParams, VideoCodec, WantedRid } from './signaling.ts'
import type { Bytes, Milliseconds } from './units.ts'

/** Where clients send media: bound at `bindAddress`, told to clients as `announced`. */
export interface IceListen {
  /** IPv4 or IPv6 address. */
  readonly bindAddress: string
  /** Addresses of candidates, of the same family. */
  readonly announced: readonly string[]
}

/** What becomes of tracks of others that match it. */
export interface TrackFilter {
  readonly action: 'block' | 'allow'
  readonly rules: FilterRules
}

/** What a new connection is, settled with the authentication webhook. */
export interface SfuOpen {
  readonly connectionId: ConnectionId
  readonly channelId: ChannelId
  /** Whose the channel is: faults on purpose go by it. */
  readonly systemId?: string
  /** By which filters of others know what it sends, besides its own id. */
  readonly clientId: string
  /** Connections that share it do not get each other's media. */
  readonly bundleId: string
  readonly role: Role
  /** Where it signals from; its family decides the candidates that it is offered. */
  readonly remoteAddress: string
  /** Capability offer of the client: what it can receive; null where it said nothing of that. */
  readonly capabilities: string | null
  /** Null: audio is neither sent nor received. Bit rate in kbit/s. */
  readonly audio: { readonly bitRate: number | null; readonly opus: OpusParams } | null
  /** Null: video is neither sent nor received. Codec is what it sends; bit rate in kbit/s. */
  readonly video: {
    readonly codec: VideoCodec
    readonly bitRate: number | null
    /** It is to turn its pictures itself, for they become HLS, where nobody does. */
    readonly upright: boolean
  } | null
  /** Layers that it sends, lowest first; null without simulcast. */
  readonly layers: readonly { readonly rid: Rid; readonly active: boolean }[] | null
  /** Layer that it gets at first of every sender; null for what the SFU chooses. */
  readonly wanted: WantedRid | null
  /** Null without spotlight. */
  readonly spotlight: { readonly focusRid: WantedRid; readonly unfocusRid: WantedRid } | null
  /** Of what it gets, in the order in which they are judged. */
  readonly filters: readonly TrackFilter[]
}

/** Why the media of a connection never came up, or ended. */
export const TRANSPORT_CAUSES = [
  'ice-timeout',
  'ice-failed',
  'dtls-failed',
  'disconnected',
  'closed-by-peer',
  'start-failed',
] as const
export type TransportCause = (typeof TRANSPORT_CAUSES)[number]

/** What a new connection is offered. */
export interface FirstOffer {
  readonly sdp: string
  /** The upstream m-lines; a kind that the client does not send is absent. */
  readonly mid: { readonly audio?: string; readonly video?: string }
}

/** SDP of a client that an SFU process cannot work with; the connection is then to be closed. */
export interface SdpFault {
  /** What is wrong with it, in words that repeat nothing of it. */
  readonly sdpFault: string
}

/** Requests that control sends to an SFU process: name → [request, reply]. */
export interface SfuRequests {
  /** First message. The UDP port is the same for all families; 0 asks for any free one. */
  start: [{ version: number; environment: Environment; listen: IceListen[]; port: number }, { port: number }]
  'connection.open': [SfuOpen, FirstOffer | SdpFault]
  /** The next offer; there is no other before its answer. */
  'connection.reoffer': [{ connectionId: ConnectionId }, { sdp: string }]
  /** A fault where the answer does not fit the last offer. */
  'connection.answer': [{ connectionId: ConnectionId; sdp: string }, Record<string, never> | SdpFault]
  /** One more address of the client; nothing happens where it is no use, or the connection is gone. */
  'connection.candidate': [{ connectionId: ConnectionId; candidate: string }, Record<string, never>]
  /** Resolves when nobody gets its media any more. */
  'connection.close': [{ connectionId: ConnectionId }, Record<string, never>]
  /** Groups of growing counters (docs/signaling.md). */
  'connection.stats': [{ connectionId: ConnectionId }, JsonObject]
  /** Layer that a receiver gets of one sender, or of all; null takes back what was requested. */
  'layer.request': [
    { connectionId: ConnectionId; sender: ConnectionId | null; rid: WantedRid | null },
    Record<string, never>,
  ]
  'video.pause': [
    { connectionId: ConnectionId; sender: ConnectionId; paused: boolean },
    Record<string, never>,
  ]
  /** Most that the connection is to send as video, kbit/s. */
  'video.limit': [{ connectionId: ConnectionId; bitRate: number }, Record<string, never>]
  'spotlight.resize': [{ channelId: ChannelId; count: number }, Record<string, never>]
  'spotlight.focus': [
    { channelId: ChannelId; connectionId: ConnectionId; fixed: boolean },
    Record<string, never>,
  ]
  'spotlight.unfocus': [{ channelId: ChannelId; connectionId: ConnectionId }, Record<string, never>]
  /** Hands the connection's media on to the ingest process, which waits at `pipe` for `token`. */
  'relay.start': [{ connectionId: ConnectionId; pipe: string; token: string }, Record<string, never>]
  /**
   * Has another process, which says `token` at `pipe`, carry connections of the channel too. From then on the channel
   * is here until `room.end`, whoever is connected.
   */
  'room.await': [{ channelId: ChannelId }, { pipe: string; token: string }]
  /**
   * Carries connections of a channel that another process has, too; resolves when what is sent there is known here.
   * `isHome`: that process decides who is in focus; it comes first where there are several.
   */
  'room.join': [{ channelId: ChannelId; pipe: string; token: string; isHome: boolean }, Record<string, never>]
  /** Resolves when all that other processes said of the channel before is heard here. */
  'room.settle': [{ channelId: ChannelId }, Record<string, never>]
  /** Ends the channel's connections that are here, and its links to other processes. */
  'room.end': [{ channelId: ChannelId }, Record<string, never>]
  /** Closes every connection and lets the process end. */
  stop: [Record<string, never>, Record<string, never>]
}

export interface ConnectionUsage {
  readonly connectionId: ConnectionId
  /** RTP and RTCP of the client so far. */
  readonly receivedBytes: Bytes
  readonly sentBytes: Bytes
  /** Since its last picture or sound came, without repeats and padding; null before the first. */
  readonly mediaAgeMs: Milliseconds | null
}

/** How busy an SFU process is. */
export interface SfuLoad {
  /** Cores that it used in the last second, on all of its threads. */
  readonly cpu: number
}

/** Notifications of an SFU process: name → body. */
export interface SfuNotifications {
  /** Media is connected. The connections that get it were told by `connection.changed` before. */
  'connection.opened': { connectionId: ConnectionId }
  /** What the connection gets has changed: it needs the next offer. */
  'connection.changed': { connectionId: ConnectionId }
  /** Media did not come up or broke off; the connection is to be closed. */
  'connection.lost': { connectionId: ConnectionId; cause: TransportCause }
  'spotlight.focused': { channelId: ChannelId; connectionId: ConnectionId; fixed: boolean }
  'spotlight.unfocused': { channelId: ChannelId; connectionId: ConnectionId }
  /** Once a second. */
  'connection.usage': { connections: ConnectionUsage[] }
  /** Once a second. */
  'sfu.load': SfuLoad
}
