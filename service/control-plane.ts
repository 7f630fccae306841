import { cpus } from 'node:os'
import { join } from 'node:path'
import { openArchive } from './archive-plane.ts'
import type { ArchivePlane } from './archive-plane.ts'
import { ArchiveDestinations } from './control/archive/destinations.ts'
import { Catchers } from './control/catcher/catchers.ts'
import { Chat } from './control/chat/chat.ts'
import { scheduleChannels } from './control/schedule/schedule-channels.ts'
import { Schedules } from './control/schedule/schedules.ts'
import { allowedOriginRepository } from './control/store/allowed-origins.ts'
import { archiveDestinationRepository } from './control/store/archive-destinations.ts'
import { catcherRepository } from './control/store/catchers.ts'
import { chatRepository } from './control/store/chat-messages.ts'
import type { SetupRepository } from './control/setup/repository.ts'
import { setupRepository } from './control/store/setup.ts'
import { stateFiles } from './control/store/state-file.ts'
import { scheduleRepository } from './control/store/schedules.ts'
import { AllowedOrigins } from './control/system/allowed-origins.ts'
import type { ClosingStack } from './platform/closing-stack.ts'
import type { SecretBox } from './platform/secrets/secret-box.ts'
import type { ChannelRepository } from './control/channel/repository.ts'
import { Channels } from './control/channel/channels.ts'
import type { EncryptionKeys } from './control/channel/encryption-keys.ts'
import { renditionPlan } from './control/channel/rendition-plan.ts'
import { LiveChannels } from './control/connection/live-channels.ts'
import { Publishers } from './control/connection/publishers.ts'
import { HealthBook } from './control/health/health-book.ts'
import { Incidents } from './control/incident/incidents.ts'
import { watchLateStarts } from './control/incident/late-starts.ts'
import type { IdempotencyKeys } from './control/idempotency-keys.ts'
import { createIdentity } from './control/identity/identity.ts'
import type { Identity, IdentityStore } from './control/identity/identity.ts'
import { BatchedRequestLog } from './control/request-log/log.ts'
import type { RequestLog } from './control/request-log/call.ts'
import { requestLogReader } from './control/request-log/reading.ts'
import type { RequestLogReader } from './control/request-log/reading.ts'
import { Load } from './control/load/load.ts'
import { Tally } from './control/metrics/tally.ts'
import { Processes } from './control/load/processes.ts'
import { accessTokenRepository } from './control/store/access-tokens.ts'
import { channelRepository } from './control/store/channels.ts'
import { connectionStore } from './control/store/connections.ts'
import { openDatabase } from './control/store/database.ts'
import type { Database } from './control/store/database.ts'
import { encryptionKeyStore } from './control/store/encryption-keys.ts'
import { idempotencyKeyRepository } from './control/store/idempotency-keys.ts'
import { loginTokenRepository } from './control/store/login-tokens.ts'
import { incidentRepository } from './control/store/incidents.ts'
import { requestLogStore } from './control/store/request-log.ts'
import { sfuConnectionStore } from './control/store/sfu-connections.ts'
import { systemRepository } from './control/store/systems.ts'
import { userRepository } from './control/store/users.ts'
import type { StateFiles } from './control/state/state-files.ts'
import type { Transactions } from './control/transactions.ts'
import type { EventDispatcher } from './control/webhook/dispatcher.ts'
import type { WebhookRetention } from './control/webhook/retention.ts'
import type { WebhookLog } from './control/webhook/webhook-log.ts'
import { WorkerFleet } from './control/workers/worker-fleet.ts'
import { openWebhooks } from './webhook-plane.ts'
import { openWebrtc } from './webrtc-plane.ts'
import type { WebrtcPlane } from './webrtc-plane.ts'
import type { Milliseconds } from './contract/units.ts'
import { ownUsage } from './platform/usage.ts'
import type { Clock } from './platform/clock.ts'
import type { Host } from './platform/host.ts'
import type { Logger } from './platform/logger.ts'
import { measuredHost } from './platform/measured-host.ts'
import type { MeasuredHost } from './platform/measured-host.ts'
import type { Settings } from './platform/settings/command-line.ts'

/** Webhooks that are being sent when the service ends get this long. */
const WEBHOOK_GRACE: Milliseconds = 2000

export interface ControlOptions {
  readonly secrets: SecretBox
  readonly settings: Pick<Settings, 'dataDir' | 'overloadAt'>
  readonly layout: { readonly version: string; readonly migrations: string }
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
}

/** Everything that decides and remembers, joined. Nothing listens and no process runs yet. */
export interface ControlPlane {
  readonly transactions: Transactions
  readonly identity: Identity
  readonly channels: Channels
  readonly schedules: Schedules
  readonly chat: Chat
  readonly archive: ArchiveDestinations
  readonly recordings: ArchivePlane
  readonly allowedOrigins: AllowedOrigins
  readonly setup: SetupRepository
  readonly channelRepository: ChannelRepository
  readonly keys: EncryptionKeys
  readonly idempotencyKeys: IdempotencyKeys
  readonly broadcasts: LiveChannels
  readonly publishers: Publishers
  readonly webrtc: WebrtcPlane
  readonly health: HealthBook
  readonly load: Load
  readonly processes: Processes
  readonly tally: Tally
  readonly incidents: Incidents
  readonly dispatcher: EventDispatcher
  readonly webhookLog: WebhookLog
  readonly retention: WebhookRetention
  readonly catchers: Catchers
  readonly fleet: WorkerFleet
  readonly requestLog: RequestLog
  readonly requestLogReader: RequestLogReader
  readonly stateFiles: StateFiles
}

