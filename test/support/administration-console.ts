/** The console's real server with what masters do, on a real database, with two systems in it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccessTokenId, ChannelId, SystemId, UserId } from '../../service/contract/ids.ts'
import { consoleAdministration } from '../../service/control/api/console/administration.ts'
import { viewAsOf } from '../../service/control/api/console/view-as.ts'
import { DownloadTickets } from '../../service/control/api/console/download-tickets.ts'
import { EntryTokens } from '../../service/control/api/console/entry-tokens.ts'
import { EventStream } from '../../service/control/api/console/event-stream.ts'
import type { ConsoleParts } from '../../service/control/api/console/console-parts.ts'
import type { Call as LoggedCall } from '../../service/control/request-log/call.ts'
import { createConsoleServer } from '../../service/control/api/console/server.ts'
import { listen } from '../../service/control/api/http/server.ts'
import { ensureFirstSystem } from '../../service/control/identity/first-system.ts'
import { createSystem } from '../../service/control/identity/systems.ts'
import { OutgoingPolicy } from '../../service/control/system/outgoing-policy.ts'
import type { User } from '../../service/control/identity/user.ts'
import { allowedOriginRepository } from '../../service/control/store/allowed-origins.ts'
import { LowLatency } from '../../service/control/low-latency/low-latency.ts'
import { channelRepository } from '../../service/control/store/channels.ts'
import { lowLatencyRepository } from '../../service/control/store/low-latency.ts'
import { portDesk } from '../../service/control/setup/port-desk.ts'
import { Setup } from '../../service/control/setup/setup.ts'
import { setupRepository } from '../../service/control/store/setup.ts'
import { AllowedOrigins } from '../../service/control/system/allowed-origins.ts'
import { DEFAULT_PORTS } from '../../service/platform/settings/ports.ts'
import { newId } from '../../service/platform/ids.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { testAudit } from './audit.ts'
import { engineView } from './console-views.ts'
import { ManualClock } from './manual-clock.ts'
import { channelSource } from './console-source.ts'
import { openTestDatabase } from './database.ts'
import { testRecordingFolders } from './recording-folders.ts'
import { statePartsOf } from './state-parts.ts'
import { publishingOf } from './publishing.ts'
import { EVERYTHING, optionDomain } from './option-domain.ts'
import { NO_TEST_SYSTEMS } from './no-test-systems.ts'

const COOKIE = 'airdesk_test'

export interface ConsoleCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Whose cookie; nobody's when left out. */
  readonly user?: User
  /** In place of a session that is opened for the call. */
  readonly token?: string
  /** Of the page; the console's own when left out, null for none. */
  readonly origin?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Each part of the console that masters need; the rest of it is not asked. */
