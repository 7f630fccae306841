import { EXIT_CODES } from '../contract/host-protocol.ts'
import { ConsoleClient } from '../entry/console-client.ts'
import { runsOn } from '../entry/runs-on.ts'
import { demandReadable } from '../platform/settings/given-file.ts'
import { ownOptionText } from '../platform/settings/own-options.ts'
import type { UsageError } from '../platform/settings/usage-error.ts'
import { kitClock } from './clock.ts'
import type { KitClock } from './clock.ts'
import { coverageOf } from './coverage.ts'
import type { Coverage } from './coverage.ts'
import { faultsOf } from './faults.ts'
import type { Faults } from './faults.ts'
import { unknownOptionText } from './known-options.ts'
import type { NamesOf } from './known-options.ts'
import { readyOf } from './ready.ts'
import type { Ready } from './ready.ts'
import { recordingOf } from './record.ts'
import type { Recording } from './record.ts'
import { runningService } from './running-service.ts'
import type { RunningService } from './running-service.ts'
import { StartError, startService } from './service-process.ts'
import { stateOf } from './state.ts'
import type { State } from './state.ts'
import { systemMaker } from './system.ts'
import type { System, SystemOptions } from './system.ts'
import { firstSystem, toolsOf } from './tools.ts'
import type { Tools } from './tools.ts'
import { WebrtcClients } from './webrtc/clients.ts'

export interface StartOptions {
  /** True: time can be moved and faults can be caused. Default: true. */
  readonly emulator?: boolean
  /** What ids, tokens and other choices follow from, 0 to 999999999; otherwise they are random. */
  readonly seed?: number
  /** A data folder that is kept; otherwise a new one that is removed by `close`. */
  readonly dataDir?: string
  /** A file of `airdesk export` with the state to begin with. */
  readonly import?: string
  /** Further options of `airdesk serve`, such as `['--time-zone', 'Asia/Tokyo']`. */
  readonly args?: readonly string[]
}

/** A service that runs, and what tests do with it. */
export interface ConnectedAirdesk extends Ready, State, Tools, AsyncDisposable {
  readonly dataDir: string
  /** Moves the time of the service. */
  readonly clock: KitClock
  /** Breaks something on purpose. */
  readonly faults: Faults
  /** Keeps what passes as a file. */
  readonly record: Recording
  /** Tells what of the service was seen. */
  readonly coverage: Coverage
  /** Makes a system for one test, which others see nothing of; `close` removes it. */
  system(options?: SystemOptions): Promise<System>
  /** Ends what was begun here: WebRTC clients and receivers of webhooks. */
  close(): Promise<void>
}

/** A service of one's own. */
export interface Airdesk extends ConnectedAirdesk {
  /** What the service said so far: warnings and errors, without credentials, for the log of a test. */
  output(): string
  /** Ends the service; nothing of it is left. */
  close(): Promise<void>
}

/**
 * Starts a service of its own on free ports, with a data folder of its own.
 * @throws StartError with what the service said, where it does not start; naming what is wrong with `args` or `import`
 */
export async function startAirdesk(options: StartOptions = {}): Promise<Airdesk> {
  const { emulator = true, seed, args = [], ...rest } = options
  refuseWrong(options)
  const service = await startService({
    ...rest,
    seed: seed?.toString(),
    args: [...(emulator ? ['--emulator'] : []), ...args],
  })
  try {
    const client = new ConsoleClient(service.dataDir, () => service.endedText())
    await client.open()
    return { ...compose(service, client, () => service.stop()), output: () => service.output() }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/**
 * The service that runs around this process by `airdesk exec`, or that wrote a ready file: on this computer, started by
 * the same user. Closing what it gives leaves the service to whoever started it.
 * @throws Error naming what is missing, and where no such service runs any more
 */
export async function connectAirdesk(readyFile?: string): Promise<ConnectedAirdesk> {
  const service = runningService(readyFile, process.env)
  if (!runsOn(service.dataDir)) throw new Error(`No service runs on ${service.dataDir} any more.`)
  const client = new ConsoleClient(service.dataDir)
  await client.open()
  return compose(service, client, () => client.close())
}

const OPTIONS: NamesOf<StartOptions> = {
  emulator: true,
  seed: true,
  dataDir: true,
  import: true,
  args: true,
}
const OWN_OPTIONS = {
  '--data-dir': 'give the folder as dataDir',
  '--ready-file': 'what is in it are members of what startAirdesk gives',
  '--own-folder': 'each run has one of its own',
} as const

/** @throws StartError naming `import`, where it is no file that can be read, or an option, also of `args`, that would count for nothing */
function refuseWrong(options: StartOptions): void {
  const { args = [], seed, import: state } = options
  const unknown = unknownOptionText('startAirdesk', options, OPTIONS)
  if (unknown !== null) throw new StartError(unknown, EXIT_CODES.usage)
  if (!Array.isArray(args)) throw new StartError('args must be a list of options.', EXIT_CODES.usage)
  const own = { ...OWN_OPTIONS, ...(seed !== undefined && { '--seed': 'it is given as seed' }) }
  const refused = ownOptionText(args, own, 'args')
  if (refused !== null) throw new StartError(`${refused}.`, EXIT_CODES.usage)
  if (state !== undefined) demandState(state)
}

function demandState(file: string): void {
  try {
    demandReadable('import', file)
  } catch (error) {
    throw new StartError((error as UsageError).message, EXIT_CODES.usage)
  }
}

/** Each part that talks of one thing has a file of its own and is put in here. @param end what comes last */
function compose(
  { info, dataDir }: RunningService,
  client: ConsoleClient,
  end: () => Promise<void>,
): ConnectedAirdesk {
  const ready = readyOf(info)
  const clients = new WebrtcClients()
  const [tools, endTools] = toolsOf({ ready, clients, ...firstSystem(client) })
  const close = async () => {
    clients.close()
    await end()
    await endTools()
  }
  return {
    ...ready,
    ...stateOf(client),
    ...tools,
    clock: kitClock(client),
    faults: faultsOf(client),
    record: recordingOf(client),
    coverage: coverageOf(client),
    system: systemMaker({ console: client, ready, clients }),
    dataDir,
    close,
    [Symbol.asyncDispose]: close,
  }
}
