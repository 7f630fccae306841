import { ConsoleClient } from '../entry/console-client.ts'
import { liveClient, optionClient } from './clients.ts'
import type { LiveClient, OptionClient } from './clients.ts'
import { readyOf } from './ready.ts'
import type { Ready } from './ready.ts'
import { startService } from './service-process.ts'
import type { ServiceProcess } from './service-process.ts'
import { stateOf } from './state.ts'
import type { State } from './state.ts'

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

/** A running service, and what tests do with it. */
export interface Airdesk extends Ready, State, AsyncDisposable {
  readonly dataDir: string
  readonly option: OptionClient
  readonly live: LiveClient
  /** What the service said so far: warnings and errors. */
  output(): string
  /** Ends the service; nothing of it is left. */
  close(): Promise<void>
}

/**
 * Starts a service of its own on free ports, with a data folder of its own.
 * @throws StartError with what the service said, where it does not start
 */
export async function startAirdesk(options: StartOptions = {}): Promise<Airdesk> {
  const { emulator = true, seed, args = [], ...rest } = options
  const service = await startService({
    ...rest,
    seed: seed?.toString(),
    args: [...(emulator ? ['--emulator'] : []), ...args],
  })
  try {
    const client = new ConsoleClient(service.dataDir)
    await client.open()
    return compose(service, client)
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** Each part that talks of one thing has a file of its own and is put in here. */
function compose(service: ServiceProcess, client: ConsoleClient): Airdesk {
  const ready = readyOf(service.info)
  const close = () => service.stop()
  return {
    ...ready,
    ...stateOf(client),
    dataDir: service.dataDir,
    option: optionClient(ready),
    live: liveClient(ready),
    output: () => service.output(),
    close,
    [Symbol.asyncDispose]: close,
  }
}
