/**
 * Messages between the service and Electron's main process, when the service runs in a utility process.
 * Main starts the service, and starts the media processes for it (a utility process cannot); it relays
 * their messages unread. Under plain Node none of this is used.
 *
 * Order: main posts `start`; the service answers `ready` or `failed` once, then ends itself after `failed`; after `ready` it
 * tells its `status`.
 * `worker.*` and `secret.*` messages may come before `ready`. Main posts `stop` to end the service; it answers `stopped`
 * and exits with code 0. When the service's process is gone, main posts `parent-lost` to each of its
 * workers, which then close their broadcasts and end themselves.
 */
import type { ChannelState } from './console/channel-view.ts'
import type { Bytes, EpochMilliseconds } from './units.ts'
import type { WireMessage } from './worker-protocol.ts'

/** How ports are chosen: those of the last start or any free one, the usual ones or failure, the usual ones or the next free ones. */
export const PORT_MODES = ['auto', 'default', 'next'] as const
export type PortMode = (typeof PORT_MODES)[number]

/** Names of the media processes; also the file of each, `<folder of the bundle>/<name>.js`. */
export const WORKER_NAMES = [
  'ingest',
  'origin',
  'sfu',
  'archive',
  'transcode',
  'test-picture',
  'thumbnail',
] as const
export type HostWorkerName = (typeof WORKER_NAMES)[number]

/** What main decides for the service; everything else has the defaults of the command line. */
export interface ServiceStart {
  /** The usual folder when absent. */
  readonly dataDir?: string
  readonly ports: PortMode
  /** Language-independent zone name of the first system; the machine's when absent. */
  readonly timeZone?: string
  /** pino level of stderr, default `warn`. */
  readonly logLevel?: string
}

/** What main needs to open the window. */
export interface ServiceReady {
  /** Address of the console without the token and without a slash at its end. */
  readonly consoleUrl: string
  /** Address with a one-time entry token in its fragment: `<consoleUrl>/#entry=<token>`. Secret. */
  readonly entryUrl: string
  /** https and wss base that the local certificate authority vouches for. */
  readonly mediaBaseUrl: string
  /** PEM file of the local certificate authority. */
  readonly caCertFile: string
}

/** A channel whose playlist goes on: what would be lost if the service ended now. */
export interface ChannelOnAir {
  readonly channelId: string
  /** A note of the operator; may be empty. */
  readonly name: string
  readonly since: EpochMilliseconds
  /** `no-signal`: nothing has come for a while. */
  readonly state: ChannelState
  readonly viewers: number
}

/** A schedule and its start. */
export interface PlannedStart {
  readonly scheduleId: string
  readonly name: string
  readonly startsAt: EpochMilliseconds
}

export interface PlannedEnd {
  readonly scheduleId: string
  readonly name: string
  readonly endsAt: EpochMilliseconds
}

/** What main shows outside the window, of all systems together; derived from what runs. */
export interface ServiceStatus {
  /** The longest on air first. */
  readonly onAir: readonly ChannelOnAir[]
  /** Webhook addresses whose last delivery attempt failed. */
  readonly webhooksFailing: number
  /** Destinations whose uploads wait after failures. */
  readonly uploadsFailing: number
  /** Recorded, and not in its store yet. */
  readonly pendingBytes: Bytes
  /** The next one to start; null when none will. */
  readonly nextSchedule: PlannedStart | null
  /** The one that has begun, or does within 10 s, and that no viewer could see yet; of several the first. */
  readonly awaited: PlannedStart | null
  /** One whose time is over for 15 s or more and that viewers still get; of several the first. */
  readonly overrun: PlannedEnd | null
}

/** Main → service. */
export type HostToService =
  | { readonly kind: 'start'; readonly options: ServiceStart }
  | { readonly kind: 'stop' }
  /** Asks for an `entry` (a window that lost its session, a second window). */
  | { readonly kind: 'entry.request' }
  | { readonly kind: 'worker.started'; readonly worker: number; readonly pid: number }
  | { readonly kind: 'worker.failed'; readonly worker: number; readonly text: string }
  | { readonly kind: 'worker.message'; readonly worker: number; readonly message: WireMessage }
  | { readonly kind: 'worker.closed'; readonly worker: number }
  /** Answers to `secret.wrap` and `secret.unwrap`. */
  | { readonly kind: 'secret.done'; readonly request: number; readonly value: string }
  /** `text` is a whole sentence and holds no secret. */
  | { readonly kind: 'secret.failed'; readonly request: number; readonly text: string }

/** Service → main. `worker` is a number that the service gives, never used twice. */
export type ServiceToHost =
  | { readonly kind: 'ready'; readonly info: ServiceReady }
  /** Could not start: `text` is whole sentences for a dialog, `exitCode` as on the command line. */
  | { readonly kind: 'failed'; readonly text: string; readonly exitCode: number }
  | { readonly kind: 'stopped' }
  /** After `ready`, and whenever it changed since; at most once a second. */
  | { readonly kind: 'status'; readonly status: ServiceStatus }
  | { readonly kind: 'entry'; readonly entryUrl: string }
  | { readonly kind: 'worker.start'; readonly worker: number; readonly name: HostWorkerName }
  | { readonly kind: 'worker.post'; readonly worker: number; readonly message: WireMessage }
  | { readonly kind: 'worker.kill'; readonly worker: number }
  /**
   * Asks for `plain` as only the operating system's key store of this user can read it. `request` is a
   * number that the service gives. Fails where there is no store that protects anything.
   */
  | { readonly kind: 'secret.wrap'; readonly request: number; readonly plain: string }
  /** Asks for what was wrapped. */
  | { readonly kind: 'secret.unwrap'; readonly request: number; readonly wrapped: string }

/** Main → worker: the service is gone. The other messages that a worker sees are WireMessages. */
export interface ParentLost {
  readonly kind: 'parent-lost'
}

/** Exit codes of the service. */
export const EXIT_CODES = {
  ended: 0,
  failed: 1,
  /** Wrong option, or a port that is taken. */
  usage: 2,
  /** Another instance runs on this data folder. */
  alreadyRunning: 3,
  /** Tests saw less of the service than was asked for. */
  lessSeen: 4,
} as const
