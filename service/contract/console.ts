/**
 * The console API: what the console shows beyond the two public APIs. Served at the console's own
 * address, authenticated by the console cookie; the Electron window and a browser use the same.
 *
 *   POST   /console/api/session            { entry }                        → SessionView; sets the cookie
 *   POST   /console/api/login              LoginRequest of the option API   → SessionView; sets the cookie
 *   GET    /console/api/session                                             → SessionView, 401 when signed out
 *   DELETE /console/api/session                                             → {}
 *   POST   /console/api/live               header X-Sfu-Target, as the live API, same answers
 *   *      /console/api/option/…           the option API: `/api/schedule` is `/console/api/option/schedule`;
 *                                          same parameters, answers and permissions, the cookie in place of the token
 *   PATCH  /console/api/channels/:id       { name }                         → {}
 *   POST   /console/api/channels/:id/test-picture                           → {}   puts the test picture on air
 *   DELETE /console/api/channels/:id/test-picture                           → {}
 *   DELETE /console/api/connections/:id                                     → {}   ends a broadcast, or a WebRTC connection
 *   GET    /console/api/keys/:kid                                           → 16 bytes, for the console's player
 *   GET    /console/api/ca.pem                                              → the certificate authority, PEM
 *   WS     /console/api/events                                              → ConsoleMessage, one JSON each
 *
 * Errors have the option API's form.
 */
import { z } from 'zod'
import type { CloseReason } from './close-reasons.ts'
import type { Environment } from './live-api.ts'
import type { Role } from './sfu-api.ts'
import type { AudioCodec, VideoCodec } from './signaling.ts'
import type { ConnectionStats } from './worker-protocol.ts'
import type { BitsPerSecond, Bytes, EpochMilliseconds, Milliseconds } from './units.ts'
import type { Rendition } from './rendition.ts'

export const entryRequest = z.object({ entry: z.string().min(1).max(256) })
export const renameChannelRequest = z.object({
  name: z
    .string({ error: 'must be a string' })
    .refine((s) => [...s].length <= 60, 'must have at most 60 characters'),
})

export interface SessionView {
  readonly user: {
    readonly userId: number
    readonly name: string
    readonly email: string
    /** A master has every permission. */
    readonly isMaster: boolean
    readonly permissions: Readonly<Record<'delivery' | 'view' | 'schedule' | 'user', boolean>>
  }
  readonly system: { readonly name: string; readonly timeZone: string }
}

/**
 * State of a channel, derived from what runs, never stored (specification of states: the console's
 * vocabulary). `since` says when it was entered.
 */
export const CHANNEL_STATES = [
  'idle',
  'authorising',
  'denied',
  'receiving',
  'packaging',
  'playable',
  'starving',
  'no-signal',
  'reconnecting',
  'ended',
] as const
export type ChannelState = (typeof CHANNEL_STATES)[number]

export interface ConnectionView {
  readonly connectionId: string
  readonly remoteAddress: string
  readonly encoder: string
  readonly connectedAt: EpochMilliseconds
  /** Multivariant playlist of this connection; null until each rendition has a segment. */
  readonly playlistUrl: string | null
  /** Null until the first measurement. */
  readonly stats: ConnectionStats | null
}

/** A WebRTC client whose media is connected. */
export interface WebrtcConnectionView {
  readonly connectionId: string
  /** Chosen by the client; else the connection id. */
  readonly clientId: string
  readonly role: Role
  readonly remoteAddress: string
  /** What its SDK says of itself; may be empty. */
  readonly client: string
  readonly since: EpochMilliseconds
  /** Codecs of what it sends; null for a kind that it does not send. */
  readonly audio: AudioCodec | null
  readonly video: VideoCodec | null
  readonly simulcast: boolean
  /** Received from it and sent to it so far. */
  readonly receivedBytes: Bytes
  readonly sentBytes: Bytes
  /** Of the last second; null before there was one. */
  readonly receivedBps: BitsPerSecond | null
  readonly sentBps: BitsPerSecond | null
  /** From a ping of the signaling to its pong; null before the first. */
  readonly roundTripMs: Milliseconds | null
}

/** The channel's playlist, which shows its newest connection. */
export interface PlaylistAddresses {
  /** https, as the live API returns it. */
  readonly playlistUrl: string
  /** The same playlist over loopback http, for the console's own player. */
  readonly previewUrl: string
}

