import { cpus } from 'node:os'
import { join } from 'node:path'
import { openReception } from './access-plane.ts'
import { openPublishing } from './publishing-plane.ts'
import type { PublishingPlane } from './publishing-plane.ts'
import { openAudit } from './audit-plane.ts'
import type { AuditPlane } from './audit-plane.ts'
import { openArchive } from './archive-plane.ts'
import type { ArchivePlane } from './archive-plane.ts'
import type { ChannelAccess } from './control/access/channel-access.ts'
import type { Deliveries } from './control/access/deliveries.ts'
import type { PlaylistAddresses } from './control/access/playlist-addresses.ts'
import { ArchiveDestinations } from './control/archive/destinations.ts'
import { RecordingFolders } from './control/archive/recording-folders.ts'
import { Catchers } from './control/catcher/catchers.ts'
import { Chat } from './control/chat/chat.ts'
import { scheduleChannels } from './control/schedule/schedule-channels.ts'
import { Schedules } from './control/schedule/schedules.ts'
import { allowedOriginRepository } from './control/store/allowed-origins.ts'
import { archiveDestinationRepository } from './control/store/archive-destinations.ts'
import { recordingFolderRepository } from './control/store/recording-folders.ts'
import { catcherRepository } from './control/store/catchers.ts'
import { chatRepository } from './control/store/chat-messages.ts'
import type { SetupRepository } from './control/setup/repository.ts'
import { SeedPacks } from './control/setup/seed-packs.ts'
import { setupRepository } from './control/store/setup.ts'
import { webhookStore } from './control/store/webhooks.ts'
import { forgetPending } from './control/store/pending-webhooks.ts'
import { stateFiles } from './control/store/state-file.ts'
import { scheduleRepository } from './control/store/schedules.ts'
import { AllowedOrigins } from './control/system/allowed-origins.ts'
import type { ClosingStack } from './platform/closing-stack.ts'
import type { SecretBox } from './platform/secrets/secret-box.ts'
import type { ChannelRepository } from './control/channel/repository.ts'
import { Channels } from './control/channel/channels.ts'
import type { EncryptionKeys } from './control/channel/encryption-keys.ts'
import { renditionPlan } from './control/channel/rendition-plan.ts'
import type { LiveParts } from './control/connection/dependencies.ts'
import { LiveChannels } from './control/connection/live-channels.ts'
import { Publishers } from './control/connection/publishers.ts'
import type { Emulator } from './control/emulator/emulator.ts'
import { loginLimitSource } from './control/emulator/clock/login-limit-source.ts'
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
import { LowLatency } from './control/low-latency/low-latency.ts'
import { Tally } from './control/metrics/tally.ts'
import { Processes } from './control/load/processes.ts'
import { accessTokenRepository } from './control/store/access-tokens.ts'
import { channelRepository } from './control/store/channels.ts'
import { connectionStore } from './control/store/connections.ts'
import { openDatabase } from './control/store/database.ts'
import type { Database } from './control/store/database.ts'
import { emulatorClockStore, firingSources } from './control/store/emulator-clock.ts'
import { encryptionKeyStore } from './control/store/encryption-keys.ts'
import { idempotencyKeyRepository } from './control/store/idempotency-keys.ts'
import { loginTokenRepository } from './control/store/login-tokens.ts'
import { healthJournal } from './control/store/health-journal.ts'
import { lowLatencyRepository } from './control/store/low-latency.ts'
import { incidentRepository } from './control/store/incidents.ts'
import { requestLogThread } from './control/store/request-log-thread.ts'
import { sfuConnectionStore } from './control/store/sfu-connections.ts'
import { systemRepository } from './control/store/systems.ts'
import { userRepository } from './control/store/users.ts'
import { OutgoingPolicy } from './control/system/outgoing-policy.ts'
import type { StateFiles } from './control/state/state-files.ts'
import type { Transactions } from './control/transactions.ts'
import type { EventDispatcher } from './control/webhook/dispatcher.ts'
import type { WebhookRetention } from './control/webhook/retention.ts'
import type { WebhookLog } from './control/webhook/webhook-log.ts'
import { WorkerFleet } from './control/workers/worker-fleet.ts'
import { encodersRefused } from './emulator-media.ts'
import { openQuotas } from './quota-plane.ts'
import type { Quotas } from './control/system/quotas.ts'
import { heardEnds } from './control/emulator/run-ear.ts'
import { printOfIds } from './control/store/known-ids.ts'
import { useSeed } from './platform/randomness.ts'
import { openWebhooks } from './webhook-plane.ts'
import type { Webhooks } from './webhook-plane.ts'
import { openWebrtc } from './webrtc-plane.ts'
import type { WebrtcPlane } from './webrtc-plane.ts'
import type { SystemId } from './contract/ids.ts'
import type { Milliseconds } from './contract/units.ts'
import { ownUsage } from './platform/usage.ts'
import { datedBy } from './platform/clock.ts'
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
  readonly settings: Pick<Settings, 'dataDir' | 'overloadAt' | 'recordingsDirs' | 'host' | 'quotas' | 'seed'>
  readonly layout: {
    readonly version: string
    readonly migrations: string
    readonly requestLogWriter: string
  }
  readonly host: Host
  /** Null, or left out, in a service that was started without `--emulator`. */
  readonly emulator?: Emulator | null
  /** Of all rules of time. */
  readonly clock: Clock
  /** Real time: what measures, gathers and waits for machines. The same clock, unless that of rules can be moved. */
  readonly machine: Clock
  readonly logger: Logger
}

