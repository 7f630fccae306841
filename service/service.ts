/** Composition root: makes every part of the service and joins them. Holds no rule of its own. */
import { join } from 'node:path'
import { EntryTokens } from './control/api/console/entry-tokens.ts'
import { sfuUrl } from './control/channel/addresses.ts'
import { ensureFirstSystem } from './control/identity/first-system.ts'
import { recallCredentials } from './control/identity/known-credentials.ts'
import type { ServiceStatus } from './contract/host-protocol.ts'
import type { ChosenPorts } from './control/setup/repository.ts'
import { Setup } from './control/setup/setup.ts'
import { openControlPlane } from './composition/control.ts'
import type { ControlPlane } from './composition/control.ts'
import { serviceStatus, watchStatus } from './control/desktop/service-status.ts'
import type { ServiceParts, Person, ServiceOptions } from './composition/parts.ts'
import { startListening } from './composition/listeners.ts'
import type { Reached } from './composition/listeners.ts'
import { fillableDisk } from './composition/emulator-media.ts'
import { hostWithFaults, openEmulator } from './composition/emulator.ts'
import { runsOf } from './composition/runs.ts'
import { allOrFirstError } from './platform/all-or-first-error.ts'
import { aheadOf } from './platform/clock.ts'
import { ClosingStack } from './platform/closing-stack.ts'
import { decideNetwork } from './composition/network.ts'
import { keepPorts, runningPorts } from './composition/running-ports.ts'
import { aliasList } from './platform/settings/aliases.ts'
import { readLastPorts } from './platform/settings/last-ports.ts'
import { watchDisk } from './platform/settings/disk.ts'
import { originsOf, urlAuthority } from './platform/settings/hosts.ts'
import { protectionNotes } from './platform/settings/protection-notes.ts'
import type { LocalTls } from './platform/tls/local-authority.ts'
import { httpUrl, localUrl, pageUrl } from './platform/settings/reach.ts'
import type { ReadyInfo } from './platform/settings/ready-file.ts'

export type { ServiceOptions }

/** The service, listening. */
export interface Service {
  readonly ready: ReadyInfo
  /** Where programs of this computer reach the console's API, without a certificate. */
  readonly localConsoleUrl: string
  /** Sentences for the person who started it. */
  readonly notes: readonly string[]
  /** Where everything listens. */
  readonly ports: ChosenPorts
  /** Address of the console with a fresh one-time token. Secret. */
  entryUrl(): string
  /** What lets the programs of this user in, as often as they like, until the end. Secret. */
  readonly standingEntry: string
  /** Tells what is on air and what fails: at once, then when it changed, at most once a second, until the end. */
  watchStatus(listener: (status: ServiceStatus) => void): void
  /** Ends broadcasts, then everything else; may be called more than once. */
  close(): Promise<void>
}

/**
 * Starts everything; independent parts start at the same time.
 * @throws PortError, InvalidOptionError, SchemaTooNewError or a system's error; then nothing is left open
 */
