/** Composition root: makes every part of the service and joins them. Holds no rule of its own. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { EngineView } from './contract/console.ts'
import type { EpochMilliseconds } from './contract/units.ts'
import { consoleActions } from './control/api/console/actions.ts'
import { EntryTokens } from './control/api/console/entry-tokens.ts'
import { EventStream } from './control/api/console/event-stream.ts'
import { createConsoleServer } from './control/api/console/server.ts'
import { channelView } from './control/api/console/views.ts'
import { listen } from './control/api/http/server.ts'
import type { Listening } from './control/api/http/server.ts'
import { createLiveDispatch } from './control/api/live/dispatch.ts'
import type { LiveDispatch } from './control/api/live/dispatch.ts'
import { startLiveApi } from './control/api/live/server.ts'
import { optionForm } from './control/api/option/form.ts'
import { startOptionApi } from './control/api/option/server.ts'
import { reserveSignalingPort } from './control/api/signaling/reserved-port.ts'
import { ingestUrl, sfuUrl } from './control/channel/addresses.ts'
import type { Addresses } from './control/channel/addresses.ts'
import { ensureFirstSystem } from './control/identity/first-system.ts'
import type { Credentials, FirstSystem } from './control/identity/first-system.ts'
import { recallCredentials } from './control/identity/known-credentials.ts'
import { openControlPlane } from './control-plane.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Clock } from './platform/clock.ts'
import type { Host } from './platform/host.ts'
import type { Logger } from './platform/logger.ts'
import type { SecretBox } from './platform/secrets/secret-box.ts'
import type { Settings } from './platform/settings/command-line.ts'
import { watchDisk } from './platform/settings/disk.ts'
import type { DiskWatch } from './platform/settings/disk.ts'
import {
  addressHost,
  isLoopback,
  originsOf,
  reachableHosts,
  urlAuthority,
} from './platform/settings/hosts.ts'
import { choosePorts } from './platform/settings/ports.ts'
import type { ChosenPorts, Ports } from './platform/settings/ports.ts'
import type { ReadyInfo } from './platform/settings/ready-file.ts'
import { openLocalTls } from './platform/tls/local-authority.ts'
import type { LocalTls } from './platform/tls/local-authority.ts'

export interface ServiceOptions {
  readonly settings: Settings
  /** Where the parts of the program are. */
  readonly layout: { readonly version: string; readonly migrations: string; readonly console: string }
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  /** Seals what the database must not hold in clear. */
  readonly secrets: SecretBox
}

/** The service, listening. */
export interface Service {
  readonly ready: ReadyInfo
  /** Sentences for the person who started it. */
  readonly notes: readonly string[]
  /** Address of the console with a fresh one-time token. Secret. */
  entryUrl(): string
  /** Ends broadcasts, then everything else; may be called more than once. */
  close(): Promise<void>
}

/** What is known once the network side is decided. */
interface Network {
  readonly tls: LocalTls
  readonly chosen: ChosenPorts
}

interface Person {
  readonly first: FirstSystem
  readonly credentials: Credentials
}