/** Everything that decides and remembers, joined. Nothing listens and no process runs yet. */
export interface ControlPlane extends AuditPlane, PublishingPlane {
  readonly transactions: Transactions
  readonly quotas: Quotas
  readonly identity: Identity
  readonly channels: Channels
  readonly access: ChannelAccess
  readonly deliveries: Deliveries
  readonly playlistAddresses: PlaylistAddresses
  readonly schedules: Schedules
  readonly chat: Chat
  readonly lowLatency: LowLatency
  readonly archive: ArchiveDestinations
  readonly recordings: ArchivePlane
  readonly allowedOrigins: AllowedOrigins
  readonly recordingFolders: RecordingFolders
  readonly setup: SetupRepository
  readonly seedPacks: SeedPacks
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
  readonly outgoing: OutgoingPolicy
  readonly fleet: WorkerFleet
  readonly requestLog: RequestLog
  readonly requestLogReader: RequestLogReader
  readonly stateFiles: StateFiles
  /** Takes what a system's outbox still holds out of it. */
  readonly forgetPending: (systemId: SystemId) => void
}

/**
 * Opens the database and makes what works on it. What is to be ended is put on `stack`: broadcasts end
 * before the webhooks that tell of it, and the database last.
 * @throws SchemaTooNewError, or SQLite's error when the file is no database
 */