/**
 * Opens the database and makes what works on it. What is to be ended is put on `stack`: broadcasts end
 * before the webhooks that tell of it, and the database last.
 * @throws SchemaTooNewError, or SQLite's error when the file is no database
 */
export function openControlPlane(options: ControlOptions, stack: ClosingStack): ControlPlane {
  const { settings, layout, host, clock, logger, secrets } = options
  const database = openDatabase(join(settings.dataDir, 'airdesk.db'), layout.migrations)
  stack.defer(() => database.close())
  const requests = requestLogStore(join(settings.dataDir, 'requests.db'), logger)
  const requestLog = new BatchedRequestLog({ store: requests, clock, logger })
  stack.defer(() => requestLog.close())
  const identity = createIdentity(clock, identityStore(database))
  stack.defer(() => identity.accessTokens.flush())
  const channels = channelRepository(database)
  const keys = encryptionKeyStore(database)
  const tally = new Tally()
  const webhooks = openWebhooks(options, database, identity, tally)
  const { dispatcher, auth, events, webhookLog, retention } = webhooks
  stack.defer(() => dispatcher.close(WEBHOOK_GRACE))
  stack.defer(() => retention.close())
  const measured = measuredHost(host)
  const fleet = new WorkerFleet({ host: measured, clock, logger })
  tally.follow(fleet.ingest)
  const archive = new ArchiveDestinations({
    clock,
    transactions: database,
    destinations: archiveDestinationRepository(database),
    box: secrets,
    dataDir: settings.dataDir,
  })
  const recordings = openArchive({
    ...{ dataDir: settings.dataDir, database, destinations: archive, events, process: fleet.archive },
    ...{ ingest: fleet.ingest, clock, logger },
  })
  const liveParts = {
    channels,
    connections: connectionStore(database),
    keys,
    recordings: recordings.book,
    ...{ transactions: database, auth, events, renditionPlan, clock, logger },
    ...{ media: fleet, ingest: fleet.ingest },
  }
  const broadcasts = new LiveChannels(liveParts)
  stack.defer(() => broadcasts.close())
  stack.defer(() => fleet.close())
  // Rows of recordings are written until the ingest process is gone; the rest goes on after the next start.
  stack.defer(() => recordings.close())
  const webrtc = openWebrtc({
    channels,
    live: broadcasts,
    fleet,
    connections: sfuConnectionStore(database),
    transactions: database,
    auth: webhooks.sfuAuth,
    events,
    ...{ version: layout.version, clock, logger },
  })
  stack.defer(() => webrtc.sessions.close())
  const { load, processes } = openLoad(options, measured, stack)
  const health = new HealthBook({
    ...{ channels, broadcasts, webrtc: webrtc.sessions, testPictures: fleet, load, clock },
  })
  stack.defer(() => health.close())
  const incidents = new Incidents({ ...liveParts, broadcasts, incidents: incidentRepository(database) })
  const madeChannels = new Channels({
    clock,
    logger,
    transactions: database,
    channels,
    broadcasts: closedIn(webrtc.sessions, broadcasts),
    archiveDestinations: archive,
  })
  const schedules = new Schedules({
    clock,
    transactions: database,
    schedules: scheduleRepository(database),
    channels: scheduleChannels(madeChannels, (systemId) => identity.accessTokens.ofConsole(systemId)),
  })
  stack.defer(watchLateStarts({ ...identity.store, incidents, schedules, channels: madeChannels, clock }))
  return {
    transactions: database,
    identity,
    channels: madeChannels,
    schedules,
    chat: new Chat({ clock, messages: chatRepository(database) }),
    archive,
    recordings,
    setup: setupRepository(database),
    allowedOrigins: new AllowedOrigins({ clock, allowedOrigins: allowedOriginRepository(database) }),
    channelRepository: channels,
    keys,
    idempotencyKeys: idempotencyKeyRepository(database),
    broadcasts,
    publishers: new Publishers(liveParts, broadcasts),
    webrtc,
    ...{ health, load, processes, tally, incidents },
    ...{ dispatcher, webhookLog, retention },
    catchers: new Catchers({ clock, transactions: database, store: catcherRepository(database) }),
    fleet,
    requestLog,
    requestLogReader: requestLogReader(requestLog, requests),
    stateFiles: stateFiles(database, layout.migrations),
  }
}

/** How busy this computer is, and with what. */
function openLoad(
  { settings, clock }: ControlOptions,
  host: MeasuredHost,
  stack: ClosingStack,
): Pick<ControlPlane, 'load' | 'processes'> {
  const load = new Load(clock, settings.overloadAt)
  stack.defer(() => load.close())
  const own = { pid: process.pid, read: ownUsage }
  const processes = new Processes({ host, clock, cores: cpus().length, own })
  stack.defer(() => processes.close())
  return { load, processes }
}

/** A channel's clients go before what becomes HLS of them ends. */
function closedIn(
  sessions: WebrtcPlane['sessions'],
  broadcasts: LiveChannels,
): Pick<LiveChannels, 'closeChannel'> {
  return {
    async closeChannel(channelId, reason) {
      await sessions.closeChannel(channelId, reason)
      await broadcasts.closeChannel(channelId, reason)
    },
  }
}

function identityStore(database: Database): IdentityStore {
  return {
    transaction: (run) => database.transaction(run),
    afterCommit: (announce) => database.afterCommit(announce),
    systems: systemRepository(database),
    users: userRepository(database),
    loginTokens: loginTokenRepository(database),
    accessTokens: accessTokenRepository(database),
  }
}
