import { join } from 'node:path'
import type { SystemId } from '../contract/ids.ts'
import type { Milliseconds } from '../contract/units.ts'
import type { ChannelAccess } from '../control/access/channel-access.ts'
import type { Deliveries } from '../control/access/deliveries.ts'
import type { PlaylistAddresses } from '../control/access/playlist-addresses.ts'
import type { ArchiveDestinations } from '../control/archive/destinations.ts'
import type { RecordingFolders } from '../control/archive/recording-folders.ts'
import { Catchers } from '../control/catcher/catchers.ts'
import { Channels } from '../control/channel/channels.ts'
import type { EncryptionKeys } from '../control/channel/encryption-keys.ts'
import { renditionPlan } from '../control/channel/rendition-plan.ts'
import type { ChannelRepository } from '../control/channel/repository.ts'
import { Chat } from '../control/chat/chat.ts'
import type { LiveParts } from '../control/connection/dependencies.ts'
import { LiveChannels } from '../control/connection/live-channels.ts'
import { Publishers } from '../control/connection/publishers.ts'
import type { Emulator } from '../control/emulator/emulator.ts'
import { heardEnds } from '../control/emulator/run-ear.ts'
import { HealthBook } from '../control/health/health-book.ts'
import type { IdempotencyKeys } from '../control/idempotency-keys.ts'
import type { Identity } from '../control/identity/identity.ts'
import { Incidents } from '../control/incident/incidents.ts'
import { watchLateStarts } from '../control/incident/late-starts.ts'
import { LowLatency } from '../control/low-latency/low-latency.ts'
import { Tally } from '../control/metrics/tally.ts'
import type { Schedules } from '../control/schedule/schedules.ts'
import type { SetupRepository } from '../control/setup/repository.ts'
import { SeedPacks } from '../control/setup/seed-packs.ts'
import type { StateFiles } from '../control/state/state-files.ts'
import { allowedOriginRepository } from '../control/store/allowed-origins.ts'
import { catcherRepository } from '../control/store/catchers.ts'
import { channelRepository } from '../control/store/channels.ts'
import { chatRepository } from '../control/store/chat-messages.ts'
import { connectionStore } from '../control/store/connections.ts'
import { openDatabase } from '../control/store/database.ts'
import type { Database } from '../control/store/database.ts'
import { emulatorClockStore, firingSources } from '../control/store/emulator-clock.ts'
import { encryptionKeyStore } from '../control/store/encryption-keys.ts'
import { healthJournal } from '../control/store/health-journal.ts'
import { idempotencyKeyRepository } from '../control/store/idempotency-keys.ts'
import { incidentRepository } from '../control/store/incidents.ts'
import { printOfIds } from '../control/store/known-ids.ts'
import { lowLatencyRepository } from '../control/store/low-latency.ts'
import { forgetPending } from '../control/store/pending-webhooks.ts'
import { setupRepository } from '../control/store/setup.ts'
import { sfuConnectionStore } from '../control/store/sfu-connections.ts'
import { stateFiles } from '../control/store/state-file.ts'
import { webhookStore } from '../control/store/webhooks.ts'
import { AllowedOrigins } from '../control/system/allowed-origins.ts'
import { OutgoingPolicy } from '../control/system/outgoing-policy.ts'
import type { Quotas } from '../control/system/quotas.ts'
import type { Transactions } from '../control/transactions.ts'
import type { EventDispatcher } from '../control/webhook/dispatcher.ts'
import type { WebhookRetention } from '../control/webhook/retention.ts'
import type { WebhookLog } from '../control/webhook/webhook-log.ts'
import { WorkerFleet } from '../control/workers/worker-fleet.ts'
import { datedBy } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'
import type { Host } from '../platform/host.ts'
import type { Logger } from '../platform/logger.ts'
import { measuredHost } from '../platform/measured-host.ts'
import { useSeed } from '../platform/randomness.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { Settings } from '../platform/settings/command-line.ts'
import { openReception } from './access.ts'
import { openArchive } from './archive.ts'
import type { ArchivePlane } from './archive.ts'
import { openAudit } from './audit.ts'
import type { AuditPlane } from './audit.ts'
import { openDestinations } from './destinations.ts'
import { encodersRefused } from './emulator-media.ts'
import { identityStore, openIdentity } from './identity.ts'
import { openLoad } from './load.ts'
import type { LoadParts } from './load.ts'
import { openPublishing } from './publishing.ts'
import type { PublishingPlane } from './publishing.ts'
import { openQuotas } from './quotas.ts'
import { openRequestLog } from './request-log.ts'
import type { RequestLogs } from './request-log.ts'
import { openSchedules } from './schedules.ts'
import { openWebhooks } from './webhooks.ts'
import { openWebrtc } from './webrtc.ts'
import type { WebrtcPlane } from './webrtc.ts'

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
export interface ControlPlane extends AuditPlane, PublishingPlane, LoadParts, RequestLogs {
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
  readonly tally: Tally
  readonly incidents: Incidents
  readonly dispatcher: EventDispatcher
  readonly webhookLog: WebhookLog
  readonly retention: WebhookRetention
  readonly catchers: Catchers
  readonly outgoing: OutgoingPolicy
  readonly fleet: WorkerFleet
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
  const ear = emulator?.runs.ear ?? null
  const database = openStore(options, stack)
  const requestLogs = openRequestLog({ ...options, clock: keptBy(options) }, stack)
  const store = identityStore(database)
  const channels = channelRepository(database)
  const quotas = openQuotas({ database, store, channels, limits: settings.quotas, clock: machine })
  const identity = openIdentity(options, { store, quota: quotas }, stack)
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
  if (emulator)
    stack.defer(emulator.clock.onChange(() => fleet.setPlaylistClock(emulator.clock.rules.reading)))
  const { archive, recordingFolders } = openDestinations(options, { database, outgoing, quota: quotas })
  const recordings = openArchive({
    ...{ dataDir: settings.dataDir, database, destinations: archive, events, process: fleet.archive },
    ...{ folders: recordingFolders, outgoing, audit: audit.audit },
    ...{ ingest: fleet.ingest, clock, machine, logger },
  })
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
    ...{ channels, live: broadcasts, fleet },
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
  const publishingNeeds = { database, archive, channels, madeChannels, fleet, reception }
  const published = openPublishing({ ...options, ...publishingNeeds }, stack)
  const schedules = openSchedules({ clock, database, channels: madeChannels, identity, quota: quotas })
  const watched = { incidents, schedules, channels: madeChannels }
  stack.defer(watchLateStarts({ ...identity.store, ...watched, clock, logger }))
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

function openSeedPacks(clock: Clock, database: Database, channels: Channels, identity: Identity): SeedPacks {
  return new SeedPacks({
    ...{ clock, channels, transactions: database, webhooks: webhookStore(database) },
    consoleToken: (systemId) => identity.accessTokens.ofConsole(systemId),
  })
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
