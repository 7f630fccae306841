import { availableParallelism, cpus, totalmem } from 'node:os'
import type { ComputerView, LoadView } from '../../contract/console/load.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'

const INTERVAL: Milliseconds = 5_000
/** Measurements: 5 minutes. */
const KEPT = 60
/** Less memory can be given then than anything needs that starts. */
const MEMORY_LIMIT = 0.92
/** So busy for this long, encoders wait for their turn and what is made comes late. */
const OVERLOAD_AFTER: Milliseconds = 20_000
/** It is over once it was so far below the limit for as long. */
const RELIEF = { cpu: 0.1, memory: 0.04 } as const

type Of = keyof typeof RELIEF

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
  readonly #cpuLimit: number | null
  readonly #recent: { readonly at: EpochMilliseconds; readonly cpu: number | null }[] = []
  #overload: LoadView['overload'] = null
  #relievedAt: EpochMilliseconds = 0

  /** @param cpuLimit share of all cores from which it is too busy; null: it is never told to be, nor short of memory */
  constructor(clock: Clock, cpuLimit: number | null, read: () => Counted = readSystem) {
    this.#clock = clock
    this.#cpuLimit = cpuLimit
    this.#read = read
    this.#last = read()
    this.#timer = clock.every(INTERVAL, () => this.#measure())
  }

  close(): void {
    this.#timer.cancel()
  }

  view(): LoadView {
    const { cores, memoryBytes, memoryFreeBytes } = this.#last
    return {
      ...{ cores, cpu: this.#cpu, memoryBytes, memoryFreeBytes },
      ...{ cpuLimit: this.#cpuLimit, overload: this.#overload },
    }
  }

  /** Of the last 5 minutes, oldest first. */
  get recent(): ComputerView['recent'] {
    return { at: this.#recent.map(({ at }) => at), cpu: this.#recent.map(({ cpu }) => cpu) }
  }

  /** Since when it keeps up with what runs, 0 for ever; null while it does not. */
  get keepsUpSince(): EpochMilliseconds | null {
    return this.#overload === null ? this.#relievedAt : null
  }

  #measure(): void {
    const now = this.#read()
    const total = now.totalMs - this.#last.totalMs
    // A system that was asleep, or counts nothing, has no share.
    this.#cpu = total > 0 ? Math.round(((now.busyMs - this.#last.busyMs) / total) * 100) / 100 : null
    this.#last = now
    this.#recent.push({ at: this.#clock.now(), cpu: this.#cpu })
    if (this.#recent.length > KEPT) this.#recent.shift()
    if (this.#cpuLimit === null) return
    this.#weigh('cpu', this.#cpu ?? 0, this.#cpuLimit)
    this.#weigh('memory', 1 - now.memoryFreeBytes / now.memoryBytes, MEMORY_LIMIT)
  }

  /** What has changed must last before it counts, either way. */
  #weigh(of: Of, share: number, limit: number): void {
    const isOverload = this.#overload?.of === of
    const turns = isOverload ? share < limit - RELIEF[of] : share >= limit
    const at = this.#clock.now()
    if (!turns) this.#since[of] = null
    // Of the interval that was measured, the beginning.
    else this.#since[of] ??= at - INTERVAL
    const since = this.#since[of]
    if (since === null || at - since < OVERLOAD_AFTER) return
    if (isOverload) [this.#overload, this.#relievedAt] = [null, at]
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