export async function startAdministrationConsole({
  signaling = notAskedAtAll<ConsoleParts['signaling']>(),
  notServing = () => [],
}: Partial<Pick<ConsoleParts, 'signaling' | 'notServing'>> = {}) {
  const clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'))
  const pages = await mkdtemp(join(tmpdir(), 'airdesk-pages-'))
  // What keeps the state reads it from its file.
  const domain = optionDomain(clock, openTestDatabase(join(pages, 'airdesk.db')))
  const { database, identity, quotas } = domain
  const first = await ensureFirstSystem(identity, clock, { timeZone: 'UTC' })
  clock.advance(1)
  const second = await createSystem(identity, clock, { name: 'Second', email: 'b@example.test' })
  const channels = channelRepository(database)
  const audited = testAudit(clock, database, {
    names: { user: (_, id) => identity.store.users.find(Number(id) as UserId)?.name ?? null },
  })
  const allowedOrigins = new AllowedOrigins({ clock, allowedOrigins: allowedOriginRepository(database) })
  await writeFile(join(pages, 'index.html'), '<!doctype html>')
  const source = { engine: () => engineView(), ...channelSource(() => []) }
  const events = new EventStream(source, clock)
  const warnings: unknown[][] = []
  const recordedSystems: unknown[] = []
  const tried: LoggedCall[] = []
  const onAir: { channels: string[]; others: number } = { channels: [], others: 0 }
  const state = statePartsOf(domain, { clock, dataDir: pages, onAir: () => onAir, quotas })
  const parts = {
    door: {
      login: identity.login,
      sessions: identity.sessions,
      entries: new EntryTokens(clock),
      owner: () => first.master,
    },
    setup: new Setup({
      ...{ clock, identity, channels: domain.channels, schedules: domain.schedules },
      setup: setupRepository(database),
      consoleToken: (systemId) => identity.accessTokens.ofConsole(systemId),
      known: first.credentials,
    }),
    diagnostics: () => notAsked(),
    portDesk: portDesk({
      setup: setupRepository(database),
      usual: DEFAULT_PORTS,
      fixed: {},
      host: '127.0.0.1',
      reach: 'loopback',
      protection: 'loopback',
      isAuthorityNew: false,
      anyFree: false,
      running: () => ({ ...DEFAULT_PORTS, rtmp: 1936 }),
      alsoOurs: (name) => (name === 'sfu' ? [8450] : []),
      findTrouble: (_, port) =>
        Promise.resolve(
          port === 1935 ? { kind: 'held', holder: { pid: 7, program: 'x' }, next: 1937 } : null,
        ),
    }),
    actions: notAskedAtAll<ConsoleParts['actions']>(),
    events,
    access: domain.access,
    publishing: publishingOf(domain, clock).desk,
    lowLatency: new LowLatency({ rows: lowLatencyRepository(database), channels }),
    signedPlaylist: (channelId: ChannelId, token: string) =>
      `https://127.0.0.1:8443/signed/${token}/${channelId}/index.m3u8`,
    pictures: { newest: () => Promise.resolve(null) },
    signaling,
    caCertificate: 'PEM',
    logger: { warn: (...said: unknown[]) => void warnings.push(said) },
    cookieName: COOKIE,
    pages,
    mediaOrigins: () => [],
    health: notAskedAtAll<ConsoleParts['health']>(),
    metrics: {
      admit: () => 'admitted' as const,
      read: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
    },
    notServing,
    computer: () => {
      throw new Error('not asked')
    },
    incidents: notAskedAtAll<ConsoleParts['incidents']>(),
    webhooks: notAskedAtAll<ConsoleParts['webhooks']>(),
    catchers: notAskedAtAll<ConsoleParts['catchers']>(),
    clock,
    consoleBaseUrl: () => '',
    hookBaseUrl: () => '',
    downloads: new DownloadTickets(clock),
    ownPage: () => null,
    requests: notAskedAtAll<ConsoleParts['requests']>(),
    requestLog: { record: (call: LoggedCall) => void tried.push(call) },
    ...audited,
    ...state,
    recordings: notAskedAtAll<ConsoleParts['recordings']>(),
    packs: notAskedAtAll<ConsoleParts['packs']>(),
    retention: notAskedAtAll<ConsoleParts['retention']>(),
    destinations: notAskedAtAll<ConsoleParts['destinations']>(),
    onlySystem: () => false,
    version: '1',
    optionBaseUrl: () => '',
    liveBaseUrl: () => '',
    option: {
      ...domain,
      broadcasts: { withPlaylist: () => [] },
      addresses: () => ({
        rtmp: { host: '127.0.0.1', port: 1935 },
        https: { host: '127.0.0.1', port: 8443 },
        http: { host: '127.0.0.1', port: 8080 },
        signaling: { host: '127.0.0.1', port: 5443 },
      }),
    },
    administration: consoleAdministration({
      ...{ clock, identity, channels, allowedOrigins },
      recordingFolders: testRecordingFolders(database, clock, join(pages, 'data'), []),
      outgoing: new OutgoingPolicy(identity.store.systems),
      quotas,
      recorder: { systemMade: (system, asked) => void recordedSystems.push({ system, asked }) },
    }),
    quotas,
    viewAs: viewAsOf(identity),
    emulator: null,
    testSystems: NO_TEST_SYSTEMS,
  }
  let base = ''
  const server = await createConsoleServer(parts, {
    logger: createLogger('silent'),
    hosts: () => [],
    origins: () => [base],
  })
  const listening = await listen(server, { host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${listening.port}`

  return {
    ...audited,
    clock,
    database,
    identity,
    first,
    second,
    allowedOrigins,
    quotas,
    /** What has connections, as the state is told. */
    onAir,
    /** What a recording was told. */
    recordedSystems,
    /** What the log was told. */
    warnings,
    /** What the log of calls was told. */
    tried,
    /** Origin of the console's page. */
    base,
    /** A session of its own, as the Cookie header of its requests. */
    cookieOf: (user: User) => `${COOKIE}=${identity.sessions.open(user, 'console').token}`,
    /** What endpoints of the option API work on here. */
    option: parts.option,
    events,
    /** As the console's page calls. */
    async call({ method, path, body, user, token, origin = base, headers = {} }: ConsoleCall) {
      const session = token ?? (user && identity.sessions.open(user, 'console').token)
      const response = await fetch(`${base}/console/api/${path}`, {
        method,
        headers: {
          ...headers,
          ...(method === 'GET' || origin === null ? {} : { origin }),
          ...(session === undefined ? {} : { cookie: `${COOKIE}=${session}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    },
    /** A user of the system who is no master; with every permission when these are left out. */
    addUser(systemId: SystemId, permissions = EVERYTHING): User {
      const user = {
        ...{ systemId, name: 'Ann', email: `${newId()}@example.test`, passwordHash: '' },
        ...{ isMaster: false, permissions, createdAt: clock.now() },
      }
      return { id: identity.store.users.insert(user), ...user }
    },
    addChannel(systemId: SystemId, tokenId: AccessTokenId): ChannelId {
      const channelId = newId<ChannelId>()
      channels.insert({
        ...{ channelId, systemId, tokenId, name: '', createdAt: clock.now(), forSchedule: false },
        kind: 'webrtc',
        settings: { auth_webhook_url: '', event_webhook_url: '', environment: 0 },
      })
      return channelId
    },
    deleteChannel: (id: ChannelId) => channels.markDeleted(id, clock.now()),
    /** Ends the server alone, as the service does first. */
    stopListening: () => listening.close(),
    async close() {
      events.close()
      await listening.close()
      database.close()
      await rm(pages, { recursive: true })
    },
  }
}

export type AdministrationConsole = Awaited<ReturnType<typeof startAdministrationConsole>>

function notAsked(): never {
  throw new Error('this part is not there')
}

/** Stands where a test needs no such part; throws when it is asked anything. */
export function notAskedAtAll<Part>(): Part {
  return new Proxy({}, { get: notAsked }) as Part
}
