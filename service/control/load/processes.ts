import type { ProcessName } from '../../contract/console/load.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ProcessUsage } from '../../contract/worker-protocol.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { MeasuredHost, MeasuredProcess } from '../../platform/measured-host.ts'

const INTERVAL: Milliseconds = 5_000
/** What a process uses that has not answered for so long is not known any more. */
const STALE: Milliseconds = 3 * INTERVAL

interface Measured {
  readonly usage: ProcessUsage
  /** Share of one core since the answer before; null at the first. */
  readonly ofOneCore: number | null
  /** When it was told. */
  readonly toldAt: EpochMilliseconds
}

/** What a process of Airdesk uses; null where it is not known: it has just begun, or it does not answer. */
export interface ProcessLoad {
  readonly name: ProcessName
  readonly pid: number
  /** Share of all cores, 0 to 1. */
  readonly cpu: number | null
  readonly memoryBytes: Bytes | null
}

export interface ProcessesParts {
  readonly host: Pick<MeasuredHost, 'running' | 'onUsage'>
  readonly clock: Clock
  /** Cores that shares are of, as the system counts them. */
  readonly cores: number
  /** This process itself. */
  readonly own: { readonly pid: number; read(): ProcessUsage }
}

/** What each process of Airdesk uses of this computer: each is asked every 5 s and answers by its own count. */
export class Processes {
  readonly #parts: ProcessesParts
  readonly #timer: Timer
  #own: Measured
  readonly #workers = new Map<MeasuredProcess, Measured>()

  constructor(parts: ProcessesParts) {
    this.#parts = parts
    this.#own = this.#measured(undefined, parts.own.read())
    parts.host.onUsage((worker, usage) =>
      this.#workers.set(worker, this.#measured(this.#workers.get(worker), usage)),
    )
    this.#timer = parts.clock.every(INTERVAL, () => this.#ask())
  }

  close(): void {
    this.#timer.cancel()
  }

  /** Those that run now; this process first. */
  list(): readonly ProcessLoad[] {
    const { host, own } = this.#parts
    return [
      this.#load('control', own.pid, this.#own),
      ...host.running().map((worker) => this.#load(worker.name, worker.pid, this.#workers.get(worker))),
    ]
  }

  #ask(): void {
    const { host, own } = this.#parts
    this.#own = this.#measured(this.#own, own.read())
    const running = new Set(host.running())
    for (const worker of this.#workers.keys()) if (!running.has(worker)) this.#workers.delete(worker)
    for (const worker of running) worker.ask()
  }

  #measured(before: Measured | undefined, usage: ProcessUsage): Measured {
    const passed = before ? usage.at - before.usage.at : 0
    const ofOneCore = before && passed > 0 ? (usage.cpuMs - before.usage.cpuMs) / passed : null
    return { usage, ofOneCore, toldAt: this.#parts.clock.now() }
  }

  #load(name: ProcessName, pid: number, measured: Measured | undefined): ProcessLoad {
    const { clock, cores } = this.#parts
    if (!measured || clock.now() - measured.toldAt > STALE) return { name, pid, cpu: null, memoryBytes: null }
    const { ofOneCore, usage } = measured
    const cpu = ofOneCore === null ? null : Math.round((ofOneCore / cores) * 1000) / 1000
    return { name, pid, cpu, memoryBytes: usage.memoryBytes }
  }
}
