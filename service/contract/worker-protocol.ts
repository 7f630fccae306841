/**
 * Messages between control and the media processes. Every request has an id and a deadline; the reply
 * comes before any notification that it caused. Of media, only single pictures travel here, when somebody looks.
 */
import type { LostMedia, RecordedFile, RecordingPlan } from './archive.ts'
import type { CloseReason } from './close-reasons.ts'
import type { FaultCount, FaultOrders } from './faults.ts'
import type { ChannelId, ConnectionId, RecordingId } from './ids.ts'
import type { EncryptionPlan, KeyPicture, RenditionPlan } from './media.ts'
import type { RefusalData } from './refusal/refusal.ts'
import type { Bytes, Decibels, EpochMilliseconds, Milliseconds } from './units.ts'

/** Raised by both sides when the other speaks another version. */
export const WORKER_PROTOCOL_VERSION = 1

/** A port of 0 asks for any free one. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export interface TlsMaterial {
  /** PEM. */
  readonly certificate: string
  /** PEM. Secret. */
  readonly privateKey: string
}

/** Who may load the playlists of a channel, where that is not simply everybody. */
export interface PlaylistAccess {
  readonly channelId: ChannelId
  /** Only who has an address that was signed. */
  readonly signedOnly: boolean
  /** Subjects of addresses that were taken back before their end. */
  readonly revoked: readonly string[]
}

/** What the origin checks addresses by. */
export interface PlaylistGate {
  /** What addresses are signed with. Secret. */
  readonly key: string
  /** Channels that are not listed are for everybody. */
  readonly access: readonly PlaylistAccess[]
  /** By which addresses end; the real clock where it is left out. */
  readonly clock?: ClockReading
}

/** A clock that was moved: at `realAt` of the real one it showed `ruleAt`. */
export interface ClockReading {
  /** How many times as fast as real time; 0: it stands. */
  readonly rate: number
  readonly ruleAt: EpochMilliseconds
  readonly realAt: EpochMilliseconds
}

/** Players at one address that were not let in, within a second. */
export interface TurnedAway {
  readonly channelId: ChannelId
  /** Of the address they came by; null where it was none of ours. */
  readonly subject: string | null
  readonly why: 'no-address' | 'wrong-address' | 'address-ended'
  readonly remoteAddress: string
  /** What the player says of itself, cut short. */
  readonly player: string
}

/** Requests that control sends to the ingest process: name → [request, reply]. */
export interface IngestRequests {
  /** First message; the ingest process listens when it replies. */
  start: [
    {
      version: number
      rtmp: ListenAddress
      /** For encoders that speak RTMPS, on the same port. */
      tls: TlsMaterial
      /** Folder for segments and playlists; owned by the ingest process. */
      hlsDirectory: string
      /** Channels that exist; what is left on disk of others is removed. */
      channels: ChannelId[]
      /** Free space below which nothing is recorded; 1 GiB by default. */
      spoolReserveBytes?: Bytes
    },
    { rtmpPort: number },
  ]
  /** Presents another certificate from the next encoder on. */
  'tls.replace': [TlsMaterial, Record<string, never>]
  /** A process of the origin is to be handed what is written: it connects to `pipe` and says `token`. */
  'origin.attach': [Record<string, never>, { pipe: string; token: string }]
  /**
   * Makes playlists of a WebRTC connection: the SFU process is to connect to `pipe` and to say `token`.
   * It is then like a publisher's: `connection.stats`, `playlist.ready`, `playlist.ended` tell of it.
   */
  'relay.open': [
    {
      channelId: ChannelId
      connectionId: ConnectionId
      renditions: RenditionPlan[]
      encryption: EncryptionPlan | null
      recordings: readonly RecordingPlan[]
    },
    { pipe: string; token: string },
  ]
  /** Closes the channel's connections, ends its playlists and removes its files after a while. */
  'channel.close': [{ channelId: ChannelId; reason: CloseReason }, Record<string, never>]
  /**
   * Closes one connection. Where the reason says that it was meant, its playlists end at once, also where it
   * is gone already; else after the grace.
   */
  'connection.close': [{ connectionId: ConnectionId; reason: CloseReason }, Record<string, never>]
  /**
   * The newest key picture of what viewers see of the channel, of its smallest rendition with video and
   * not encrypted; null while there is none.
   */
  'picture.source': [{ channelId: ChannelId }, { picture: KeyPicture | null }]
  /** Closes every connection, ends every playlist and lets the process end. */
  stop: [{ reason: CloseReason }, Record<string, never>]
}

