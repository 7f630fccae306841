/** What is known of the broadcasts of a channel. */
import type { FailureClass } from '../../contract/console/webhooks.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Finding } from '../../contract/console/channel-view.ts'
import type { ConnectionStats, UnsupportedCodec } from '../../contract/worker-protocol.ts'
import type { ChannelKind } from '../channel/channel.ts'
import type { Drift } from './drift.ts'

/** What is remembered of a connection's measurements, so that states and findings can say since when. */
export interface Observed {
  /** When a track was first known; null before. */
  readonly tracksKnownAt: EpochMilliseconds | null
  /** When video or audio last came; null before. */
  readonly lastVideoAt: EpochMilliseconds | null
  readonly lastAudioAt: EpochMilliseconds | null
  /** Measurements in which video came, one a second. */
  readonly videoReports: number
  /** Mean of about the last 10 s, bit/s, without what an encoder sends at once as it starts; null before. */
  readonly meanVideoBps: number | null
  /** Mean of about the last 10 s in which frames came; null before. */
  readonly meanFrameRate: number | null
  readonly drift: Drift
  /** When the transcoder was last started again; null when never. */
  readonly restartedAt: EpochMilliseconds | null
  /** Since when each finding holds. */
  readonly findingsSince: Readonly<Partial<Record<Finding['code'], EpochMilliseconds>>>
}

/** One connection that is on air, or within the grace after its publisher went. */
export interface LiveConnection {
  readonly connectionId: ConnectionId
  readonly channelId: ChannelId
  readonly kind: Exclude<ChannelKind, 'webrtc'>
  readonly remoteAddress: string
  readonly encoder: string
  readonly connectedAt: EpochMilliseconds
  /** When each rendition had its first segment; null before. */
  readonly playlistReadyAt: EpochMilliseconds | null
  /** Its playlists list parts of segments (draft-pantos-hls-rfc8216bis 4.4.4.9). */
  readonly lowLatency: boolean
  /** When its publisher went; null while it sends. */
  readonly endedAt: EpochMilliseconds | null
  readonly stats: ConnectionStats | null
  /** Absent until the first measurement. */
  readonly observed?: Observed
}

/** What is known of a channel's broadcasts; the console derives its state from it. */
export interface ChannelActivity {
  /** Newest first; those whose playlist has not ended yet. */
  readonly connections: readonly LiveConnection[]
  /** When the authentication webhook was asked, while its answer is awaited. */
  readonly authorisingSince: EpochMilliseconds | null
  /** Last refusal, cleared by an accepted connection; that of a codec by the first playlist. */
  readonly denied: {
    readonly at: EpochMilliseconds
    readonly reason: CloseReason
    /** What the authentication webhook said of it; null where it said nothing. */
    readonly said: string | null
    /** Why the authentication webhook gave no answer that counts; null where it did. */
    readonly failure: FailureClass | null
    /** What it sent that cannot be used; null where that was not the reason. */
    readonly unsupported: UnsupportedCodec | null
  } | null
  /** How the last broadcast ended: when its publisher went and why. */
  readonly lastEnd: {
    readonly at: EpochMilliseconds
    readonly reason: CloseReason
    /** When its playlist got the end mark; absent within the grace. */
    readonly playlistEndedAt?: EpochMilliseconds
  } | null
  /** Without HLS: since when a client is connected who sends; null for nobody, and on channels with HLS. */
  readonly sendingSince: EpochMilliseconds | null
  /** Without HLS, once media has come of those who send now; absent before. */
  readonly relayed?: {
    /** When the last came of anybody. */
    readonly lastMediaAt: EpochMilliseconds
    /** What the newest of them says of itself; may be empty. */
    readonly client: string
  }
  /**
   * Since when the channel's playlist goes on without an end or, without HLS, clients get media of who sends;
   * null while nobody can see anything.
   */
  readonly onAirSince: EpochMilliseconds | null
  /** Who loads playlists or, without HLS, clients that only receive. */
  readonly viewers: number
}