export async function createService(given: ServiceOptions): Promise<Service> {
  const { clock: machine, settings } = given
  const stack = new ClosingStack()
  let closing: Promise<void> | null = null
  const close = () => (closing ??= stack.close())
  try {
    const emulator = openEmulator(settings, machine, given.layout.version)
    const clock = emulator?.clock.rules ?? machine
    const options = { ...given, clock }
    const host = hostWithFaults(given.host, emulator)
    const control = openControlPlane({ ...options, machine, emulator, host }, stack)
    if (emulator) stack.defer(() => emulator.faults.close())
    const startedAt = clock.now()
    const [network, person, measured] = await allOrFirstError([
      decideNetwork(given, control.setup.ports(), stack),
      openIdentity(options, control),
      watchDisk(settings.dataDir, machine),
    ])
    const disk = fillableDisk(measured, emulator)
    stack.defer(() => disk.stop())
    const entries = new EntryTokens(machine)
    const parts: ServiceParts = {
      ...{ options, machine, stack, control, emulator, network, person, disk, entries, startedAt },
    }
    const listening = await startListening(parts)
    followConsole(parts, listening)
    keepPorts(parts, listening)
    const ready = readyInfo(parts, listening)
    if (emulator) runsOf(settings, clock, options.layout.version).source.before = ready
    control.fleet.warmUp()
    control.dispatcher.start()
    control.retention.start()
    return {
      ready,
      notes: [...protectionNotes(network.reach), ...authorityNotes(network.tls), ...network.chosen.notes],
      ports: runningPorts(parts, listening),
      localConsoleUrl: localUrl(network.reach, listening.console),
      entryUrl: () => `${pageUrl(network.reach, listening.console)}/#entry=${entries.issue()}`,
      standingEntry: entries.standing(),
      watchStatus: (listener) =>
        stack.defer(
          watchStatus({
            read: () =>
              serviceStatus(
                { ...control, systems: control.identity.store.systems },
                clock.now(),
                aheadOf(clock, machine),
              ),
            clock: machine,
            listener,
          }),
        ),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Channels that have the address of a catcher go on reaching it where the console listens elsewhere than before. */
function followConsole({ options, control }: ServiceParts, { console: port }: Reached): void {
  const { host, dataDir } = options.settings
  const before = readLastPorts(dataDir).console
  if (before === undefined || before === port) return
  const count = control.catchers.follow(originsOf(host, before), originsOf(host, port))
  if (count > 0) options.logger.info({ before, port, count }, 'addresses of catchers moved with the console')
}

/** When the first user and system of a seeded run were made: answers tell it, and are the same at each run. */
const SEEDED_BEGINNING = { now: () => Date.UTC(2020, 0, 1) }

async function openIdentity(
  { settings, clock, logger }: ServiceOptions,
  { identity, setup: store, channels, schedules }: ControlPlane,
): Promise<Person> {
  const first = await ensureFirstSystem(identity, settings.seed === null ? clock : SEEDED_BEGINNING, {
    email: settings.email ?? undefined,
    password: settings.password ?? undefined,
    passwordText: settings.takeOver ?? undefined,
    accessCode: settings.accessCode ?? undefined,
    accessToken: settings.accessToken ?? undefined,
    timeZone: settings.timeZone ?? undefined,
    givenBy: settings.givenBy,
  })
  const file = join(settings.dataDir, 'credentials.json')
  const credentials = await recallCredentials(file, identity, first, logger)
  const setup = new Setup({
    ...{ clock, identity, channels, schedules, setup: store, known: credentials },
    consoleToken: (systemId) => identity.accessTokens.ofConsole(systemId),
  })
  const { email, password, accessCode, accessToken } = settings
  setup.begin({ credentials: [email, password, accessCode, accessToken], wanted: settings.firstRun })
  return { first, credentials, setup }
}

/** Who imported the authority of before has something to do, for 30 days. */
function authorityNotes({ isAnew, caFile }: LocalTls): string[] {
  if (!isAnew) return []
  return [
    `The certificate authority is another one than before: import ${caFile} where the old one was trusted, and remove that.`,
  ]
}

function readyInfo({ options, control, network, person }: ServiceParts, reached: Reached): ReadyInfo {
  const { reach } = network
  const { addresses } = reached
  const { credentials } = person
  return {
    option_base_url: httpUrl(reach, reached.option),
    live_base_url: httpUrl(reach, reached.live),
    console_url: httpUrl(reach, reached.console),
    console_page_url: pageUrl(reach, reached.console),
    signaling_url: sfuUrl(addresses),
    media_base_url: `https://${urlAuthority(reach.name, addresses.https.port)}`,
    rtmp_base_url: `rtmp://${urlAuthority(reach.name, addresses.rtmp.port)}`,
    webrtc_udp_ports: control.fleet.sfu.possiblePorts.join(),
    ca_cert_file: network.tls.caFile,
    ...(reached.aliasProxy !== null && {
      aliases: aliasList(options.settings.aliases),
      alias_proxy_url: localUrl(reach, reached.aliasProxy),
    }),
    email: credentials.email,
    password: credentials.password,
    access_code: credentials.accessCode,
    access_token: credentials.accessToken,
  }
}