/** Requests that the ingest process sends to control: name → [request, reply]. */
export interface ControlRequests {
  /** Asked for each publish, before the encoder is told that it may send. */
  'publish.authorize': [
    {
      channelId: string
      /** Of the publishing address; may hold secrets. */
      query: string
      remoteAddress: string
      encoder: string
    },
    (
      | { allow: false; reason: string; closeReason: CloseReason }
      | {
          allow: true
          connectionId: ConnectionId
          /** Whose the channel is: faults on purpose go by it. */
          systemId?: string
          renditions: RenditionPlan[]
          encryption: EncryptionPlan | null
          /** Of the renditions that are archived. */
          recordings: readonly RecordingPlan[]
        }
    ),
  ]
  /** Asks for a transcoder that connects to `pipe` and says `token`. */
  'transcoder.start': [{ connectionId: ConnectionId; pipe: string; token: string }, { pid: number }]
}

/** What came of one connection so far, by the clock of the process that takes it: two reports give rates. */
export interface ArrivedTotals {
  /** When it was counted. */
  readonly at: EpochMilliseconds
  readonly videoBytes: Bytes
  readonly audioBytes: Bytes
  readonly videoFrames: number
  /** The last time that nothing came for 1 s or more, told when media goes on: since when and how long. */
  readonly lastPause: { readonly at: EpochMilliseconds; readonly ms: Milliseconds } | null
  /**
   * How far media time is behind real time, against 5 s after the first media; negative when it is ahead;
   * null before that.
   */
  readonly driftMs: Milliseconds | null
}

/** How old the newest media is that viewers can load, of the rendition that is latest. */
export interface ListedLate {
  /** When the last of it came in. */
  readonly until: EpochMilliseconds
  /** So much later it was in the playlist. */
  readonly afterMs: Milliseconds
  /** By how much more than the least of the last 10 s. */
  readonly growthMs: Milliseconds
}

/** What is measured of one connection, once a second. */
export interface ConnectionStats {
  readonly connectionId: ConnectionId
  readonly receivedBytes: Bytes
  /** When the last media message came. */
  readonly lastMediaAt: EpochMilliseconds
  readonly arrived: ArrivedTotals
  readonly video: {
    readonly width: number
    readonly height: number
    /** Of the last 10 s of media. */
    readonly frameRate: number
    /** What the encoder says that it sends; null where it does not say. */
    readonly nominalFrameRate: number | null
    readonly bitRateBps: number
    /** Seconds between the last two key frames; 0 before the second one. */
    readonly keyFrameIntervalSeconds: number
    readonly profile: string
  } | null
  readonly audio: {
    readonly sampleRate: number
    readonly channels: number
    readonly bitRateBps: number
  } | null
  /** What viewers hear; null where it is not known: none is sent, or it is passed through without decoding. */
  readonly sound: {
    /** Of the last 3 s (EBU R 128), LUFS, -70 for less; null before so many came. */
    readonly shortTermLufs: number | null
    /** Since when it is digital silence; told from its 2nd second on. */
    readonly silentSince: EpochMilliseconds | null
  } | null
  /** What viewers see; null where it is not known, in the same way. */
  readonly picture: {
    readonly blackSince: EpochMilliseconds | null
    /** Since when nothing in it moves; told from its 2nd second on. */
    readonly frozenSince: EpochMilliseconds | null
  } | null
  /** Transcoder restarts so far. */
  readonly transcoderRestarts: number
  /** True where every rendition is passed through without transcoding. */
  readonly passthrough: boolean
  readonly segments: number
  /** Null before the first segment. */
  readonly listed: ListedLate | null
  /** True while segments can't be written to disk and are held in memory. */
  readonly diskFull: boolean
  /** So much after its picture the sound comes, by their timestamps: the least of the last 5 s; null where unknown. */
  readonly soundBehindMs: Milliseconds | null
  /** So much of what came is not transcoded yet: the least of the last 5 s; null where unknown or nothing is. */
  readonly transcodingBehindMs: Milliseconds | null
}