/**
 * Starts everything; independent parts start at the same time.
 * @throws PortError, InvalidOptionError, SchemaTooNewError or a system's error; then nothing is left open
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { clock, settings } = options
  const stack = new AsyncDisposableStack()
  let closing: Promise<void> | null = null
  const close = () => (closing ??= stack.disposeAsync())
  try {
    const startedAt = clock.now()
    const deciding = decideNetwork(options)
    deciding.catch(() => undefined)
    const control = openControlPlane(options, stack)
    const [network, person, disk] = await allOrFirstError([
      deciding,
      openIdentity(options, control),
      watchDisk(settings.dataDir, clock),
    ])
    stack.defer(() => disk.stop())
    const entries = new EntryTokens(clock)
    const parts: Joined = { options, stack, control, network, person, disk, entries, startedAt }
    const listening = await startListening(parts)
    control.fleet.warmUp()
    control.dispatcher.start()
    return {
      ready: readyInfo(parts, listening),
      notes: notesOf(settings, network.chosen),
      entryUrl: () => `${listening.consoleUrl}/#entry=${entries.issue()}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Joined {
  readonly options: ServiceOptions
  readonly stack: AsyncDisposableStack
  readonly control: ControlPlane
  readonly network: Network
  readonly person: Person
  readonly disk: DiskWatch
  readonly entries: EntryTokens
  readonly startedAt: EpochMilliseconds
}

async function decideNetwork({ settings, clock, logger }: ServiceOptions): Promise<Network> {
  const { host, portMode: mode, portOverrides: overrides, dataDir } = settings
  const directory = join(dataDir, 'tls')
  const [tls, chosen] = await allOrFirstError([
    openLocalTls({ directory, extraHosts: reachableHosts(host), clock, logger }),
    choosePorts({ host, mode, overrides }),
  ])
  return { tls, chosen }
}

async function openIdentity(
  { settings, clock }: ServiceOptions,
  { identity }: ControlPlane,
): Promise<Person> {
  const first = await ensureFirstSystem(identity, clock, {
    email: settings.email ?? undefined,
    password: settings.password ?? undefined,
    accessCode: settings.accessCode ?? undefined,
    accessToken: settings.accessToken ?? undefined,
    timeZone: settings.timeZone ?? undefined,
  })
  const file = join(settings.dataDir, 'credentials.json')
  return { first, credentials: await recallCredentials(file, identity, first) }
}

/** Where everything is reached. */
interface Reached {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly consoleUrl: string
}

async function startListening(parts: Joined): Promise<Reached> {
  const { options, stack, control, network } = parts
  const { settings, logger, clock } = options
  const { host } = settings
  const { ports } = network.chosen
  const at = (name: keyof Ports) => ({ host, port: ports[name] })
  const closing = <T extends { close(): Promise<void> }>(listening: T): T => {
    stack.defer(() => listening.close())
    return listening
  }
  const hosts = () => reachableHosts(host)
  let console: Listening | null = null
  const origins = () => (console ? originsOf(host, console.port) : [])
  let addresses: Addresses | null = null
  const reached = () => {
    // No request comes before everything listens: the last listener to start is the one that asks.
    if (!addresses) throw new Error('asked for an address before the ingest process listens')
    return addresses
  }
  const dispatch = createLiveDispatch({
    channels: control.channels,
    broadcasts: control.broadcasts,
    encryptionKeys: control.keys,
    addresses: reached,
    logger,
    idempotency: { clock, transactions: control.transactions, keys: control.idempotencyKeys },
    onWarning: (warning) => logger.warn(warning, 'request with unknown members'),
  })
  const signaling = closing(await reserveSignalingPort(at('signaling'), network.tls.material))
  addresses = {
    ...(await startIngest(parts)),
    signaling: { host: addressHost(host), port: signaling.port },
  }
  const { identity } = control
  const shared = { hosts, origins, logger }
  const [option, live] = await allOrFirstError([
    startOptionApi({ address: at('option'), login: identity.login, ...shared }).then(closing),
    startLiveApi({ address: at('live'), accessTokens: identity.accessTokens, dispatch, ...shared }).then(
      closing,
    ),
  ])
  const known = { addresses, option: option.port, live: live.port }
  console = closing(await startConsole(parts, { ...known, dispatch, origins, hosts, address: at('console') }))
  return { ...known, consoleUrl: `http://${urlAuthority(addressHost(host), console.port)}` }
}

async function startIngest({ options, control, network }: Joined): Promise<Omit<Addresses, 'signaling'>> {
  const { host, dataDir } = options.settings
  const { ports } = network.chosen
  control.broadcasts.recover()
  const bound = await control.fleet.start(
    {
      rtmp: { host, port: ports.rtmp },
      https: { host, port: ports.media },
      http: { host, port: ports['media-http'] },
      tls: network.tls.material,
      hlsDirectory: join(dataDir, 'hls'),
      channels: () => control.channelRepository.listAllIds(),
    },
    control.broadcasts,
  )
  const name = addressHost(host)
  return {
    rtmp: { host: name, port: bound.rtmpPort },
    https: { host: name, port: bound.httpsPort },
    http: { host: name, port: bound.httpPort },
  }
}

interface ConsoleNeeds {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly dispatch: LiveDispatch
  readonly origins: () => string[]
  readonly hosts: () => string[]
  readonly address: { readonly host: string; readonly port: number }
}

