import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../../service/contract/units.ts'
import { descendants, withEnvironment, workersOf } from '../../support/processes.ts'
import type { ProcessEntry } from '../../support/processes.ts'
import { startService } from '../../support/service.ts'
import type { Ready, RunningService } from '../../support/service.ts'

/** In the environment of all processes of all its runs. */
const MARK = 'AIRDESK_SOAK_MARK'
/** Of what it printed, where it does not start. */
const LAST_WORDS = 3000

/** A real service that is started again at once where it is killed, on the same data folder. */
export class KeptService {
  readonly dataDir: string
  /** From each kill to the readiness that followed. */
  readonly awayMs: Milliseconds[] = []
  /** When it was ready last, milliseconds since 1970; null while it is away. */
  readySince: number | null = null
  /** Starts at which an address was another one than before. */
  moves = 0
  readonly #args: readonly string[]
  readonly #mark: string
  #running: RunningService

  private constructor(dataDir: string, args: readonly string[], mark: string, running: RunningService) {
    this.dataDir = dataDir
    this.#args = args
    this.#mark = mark
    this.#running = running
    this.readySince = Date.now()
  }

  static async start(args: readonly string[]): Promise<KeptService> {
    const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-everything-'))
    const mark = randomUUID()
    const running = await startService({ dataDir, args, env: { [MARK]: mark } })
    return new KeptService(dataDir, args, mark, running)
  }

  get ready(): Ready {
    return this.#running.ready
  }

  /** What it and its processes are, the service itself as `service`. */
  get processes(): { readonly pid: number; readonly kind: string }[] {
    const { pid } = this.#running
    return [{ pid, kind: 'service' }, ...workersOf(pid)]
  }

  get pid(): number {
    return this.#running.pid
  }

  /** Every process of any of its runs. */
  all(): ProcessEntry[] {
    return withEnvironment(`${MARK}=${this.#mark}`)
  }

  /**
   * Kills it and starts it again at once.
   * @param againAfter kills it another time, while it starts or just after; null: it may start in peace
   * @throws Error with what it said where it does not start again
   */
  async kill(againAfter: Milliseconds | null = null): Promise<void> {
    const killedAt = performance.now()
    const before = addressesOf(this.ready)
    this.readySince = null
    await this.#running.kill()
    if (againAfter !== null) await this.#startAndKill(againAfter)
    this.#running = await this.#start()
    this.readySince = Date.now()
    this.awayMs.push(performance.now() - killedAt)
    if (addressesOf(this.ready) !== before) this.moves++
  }

  async #startAndKill(after: Milliseconds): Promise<void> {
    const starting = this.#start().then(
      (running) => running.kill(),
      () => undefined,
    )
    await delay(after)
    const found = descendants(process.pid).filter(({ command }) => command.includes(this.dataDir))
    for (const { pid } of found) killIfThere(pid)
    await starting
  }

  #start(): Promise<RunningService> {
    // The page of the console knows its address.
    const consolePort = ['--console-port', new URL(this.ready.console_url).port]
    return startService({
      ...{ dataDir: this.dataDir, args: [...this.#args, ...consolePort] },
      env: { [MARK]: this.#mark },
    })
  }

  stop(): Promise<number | null> {
    return this.#running.stop()
  }

  lastWords(): string {
    return this.#running.output().slice(-LAST_WORDS)
  }
}

function addressesOf(ready: Ready): string {
  const { live_base_url, option_base_url, signaling_url, media_base_url, rtmp_base_url } = ready
  return [live_base_url, option_base_url, signaling_url, media_base_url, rtmp_base_url].join()
}

/** By SIGKILL; it may have ended by itself a moment before. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
