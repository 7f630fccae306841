import { availableParallelism, cpus, totalmem } from 'node:os'
import type { LoadView } from '../../contract/console/load.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'

const INTERVAL: Milliseconds = 5_000
/** So busy for this long, encoders wait for their turn and what is made comes late. */
const TOO_BUSY = { cpu: 0.85, memory: 0.92 } as const
const OVERLOAD_AFTER: Milliseconds = 20_000
/** It is over once it was below this for as long. */
const RELIEVED = { cpu: 0.75, memory: 0.88 } as const

type Of = keyof typeof TOO_BUSY

/** What the system has counted since it started. */
export interface Counted {
  readonly cores: number
  /** Of all cores together. */
  readonly busyMs: Milliseconds
  readonly totalMs: Milliseconds
  readonly memoryBytes: Bytes
  readonly memoryFreeBytes: Bytes
}

/** How busy this computer is, by anything that runs on it, and since when that is too much. */
export class Load {
  readonly #clock: Clock
  readonly #read: () => Counted
  readonly #timer: Timer
  #last: Counted
  #cpu: number | null = null
  /** Since when each is as it is: too busy, or relieved. */
  readonly #since: Record<Of, EpochMilliseconds | null> = { cpu: null, memory: null }
  #overload: LoadView['overload'] = null

  constructor(clock: Clock, read: () => Counted = readSystem) {
    this.#clock = clock
    this.#read = read
    this.#last = read()
    this.#timer = clock.every(INTERVAL, () => this.#measure())
  }

  close(): void {
    this.#timer.cancel()
  }

  view(): LoadView {
    const { cores, memoryBytes, memoryFreeBytes } = this.#last
    return { cores, cpu: this.#cpu, memoryBytes, memoryFreeBytes, overload: this.#overload }
  }

  #measure(): void {
    const now = this.#read()
    const total = now.totalMs - this.#last.totalMs
    // A system that was asleep, or counts nothing, has no share.
    this.#cpu = total > 0 ? Math.round(((now.busyMs - this.#last.busyMs) / total) * 100) / 100 : null
    this.#last = now
    this.#weigh('cpu', this.#cpu ?? 0)
    this.#weigh('memory', 1 - now.memoryFreeBytes / now.memoryBytes)
  }

  /** What has changed must last before it counts, either way. */
  #weigh(of: Of, share: number): void {
    const isOverload = this.#overload?.of === of
    const turns = isOverload ? share < RELIEVED[of] : share >= TOO_BUSY[of]
    const at = this.#clock.now()
    if (!turns) this.#since[of] = null
    // Of the interval that was measured, the beginning.
    else this.#since[of] ??= at - INTERVAL
    const since = this.#since[of]
    if (since === null || at - since < OVERLOAD_AFTER) return
    if (isOverload) this.#overload = null
    else this.#overload ??= { since, of }
    this.#since[of] = null
  }
}

function readSystem(): Counted {
  const times = cpus().map((cpu) => cpu.times)
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0)
  const totalMs = times.reduce(
    (sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq,
    0,
  )
  // Of a container with a limit, the limit.
  const limit = process.constrainedMemory()
  return {
    cores: availableParallelism(),
    busyMs: totalMs - idleMs,
    totalMs,
    memoryBytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    memoryFreeBytes: process.availableMemory(),
  }
}
