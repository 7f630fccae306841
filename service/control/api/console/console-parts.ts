/** What the console's server needs from the rest of control. */
import type { WebSocket } from 'ws'
import type { Diagnostics } from '../../../contract/console/diagnostics.ts'
import type { ComputerView } from '../../../contract/console/load.ts'
import type { ServingPart } from '../../../contract/console/probes.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../../contract/ids.ts'
import type { ChannelAccess } from '../../access/channel-access.ts'
import type { DestinationDesk, RecordingDesk } from '../../archive/archive-desks.ts'
import type { LowLatency } from '../../low-latency/low-latency.ts'
import type { PublishingDesk } from '../../publishing/publishing-desk.ts'
import type { RecordingRetention } from '../../archive/recording-retention.ts'
import type { HealthBook } from '../../health/health-book.ts'
import type { Incidents } from '../../incident/incidents.ts'
import type { Login } from '../../identity/login.ts'
import type { Sessions } from '../../identity/sessions.ts'
import type { User } from '../../identity/user.ts'
import type { ErrorForm } from '../http/answer.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import type { Asking, LiveAnswer } from '../live/dispatch.ts'
import type { Exposition } from '../../metrics/metrics.ts'
import type { MetricsDoor } from './metrics-door.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AuditReader } from '../../audit/reading.ts'
import type { Catchers } from '../../catcher/catchers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { WebhookLog } from '../../webhook/webhook-log.ts'
import type { Quotas } from '../../system/quotas.ts'
import type { PortDesk } from '../../setup/port-desk.ts'
import type { SeedPacks } from '../../setup/seed-packs.ts'
import type { Setup } from '../../setup/setup.ts'
import type { AskingSession } from '../../state/state-files.ts'
import type { Resets } from '../../state/resets.ts'
import type { StateDesk } from '../../state/state-desk.ts'
import type { RequestLog } from '../../request-log/call.ts'
import type { RequestLogReader } from '../../request-log/reading.ts'
import type { EndpointParts } from '../option/define-endpoint.ts'
import type { Administration } from './administration.ts'
import type { DownloadTickets } from './download-tickets.ts'
import type { EntryTokens } from './entry-tokens.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import type { TestSystems } from '../../emulator/test-systems.ts'
import type { EventStream } from './event-stream.ts'
import type { ViewAs } from './view-as.ts'

/** Signing in and out. */
export interface ConsoleDoor {
  readonly login: Pick<Login, 'login'>
  readonly sessions: Pick<Sessions, 'open' | 'authenticate' | 'close'>
  readonly entries: EntryTokens
  /** Whom an entry token signs in. */
  owner(): User
}

/** A call of the live API, made by the console. */
export interface LiveCall {
  readonly systemId: SystemId
  /** Value of X-Sfu-Target. */
  readonly target: string | undefined
  readonly body: JsonObject
  readonly asking: Asking
  /** Of refusals. */
  readonly form: ErrorForm
}

/** What an operator can do beyond the live API. Channels and connections of other systems do not exist. */
export interface ConsoleActions {
  /** Never throws: refusals are answers too. */
  live(call: LiveCall): Promise<LiveAnswer>
  /** @throws Refusal `CHANNEL_NOT_FOUND` */
  rename(systemId: SystemId, channelId: ChannelId, name: string): void
  /** @throws Refusal `CHANNEL_NOT_FOUND` */
  setLabel(systemId: SystemId, channelId: ChannelId, label: string): void
  /** @throws Refusal `CHANNEL_NOT_FOUND`, `SERVICE_UNAVAILABLE`, `TEST_PICTURE_FAILED`, `TEST_PICTURE_REFUSED` */
  startTestPicture(systemId: SystemId, channelId: ChannelId): Promise<void>
  /** @throws Refusal `CHANNEL_NOT_FOUND` */
  stopTestPicture(systemId: SystemId, channelId: ChannelId): Promise<void>
  /** Whether it is, or is about to be. @throws Refusal `CHANNEL_NOT_FOUND` */
  isTestPictureOnAir(systemId: SystemId, channelId: ChannelId): boolean
  /**
   * Ends the connection of an encoder or of a WebRTC client; false when no such connection is open.
   * @throws Refusal `SERVICE_UNAVAILABLE`
   */
  endConnection(systemId: SystemId, connectionId: ConnectionId): Promise<boolean>
  /**
   * Ends all WebRTC connections of the verification environment, of every system, and starts its SFU anew.
   * @throws Refusal `SERVICE_UNAVAILABLE` when that does not start; it is tried again
   */
  restartVerification(): Promise<void>
  /** 32 hexadecimal digits; null when there is no such key. Secret. */
  findKey(systemId: SystemId, kid: string): string | null
}

/** Small pictures of channels on air. */
export interface ChannelPictures {
  /** A whole JPEG file; null where the system has no such channel, it is off air or has no picture. */
  newest(systemId: SystemId, channelId: ChannelId): Promise<Uint8Array | null>
}

