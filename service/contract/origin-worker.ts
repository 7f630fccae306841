/** Messages between control and the processes of the HLS origin. They get media from ingest, by a local pipe. */
import type { ChannelId } from './ids.ts'
import type { Bytes } from './units.ts'
import type {
  ClockReading,
  ListenAddress,
  PlaylistAccess,
  PlaylistGate,
  TlsMaterial,
  TurnedAway,
} from './worker-protocol.ts'

/**
 * How a process comes by its ports. `alone`: nobody shares them. The others share them, and the system gives each new
 * connection to one of them: `first` makes sure that nobody else has them, `join` is one more.
 */
export type PortShare = 'alone' | 'first' | 'join'

/** What the processes of one origin have in common, so that whoever comes back may come to any of them. */
export interface OriginTls {
  readonly tls: TlsMaterial
  /** What sessions that are resumed are sealed with (RFC 8446 4.6.1, RFC 5077), 48 bytes. Secret. */
  readonly ticketKeys: Uint8Array
}

/** Requests that control sends to a process of the origin: name → [request, reply]. */
export interface OriginRequests {
  /** First message; the process listens when it replies. */
  start: [
    OriginTls & {
      version: number
      https: ListenAddress
      http: ListenAddress
      share: PortShare
      /** True: other computers have to speak TLS with `http` too. */
      protectHttp?: boolean
      /** Names of this computer besides those of its addresses, by which files may be asked for. */
      names?: readonly string[]
      /** Where ingest keeps segments and playlists; only read. */
      hlsDirectory: string
      /** What is kept in memory of what is on air. */
      memoryBytes: Bytes
      gate: PlaylistGate
    },
    { httpsPort: number; httpPort: number },
  ]
  /** From now on ingest hands over what it writes: the process is to connect to `pipe` and to say `token`. */
  attach: [{ pipe: string; token: string }, Record<string, never>]
  /** From the next request on, this is who may load the channel's playlists. */
  'playlists.access': [PlaylistAccess, Record<string, never>]
  /** Addresses of playlists end by this clock. */
  'playlists.clock': [ClockReading, Record<string, never>]
  /** Presents another certificate from the next connection on, or seals sessions anew. */
  'tls.replace': [OriginTls, Record<string, never>]
  /** Ends every connection and lets the process end. */
  stop: [Record<string, never>, Record<string, never>]
}

/** Whom one process has served, and turned away, since it told before. */
export interface Attendance {
  /** Each viewer once for each channel and subject. Two processes have the same name for the same viewer. */
  readonly seen: readonly {
    readonly channelId: ChannelId
    /** Of the address that was signed; null for one that was not. */
    readonly subject: string | null
    readonly viewers: readonly string[]
  }[]
  readonly turnedAway: readonly TurnedAway[]
}

/** Notifications of a process of the origin: name → body. */
export interface OriginNotifications {
  /** Once a second. */
  attendance: Attendance
  /** The pipe from ingest has broken: what is new is read from disk until there is another one. */
  detached: Record<string, never>
}

/** How many watch, by all processes of the origin together. */
export interface ViewerStats {
  /** Distinct viewers of the last 10 s, by address and user agent; channels without any are left out. */
  readonly viewers: readonly { readonly channelId: ChannelId; readonly count: number }[]
  /** Those of them who came by an address that was signed, by its subject. */
  readonly bySubject: readonly {
    readonly channelId: ChannelId
    readonly subject: string
    readonly count: number
  }[]
  /** Since it was told before. */
  readonly turnedAway: readonly TurnedAway[]
}