export function openControlPlane(options: ControlOptions, stack: ClosingStack): ControlPlane {
  const { host, clock, machine, emulator = null, logger, settings, layout } = options
  const clockDesk = emulator?.clock ?? null
  const ear = emulator?.runs.ear ?? null
  const database = openStore(options, stack)
  const requestLogs = openRequestLog(options, stack)
  const store = identityStore(database)
  const channels = channelRepository(database)
  const quotas = openQuotas({ database, store, channels, limits: settings.quotas, clock: machine })
  const identity = createIdentity({ clock, machine, store, quota: quotas })
  if (emulator) identity.login.hideNothing()
  clockDesk?.follow(loginLimitSource(identity.login))
  stack.defer(() => identity.accessTokens.flush())
  const audit = openAudit(
    { dataDir: settings.dataDir, database, identity, channels, clock: keptBy(options), logger },
    stack,
  )
  const keys = encryptionKeyStore(database)
  const tally = new Tally()
  const outgoing = new OutgoingPolicy(identity.store.systems)
  const webhooks = openWebhooks(options, database, identity, { tally, outgoing, quotas })
  const { dispatcher, auth, events, webhookLog, retention } = webhooks
  stack.defer(() => dispatcher.close(WEBHOOK_GRACE))
  stack.defer(() => retention.close())
  const measured = measuredHost(host)
  const fleet = new WorkerFleet({ host: measured, clock: machine, logger })
  tally.follow(fleet.ingest)
  if (clockDesk) stack.defer(clockDesk.onChange(() => fleet.setPlaylistClock(clockDesk.rules.reading)))
  const archiveNeeds = { database, events, audit: audit.audit, fleet, outgoing, quota: quotas }
  const { archive, recordings, recordingFolders } = openArchives(options, archiveNeeds)
  const reception = openReception({ ...options, database, channels, identity, fleet })
  stack.defer(() => reception.close())
  const lowLatency = new LowLatency({ rows: lowLatencyRepository(database), channels })
  const liveParts = {
    ...{ channels, door: reception.door, renditionPlan: plannedBy(lowLatency) },
    connections: heardEnds(connectionStore(database), ear),
    ...{ keys, recordings: recordings.book },
    ...{ transactions: database, auth, events, clock: machine, rules: clock, logger },
    ...{ media: fleet, ingest: fleet.ingest },
    refusedByFault: encodersRefused(options.emulator),
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
    connections: heardEnds(sfuConnectionStore(database), ear),
    transactions: database,
    auth: webhooks.sfuAuth,
    playlistAddresses: reception.playlistAddresses,
    door: reception.door,
    events,
    ...{ version: layout.version, clock: machine, rules: clock, logger },
  })
  stack.defer(() => webrtc.sessions.close())
  const { load, processes } = openLoad(options, measured, stack)
  const health = new HealthBook({
    ...{ channels, broadcasts, webrtc: webrtc.sessions, testPictures: fleet, load, clock: machine, logger },
    journal: healthJournal(database),
  })
  stack.defer(() => health.close())
  const incidents = new Incidents({ ...liveParts, broadcasts, incidents: incidentRepository(database) })
  const madeChannels = new Channels({
    ...{ clock, logger, transactions: database, channels, archiveDestinations: archive, outgoing },
    quota: quotas,
    broadcasts: closedIn(webrtc.sessions, broadcasts),
    made: (channel) => access.made(channel),
  })
  const access = reception.desk({ channels: madeChannels, broadcasts })
  const publishingNeeds = { ...archiveNeeds, archive, channels, madeChannels, reception }
  const published = openPublishing({ ...options, ...publishingNeeds }, stack)
  const schedules = openSchedules(clock, { database, channels: madeChannels, identity, quota: quotas })
  stack.defer(watchLateStarts({ ...identity.store, incidents, schedules, channels: madeChannels, clock }))
  return {
    transactions: database,
    ...audit,
    ...{ quotas, identity, channels: madeChannels },
    ...{ access, deliveries: reception.deliveries, playlistAddresses: reception.playlistAddresses },
    schedules,
    chat: new Chat({ clock, messages: chatRepository(database) }),
    ...{ archive, recordings, recordingFolders, ...published, lowLatency },
    setup: setupRepository(database),
    seedPacks: openSeedPacks(clock, database, madeChannels, identity),
    allowedOrigins: new AllowedOrigins({ clock, allowedOrigins: allowedOriginRepository(database) }),
    ...{ channelRepository: channels, keys },
    idempotencyKeys: idempotencyKeyRepository(database),
    publishers: new Publishers(liveParts, broadcasts),
    ...{ broadcasts, webrtc },
    ...{ health, load, processes, tally, incidents },
    ...{ dispatcher, webhookLog, retention },
    catchers: new Catchers({ clock, transactions: database, store: catcherRepository(database) }),
    ...{ outgoing, fleet },
    ...requestLogs,
    stateFiles: stateFiles(database, layout.migrations, settings.dataDir),
    forgetPending: forgetPending(database),
  }
}

/** Of a connection that begins now. */
const plannedBy =
  (lowLatency: LowLatency): LiveParts['renditionPlan'] =>
  (channel) =>
    renditionPlan(channel.settings, lowLatency.isOn(channel))

