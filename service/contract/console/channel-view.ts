/** A channel as the console shows it. */
import { z } from 'zod'
import { CLOSE_REASONS } from '../close-reasons.ts'
import type { CloseReason } from '../close-reasons.ts'
import { ENVIRONMENTS } from '../live-api.ts'
import { renditionSchema } from '../rendition.ts'
import { roleSchema } from '../sfu-api.ts'
import { audioCodec, videoCodec } from '../signaling.ts'
import { connectionStats } from './connection-stats.ts'
import { publishStatus } from './publishing.ts'
import type { Shown } from './route.ts'
import { bitsPerSecond, bytes, count, milliseconds, moment } from './units.ts'
import { failureClass } from './webhooks.ts'

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
export const channelState = z.enum(CHANNEL_STATES)
export type ChannelState = z.output<typeof channelState>

export const closeReason = z.enum(Object.keys(CLOSE_REASONS) as CloseReason[])

export const connectionView = z.strictObject({
  connectionId: z.string(),
  /** Null where it is not shown. */
  remoteAddress: z.string().nullable(),
  encoder: z.string().nullable(),
  connectedAt: moment,
  /** Multivariant playlist of this connection; null until each rendition has a segment. */
  playlistUrl: z.string().nullable(),
  /** Its playlists list parts of segments while they are made: what was set when it began. */
  lowLatency: z.boolean(),
  /** Null until the first measurement. */
  stats: connectionStats.nullable(),
})
export type ConnectionView = Shown<typeof connectionView>

/** A WebRTC client whose media is connected. */
export const webrtcConnectionView = z.strictObject({
  connectionId: z.string(),
  /** Chosen by the client; else the connection id. */
  clientId: z.string(),
  role: roleSchema,
  remoteAddress: z.string(),
  /** What its SDK says of itself; may be empty. */
  client: z.string(),
  since: moment,
  /** Codecs of what it sends; null for a kind that it does not send. */
  audio: audioCodec.nullable(),
  video: videoCodec.nullable(),
  simulcast: z.boolean(),
  /** Received from it and sent to it so far. */
  receivedBytes: bytes,
  sentBytes: bytes,
  /** Of the last second; null before there was one. */
  receivedBps: bitsPerSecond.nullable(),
  sentBps: bitsPerSecond.nullable(),
  /** From a ping of the signaling to its pong; null before the first. */
  roundTripMs: milliseconds.nullable(),
})
export type WebrtcConnectionView = Shown<typeof webrtcConnectionView>

/** The channel's playlist, which shows its newest connection. */
export const playlistAddresses = z.strictObject({
  /** https, as the live API returns it. */
  playlistUrl: z.string(),
  /** The same playlist over loopback http, for the console's own player. */
  previewUrl: z.string(),
})
export type PlaylistAddresses = Shown<typeof playlistAddresses>

/** A problem in words; the console holds the sentences under `finding.<code>` with these values. */
export const finding = z.strictObject({
  code: z.enum([
    'keyframe-interval',
    'bitrate-above-top',
    'frame-rate-low',
    'network-gap',
    'drift',
    'no-audio',
    'no-video',
    'silent',
    'black',
    'frozen',
    'source-small',
    'sound-late',
    'transcoding-late',
    'transcoder-restarted',
    'disk-full',
  ]),
  severity: z.enum(['fail', 'warn']),
  since: moment,
  values: z.record(z.string(), z.union([z.number(), z.string()])),
})
export type Finding = Shown<typeof finding>

/** How long ago what viewers see happened: came in at this computer. */
const pictureAge = z.strictObject({
  ms: milliseconds,
  rising: z.boolean(),
  /** It rises, or is twice what the renditions mean it to be. */
  tooOld: z.boolean(),
})
export type PictureAge = Shown<typeof pictureAge>

export const channelView = z.strictObject({
  channelId: z.string(),
  /** A note of the operator; the live API has no names. */
  name: z.string(),
  /** A word of the operator that puts channels together; empty where there is none. */
  label: z.string(),
  kind: z.enum(['rtmp', 'webrtc', 'webrtc-hls']),
  createdAt: moment,
  /** Where it was made. */
  madeVia: z.enum(['console', 'api', 'schedule']),
  /** Null where it is not shown, as all that `who-sees.ts` hides and that is no list. */
  tokenName: z.string().nullable(),
  renditions: z.array(renditionSchema),
  encrypted: z.boolean(),
  hasAuthWebhook: z.boolean().nullable(),
  hasEventWebhook: z.boolean().nullable(),
  /** Where encoders publish; null for WebRTC channels. */
  rtmp: playlistAddresses
    .extend({
      /** Whole RTMP publishing address. */
      ingestUrl: z.string().nullable(),
      /** The same, split as OBS wants it. */
      ingestServer: z.string().nullable(),
      ingestKey: z.string().nullable(),
    })
    .nullable(),
  /** Where clients signal, and who is connected; null for RTMP channels. */
  webrtc: z
    .strictObject({
      sfuUrl: z.string().nullable(),
      /** 0 is the normal environment, 1 the verification environment. */
      environment: z.literal(ENVIRONMENTS),
      /** Null while nobody is connected. */
      sessionId: z.string().nullable(),
      /** In the order in which they came. */
      connections: z.array(webrtcConnectionView),
      /** When media last came of those who send; null with HLS, and before. */
      lastMediaAt: moment.nullable(),
      /** Null without HLS conversion. */
      hls: playlistAddresses.nullable(),
    })
    .nullable(),
  state: channelState,
  stateSince: moment,
  /** Seconds until the first segment can be there, while packaging. */
  firstSegmentInSeconds: z.number().nullable(),
  /** Why the last publisher was refused or the last broadcast ended; null if never. */
  lastClose: z
    .strictObject({
      reason: closeReason,
      /** What the authentication webhook said of its refusal; null where it said nothing. */
      said: z.string().nullable(),
      /** Why the authentication webhook gave no answer that counts; null where it did. */
      failure: failureClass.nullable(),
      /** What the encoder sent that cannot be used; null where that was not the reason, or is not known any more. */
      unsupported: z.strictObject({ kind: z.enum(['video', 'audio']), codec: z.string() }).nullable(),
      at: moment,
    })
    .nullable(),
  /** What becomes HLS: encoders, and WebRTC clients that send where there is HLS conversion. Newest first. */
  connections: z.array(connectionView),
  /**
   * Since when viewers can see it: by a playlist or, without HLS, because media of who sends has come; null
   * when off air.
   */
  onAirSince: moment.nullable(),
  /**
   * Null while it is not known: off air and before the first segment. Without HLS viewers get media as it comes; then
   * it is null until nothing came for 3 s.
   */
  pictureAge: pictureAge.nullable(),
  /** Who loads playlists or, without HLS, clients that only receive. */
  viewers: count,
  testPicture: z.boolean(),
  /** Of the store that it is published to; null where it is not, and while nothing was stored there. */
  publish: publishStatus.nullable(),
  findings: z.array(finding),
})
export type ChannelView = Shown<typeof channelView>