export interface ChannelView {
  readonly channelId: string
  /** A note of the operator; the live API has no names. */
  readonly name: string
  readonly kind: 'rtmp' | 'webrtc' | 'webrtc-hls'
  readonly createdAt: EpochMilliseconds
  /** Where it was made. */
  readonly madeVia: 'console' | 'api' | 'schedule'
  readonly tokenName: string
  readonly renditions: readonly Rendition[]
  readonly encrypted: boolean
  readonly hasAuthWebhook: boolean
  readonly hasEventWebhook: boolean
  /** Where encoders publish; null for WebRTC channels. */
  readonly rtmp:
    | (PlaylistAddresses & {
        /** Whole RTMP publishing address. */
        readonly ingestUrl: string
        /** The same, split as OBS wants it. */
        readonly ingestServer: string
        readonly ingestKey: string
      })
    | null
  /** Where clients signal, and who is connected; null for RTMP channels. */
  readonly webrtc: {
    readonly sfuUrl: string
    /** 0 is the normal environment, 1 the verification environment. */
    readonly environment: Environment
    /** Null while nobody is connected. */
    readonly sessionId: string | null
    /** In the order in which they came. */
    readonly connections: readonly WebrtcConnectionView[]
    /** Null without HLS conversion. */
    readonly hls: PlaylistAddresses | null
  } | null
  readonly state: ChannelState
  readonly stateSince: EpochMilliseconds
  /** Seconds until the first segment can be there, while packaging. */
  readonly firstSegmentInSeconds: number | null
  /** Why the last publisher was refused or the last broadcast ended; null if never. */
  readonly lastClose: {
    readonly reason: CloseReason
    readonly text: string
    readonly at: EpochMilliseconds
  } | null
  /** What becomes HLS: encoders, and WebRTC clients that send where there is HLS conversion. Newest first. */
  readonly connections: readonly ConnectionView[]
  /** Since when viewers can see it; null when off air. */
  readonly onAirSince: EpochMilliseconds | null
  readonly viewers: number
  readonly testPicture: boolean
  readonly findings: readonly Finding[]
}

/** A problem in words; the console holds the sentences under `finding.<code>` with these values. */
export interface Finding {
  readonly code:
    | 'keyframe-interval'
    | 'bitrate-above-top'
    | 'frame-rate-low'
    | 'network-gap'
    | 'drift'
    | 'no-audio'
    | 'no-video'
    | 'transcoder-restarted'
    | 'disk-full'
  readonly severity: 'fail' | 'warn'
  readonly since: EpochMilliseconds
  readonly values: Readonly<Record<string, number | string>>
}

/** `stopped`: not used yet; it starts with the first client. */
export type SfuState = 'running' | 'restarting' | 'stopped'

export interface EngineView {
  readonly version: string
  readonly now: EpochMilliseconds
  readonly startedAt: EpochMilliseconds
  readonly ingest: 'running' | 'restarting'
  /** The SFU of the normal and of the verification environment. */
  readonly sfu: readonly [SfuState, SfuState]
  readonly ports: {
    readonly rtmp: number
    readonly https: number
    /** WebRTC signaling. */
    readonly signaling: number
    /** WebRTC media over UDP, by environment; 0 until a free one was taken. */
    readonly sfu: readonly [number, number]
    readonly option: number
    readonly live: number
  }
  readonly liveBaseUrl: string
  readonly optionBaseUrl: string
  readonly diskFreeBytes: number
  readonly archive: {
    /** Recordings that are being made, and how fast they grow. */
    readonly recording: number
    readonly recordingBps: number
    /** Recorded, and not in its store yet. */
    readonly pendingBytes: Bytes
    /** Destinations whose uploads wait after failures. */
    readonly failing: number
    /** Where less than this is free, nothing is recorded. */
    readonly reserveBytes: Bytes
  }
  readonly webhooksFailing: number
}

export interface ConsoleState {
  readonly engine: EngineView
  readonly channels: readonly ChannelView[]
}

/**
 * One snapshot, then numbered deltas; a gap in `seq` means: reconnect for a new snapshot. A delta holds
 * the channels that changed, the ids that are gone, and the engine when it changed.
 */
export type ConsoleMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly state: ConsoleState }
  | {
      readonly type: 'delta'
      readonly seq: number
      readonly engine?: EngineView
      readonly channels?: readonly ChannelView[]
      readonly removed?: readonly string[]
    }
  | { readonly type: 'signed-out' }