/** WebRTC clients that come in at the console's address. */
export interface ConsoleSignaling {
  /** HTTP status for a WebSocket that there is no room for; null where there is. */
  refusal(remoteAddress: string): 429 | 503 | null
  /**
   * Serves a WebSocket like one of the public listener, for channels of this system only.
   * @returns closes it because the service ends, if it is still there
   */
  accept(webSocket: WebSocket, guest: SignalingCaller): () => void
}

/** Who opened a WebSocket for signaling here. */
export interface SignalingCaller {
  readonly remoteAddress: string
  readonly systemId: SystemId
  /** Whether they may still go on air. */
  readonly isAdmitted: () => boolean
}

/** What the documents of the APIs say of this installation. */
export interface OpenapiParts {
  /** Of the application. */
  readonly version: string
  /** Where this installation's APIs are reached at the moment, without a slash at the end. */
  optionBaseUrl(): string
  liveBaseUrl(): string
  consoleBaseUrl(): string
}

export interface ConsoleParts extends OpenapiParts {
  /** Where this service itself reaches catchers. */
  hookBaseUrl(): string
  readonly door: ConsoleDoor
  readonly actions: ConsoleActions
  readonly events: EventStream
  readonly access: Pick<
    ChannelAccess,
    | 'view'
    | 'change'
    | 'showKey'
    | 'rotateKey'
    | 'makeAddress'
    | 'revokeAddress'
    | 'changeSchedules'
    | 'schedulesExpire'
  >
  readonly lowLatency: Pick<LowLatency, 'view' | 'change' | 'ofInstallation' | 'changeInstallation'>
  readonly publishing: Pick<PublishingDesk, 'view' | 'change' | 'retry' | 'viewSystem' | 'changeSystem'>
  /** The channel's playlist for who has the token. */
  signedPlaylist(channelId: ChannelId, token: string): string
  readonly pictures: ChannelPictures
  readonly signaling: ConsoleSignaling
  /** PEM. */
  readonly caCertificate: string
  /** Where browsers of this computer find the console at a name of its own; null where there is none. */
  ownPage(): string | null
  /** Name of the cookie; differs between data folders, for cookies don't know ports. */
  readonly cookieName: string
  /** What endpoints of the option API work on. */
  readonly option: EndpointParts
  readonly administration: Administration
  readonly quotas: Pick<Quotas, 'view' | 'beginExport'>
  readonly viewAs: ViewAs
  readonly packs: Pick<SeedPacks, 'add'>
  readonly setup: Pick<Setup, 'isFinished' | 'firstUser' | 'changeFirstUser' | 'finish' | 'addDemo'>
  readonly state: Pick<
    StateDesk,
    'view' | 'save' | 'remove' | 'restore' | 'import' | 'export' | 'exportSnapshot' | 'restart'
  >
  readonly downloads: DownloadTickets
  readonly resets: Pick<Resets, 'view' | 'run'>
  /** @param token login token of the user */
  asking(token: string, user: User): AskingSession
  readonly portDesk: PortDesk
  readonly logger: Pick<Logger, 'warn'>
  /** Without secrets. */
  diagnostics(): Promise<Diagnostics>
  readonly webhooks: Pick<
    WebhookLog,
    | 'list'
    | 'find'
    | 'endpoints'
    | 'figures'
    | 'pause'
    | 'resume'
    | 'forward'
    | 'givenUp'
    | 'stopRedelivery'
    | 'redeliver'
    | 'redeliverAll'
    | 'sendSample'
  >
  readonly catchers: Pick<
    Catchers,
    'list' | 'find' | 'create' | 'change' | 'remove' | 'requests' | 'request' | 'receive'
  >
  /** Of the time that catchers take to answer. */
  readonly clock: Clock
  readonly health: Pick<HealthBook, 'view' | 'sessions' | 'sessionEvents' | 'sessionsOfSchedules'>
  /** What runs on this computer, with the names of this system's channels only. */
  computer(systemId: SystemId): ComputerView
  readonly metrics: MetricsDoor & {
    /** @param accept the Accept header */
    read(accept: string): Promise<Exposition>
  }
  /** What serves nobody at the moment; nothing where the service is ready. */
  notServing(): readonly ServingPart[]
  readonly incidents: Pick<Incidents, 'acknowledge'>
  readonly requests: RequestLogReader
  /** Told of every call that somebody tries out. */
  readonly requestLog: RequestLog
  readonly audit: Pick<AuditLog, 'attempt' | 'refused'>
  readonly auditReader: AuditReader
  readonly recordings: RecordingDesk
  readonly retention: Pick<RecordingRetention, 'view' | 'setKeepDays'>
  readonly destinations: DestinationDesk
  /** True while the installation has no other system, to which a call of an unknown caller could belong. */
  onlySystem(): boolean
  /** Null where the service was not started with `--emulator`. */
  readonly emulator: Emulator | null
  readonly testSystems: Pick<TestSystems, 'create' | 'remove'>
  /** Folder of the built console. */
  readonly pages: string
  /** Where the console's player gets playlists and segments: `http://host:port`. */
  mediaOrigins(): readonly string[]
}