/** How loud one connection is. */
export interface SoundLevels {
  readonly connectionId: ConnectionId
  /** Highest sample since the levels before, left and right, dBFS; -120 for nothing. */
  readonly peaksDb: readonly [Decibels, Decibels]
}

/** What an encoder sends and a rendition cannot be made of. */
export interface UnsupportedCodec {
  readonly kind: 'video' | 'audio'
  /** As it is usually called, `HEVC` for one. */
  readonly codec: string
}

/** Notifications of the ingest process: name → body. */
export interface IngestNotifications {
  'connection.closed': {
    connectionId: ConnectionId
    reason: CloseReason
    receivedBytes: Bytes
    /** What an encoder sent that cannot be used; only with the reason `unsupported-codec`. */
    unsupported?: UnsupportedCodec
  }
  /** Each rendition of the connection has its first segment listed. */
  'playlist.ready': { connectionId: ConnectionId }
  /** The playlists of the connection have their end mark. */
  'playlist.ended': { connectionId: ConnectionId }
  'connection.stats': { connections: ConnectionStats[] }
  /** Of those whose sound is decoded and came, 5 times a second. */
  'sound.levels': { levels: SoundLevels[] }
  /** An initialization segment or a segment of a recording is on disk. */
  'recording.file': { recordingId: RecordingId; file: RecordedFile }
  /** Something could not be written; `lost` is all of that so far. */
  'recording.lost': { recordingId: RecordingId; lost: LostMedia }
  /** Everything that was recorded is on disk; nothing follows. */
  'recording.ended': { recordingId: RecordingId; lost: LostMedia }
}

/** What control tells each ingest, SFU and archive process, only under `--emulator`, and then before `start`. */
export interface FaultsToWorker {
  'faults.arm': FaultOrders
}

/** What such a process tells of them. */
export interface FaultsFromWorker {
  /** It heeds these orders from now on. */
  'faults.armed': Pick<FaultOrders, 'number'>
  /** At once for what is counted first, then every 100 ms. */
  'faults.hit': { counts: readonly FaultCount[] }
}

/** Requests that control sends to a transcoder or a test picture process. */
export interface TranscoderRequests {
  /** Answered once the process is warm. */
  begin: [Record<string, never>, Record<string, never>]
  /** A pre-warmed transcoder connects to the ingest process. */
  assign: [{ pipe: string; token: string }, Record<string, never>]
}

/** Requests that control sends to the thumbnail process: name → [request, reply]. */
export interface ThumbnailRequests {
  /** Answered once the process is there. */
  begin: [Record<string, never>, Record<string, never>]
  /** Scales a picture down; `jpeg` is a whole JPEG file. Fails where the picture cannot be decoded. */
  draw: [KeyPicture, { jpeg: Uint8Array }]
}

export interface TestPictureRequests {
  /** Answered once the process is there. */
  begin: [Record<string, never>, Record<string, never>]
  /** Publishes bars, a clock and a tone to `url` until stopped. */
  publish: [
    { url: string; width: number; height: number; frameRate: number; bitRateBps: number },
    Record<string, never>,
  ]
}

/** Any map of requests as above; a constraint on interfaces when given the interface itself. */
export type RequestMap<Of = Record<string, unknown>> = { [Name in keyof Of]: [unknown, unknown] }
export type NotificationMap<Of = Record<string, unknown>> = { [Name in keyof Of]: unknown }

/** An error as it crosses a link between processes. */
export interface ErrorData {
  readonly name: string
  readonly message: string
  /** The system's, such as `ENOSPC`. */
  readonly code?: string
  readonly refusal?: RefusalData
  readonly cause?: ErrorData
}

/** What a process uses of the computer, by the system's count. */
export interface ProcessUsage {
  /** When it was counted, by a clock of the process that runs evenly: differences alone mean something. */
  readonly at: Milliseconds
  /** By all of its threads since it began. */
  readonly cpuMs: Milliseconds
  readonly memoryBytes: Bytes
}

/** One message on the wire between two processes. */
export type WireMessage =
  | { kind: 'request'; id: number; name: string; body: unknown; deadlineMs: number }
  | { kind: 'reply'; id: number; body: unknown }
  | { kind: 'failure'; id: number; error: ErrorData }
  | { kind: 'notification'; name: string; body: unknown }
  /** Asks a process what it uses; each answers, whatever it does. */
  | { kind: 'usage' }
  | { kind: 'used'; usage: ProcessUsage }