/** The database, and where the clock stands that it keeps. */
function openStore({ settings, layout, emulator, logger }: ControlOptions, stack: ClosingStack): Database {
  const database = openDatabase(join(settings.dataDir, 'airdesk.db'), layout.migrations, (error) =>
    logger.error({ err: error }, 'what was written could not be announced'),
  )
  stack.defer(() => database.close())
  emulator?.clock.open(emulatorClockStore(database), firingSources(database))
  useSeed(settings.seed === null ? null : `${settings.seed}/${printOfIds(database)}`)
  return database
}

/** Of logs: what is gathered in real time, and removed by the rules' time. */
const keptBy = ({ clock, machine }: ControlOptions): Clock => datedBy(clock, machine, clock)

function openRequestLog(
  options: ControlOptions,
  stack: ClosingStack,
): Pick<ControlPlane, 'requestLog' | 'requestLogReader'> {
  const { settings, logger, layout } = options
  const store = requestLogThread(join(settings.dataDir, 'requests.db'), layout.requestLogWriter, logger)
  const requestLog = new BatchedRequestLog({ store, clock: keptBy(options), logger })
  stack.defer(() => requestLog.end())
  return { requestLog, requestLogReader: requestLogReader(requestLog, store) }
}

interface ScheduleNeeds {
  readonly database: Database
  readonly channels: Channels
  readonly identity: Identity
  readonly quota: Quotas
}

function openSchedules(clock: Clock, { database, channels, identity, quota }: ScheduleNeeds): Schedules {
  const { accessTokens } = identity
  return new Schedules({
    ...{ clock, quota },
    transactions: database,
    schedules: scheduleRepository(database),
    channels: scheduleChannels(channels, (systemId) => accessTokens.ofConsole(systemId)),
  })
}

interface ArchiveNeeds {
  readonly quota: Quotas
  readonly database: Database
  readonly events: Webhooks['events']
  readonly audit: AuditPlane['audit']
  readonly fleet: WorkerFleet
  readonly outgoing: OutgoingPolicy
}

/** Where broadcasts are kept. */
function openArchives(
  { settings, clock, machine, logger, secrets }: ControlOptions,
  { database, events, audit, fleet, outgoing, quota }: ArchiveNeeds,
): Pick<ControlPlane, 'archive' | 'recordings' | 'recordingFolders'> {
  const recordingFolders = new RecordingFolders({
    ...{ clock, dataDir: settings.dataDir, given: settings.recordingsDirs },
    store: recordingFolderRepository(database),
  })
  const archive = new ArchiveDestinations({
    ...{ clock, box: secrets, folders: recordingFolders, outgoing, transactions: database, quota },
    destinations: archiveDestinationRepository(database),
  })
  const recordings = openArchive({
    ...{ dataDir: settings.dataDir, database, destinations: archive, events, process: fleet.archive },
    ...{ folders: recordingFolders, outgoing, audit },
    ...{ ingest: fleet.ingest, clock, machine, logger },
  })
  return { archive, recordings, recordingFolders }
}

function openSeedPacks(clock: Clock, database: Database, channels: Channels, identity: Identity): SeedPacks {
  return new SeedPacks({
    ...{ clock, channels, transactions: database, webhooks: webhookStore(database) },
    consoleToken: (systemId) => identity.accessTokens.ofConsole(systemId),
  })
}

/** How busy this computer is, and with what. */
function openLoad(
  { settings, machine }: ControlOptions,
  host: MeasuredHost,
  stack: ClosingStack,
): Pick<ControlPlane, 'load' | 'processes'> {
  const load = new Load(machine, settings.overloadAt)
  stack.defer(() => load.close())
  const own = { pid: process.pid, read: ownUsage }
  const processes = new Processes({ host, clock: machine, cores: cpus().length, own })
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
    together: (run) => database.together(run),
    beforeCommit: (write, item) => database.beforeCommit(write, item),
    afterCommit: (announce) => database.afterCommit(announce),
    systems: systemRepository(database),
    users: userRepository(database),
    loginTokens: loginTokenRepository(database),
    accessTokens: accessTokenRepository(database),
  }
}