async function startConsole(parts: Joined, needs: ConsoleNeeds): Promise<Listening> {
  const { options, control, network, person, entries } = parts
  const { addresses, dispatch, origins, hosts } = needs
  const events = openEvents(parts, needs)
  const { identity } = control
  const server = await createConsoleServer(
    {
      door: {
        login: identity.login,
        sessions: identity.sessions,
        entries,
        owner: () => identity.store.users.find(person.first.master.id) ?? person.first.master,
      },
      actions: consoleActions({
        dispatch,
        consoleToken: (systemId) => identity.accessTokens.ofConsole(systemId),
        channels: control.channels,
        broadcasts: control.broadcasts,
        keys: control.keys,
        testPictures: control.fleet,
        ingestUrl: (channelId) => ingestUrl(addresses, channelId),
      }),
      events,
      caCertificate: network.tls.caCertificate,
      cookieName: `airdesk_${createHash('sha256').update(person.first.system.id).digest('hex').slice(0, 8)}`,
      pages: options.layout.console,
      mediaOrigins: () => originsOf(options.settings.host, addresses.http.port),
    },
    { form: optionForm, logger: options.logger, hosts, origins },
  )
  return listen(server, needs.address)
}

/** The console's events, told of everything that a console shows. */
function openEvents({ options, stack, control, disk, startedAt }: Joined, needs: ConsoleNeeds): EventStream {
  const { clock, layout } = options
  const { channels, broadcasts, fleet, dispatcher } = control
  const { addresses } = needs
  const host = addressHost(options.settings.host)
  const engine = (): EngineView => ({
    version: layout.version,
    now: clock.now(),
    startedAt,
    ingest: fleet.ingestState === 'running' ? 'running' : 'restarting',
    ports: {
      rtmp: addresses.rtmp.port,
      https: addresses.https.port,
      option: needs.option,
      live: needs.live,
    },
    liveBaseUrl: `http://${urlAuthority(host, needs.live)}`,
    optionBaseUrl: `http://${urlAuthority(host, needs.option)}`,
    diskFreeBytes: disk.freeBytes(),
    webhooksFailing: dispatcher.failingEndpoints(),
  })
  const events = new EventStream(
    {
      engine,
      channels: (systemId) =>
        channels.list(systemId).map((channel) =>
          channelView({
            channel,
            activity: broadcasts.activity(channel.channelId),
            addresses,
            testPicture: fleet.testPictureRunning(channel.channelId),
            now: clock.now(),
          }),
        ),
    },
    clock,
  )
  const changed = () => events.changed()
  stack.defer(channels.onChange(changed))
  stack.defer(broadcasts.onChange(changed))
  stack.defer(fleet.onTestPicture(changed))
  stack.defer(fleet.onIngestState(changed))
  return events
}

function readyInfo({ options, network, person }: Joined, reached: Reached): ReadyInfo {
  const host = addressHost(options.settings.host)
  const { addresses } = reached
  const { credentials } = person
  return {
    option_base_url: `http://${urlAuthority(host, reached.option)}`,
    live_base_url: `http://${urlAuthority(host, reached.live)}`,
    console_url: reached.consoleUrl,
    signaling_url: sfuUrl(addresses),
    media_base_url: `https://${urlAuthority(host, addresses.https.port)}`,
    rtmp_base_url: `rtmp://${urlAuthority(host, addresses.rtmp.port)}`,
    ca_cert_file: network.tls.caFile,
    email: credentials.email,
    password: credentials.password,
    access_code: credentials.accessCode,
    access_token: credentials.accessToken,
  }
}

function notesOf({ host }: Settings, { notes }: ChosenPorts): string[] {
  const open = `Listening on ${host}: other machines can reach Airdesk. RTMP and HLS are open to whoever knows a channel's address.`
  return isLoopback(host) ? [...notes] : [open, ...notes]
}

/** As Promise.all, but waits for all before it fails, so that nothing starts behind the back of a failure. */
async function allOrFirstError<T extends readonly unknown[]>(promises: {
  readonly [Index in keyof T]: Promise<T[Index]>
}): Promise<T> {
  const results = await Promise.allSettled(promises)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as unknown as T
}
