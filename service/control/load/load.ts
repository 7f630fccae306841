import { availableParallelism, cpus, totalmem } from 'node:os'
import type { ComputerView, LoadView } from '../../contract/console/load.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Blamed } from '../connection/findings.ts'
import type { Clock, Timer } from '../../platform/clock.ts'

const TICK: Milliseconds = 1_000
/** What is shown is the share of so many of them: one alone jumps. */
const SHOWN_TICKS = 3
/** Measurements that overload is weighed by. */
const INTERVAL: Milliseconds = 5_000
/** Of them: 5 minutes. */
const KEPT = 60
/** Less memory can be given then than anything needs that starts. */
const MEMORY_LIMIT = 0.92
/** So busy in all of these, 20 s, encoders wait for their turn and what is made comes late. */
const OVERLOAD_AFTER = 4
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
  /** At the last measurement. */
  #last: Counted
  /** At the last ticks, oldest first. */
  #ticks: readonly Counted[]
  #tickCount = 0
  #cpu: number | null = null
  /** Since when each is as it is: too busy, or relieved. */
  readonly #since: Record<Of, EpochMilliseconds | null> = { cpu: null, memory: null }
  /** In how many measurements it has been so: the clock of the computer may be set. */
  readonly #turned: Record<Of, number> = { cpu: 0, memory: 0 }
  readonly #cpuLimit: number | null
  readonly #recent: { readonly at: EpochMilliseconds; readonly cpu: number | null }[] = []
  #overload: LoadView['overload'] = null
  #relievedAt: EpochMilliseconds = 0
  /** Since when it has been busy enough to be too busy, if that lasts. */
  #busySince: EpochMilliseconds | null = null

  /** @param cpuLimit share of all cores from which it is too busy; null: it is never told to be, nor short of memory */
  constructor(clock: Clock, cpuLimit: number | null, read: () => Counted = readSystem) {
    this.#clock = clock
    this.#cpuLimit = cpuLimit
    this.#read = read
    this.#last = read()
    this.#ticks = [this.#last]
    this.#timer = clock.every(TICK, () => this.#tick())
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

  /** Encoders are blamed for nothing while it does not keep up, and for nothing new once it may not. */
  get blamed(): Blamed {
    return { since: this.#overload === null ? this.#relievedAt : null, until: this.#busySince }
  }

  #tick(): void {
    const now = this.#read()
    this.#ticks = [...this.#ticks, now].slice(-1 - SHOWN_TICKS)
    this.#cpu = shareOf(this.#ticks[0], now)
    const isBusy = this.#cpuLimit !== null && (this.#cpu ?? 0) >= this.#cpuLimit
    this.#busySince = isBusy ? (this.#busySince ?? this.#clock.now() - SHOWN_TICKS * TICK) : null
    this.#tickCount += 1
    if (this.#tickCount % (INTERVAL / TICK) === 0) this.#measure(now)
  }

  #measure(now: Counted): void {
    const cpu = shareOf(this.#last, now)
    this.#last = now
    this.#recent.push({ at: this.#clock.now(), cpu })
    if (this.#recent.length > KEPT) this.#recent.shift()
    if (this.#cpuLimit === null) return
    this.#weigh('cpu', cpu ?? 0, this.#cpuLimit)
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
    this.#turned[of] = since === null ? 0 : this.#turned[of] + 1
    if (since === null || this.#turned[of] < OVERLOAD_AFTER) return
    if (isOverload) [this.#overload, this.#relievedAt] = [null, at]
    else this.#overload ??= { since, of }
    this.#since[of] = null
    this.#turned[of] = 0
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

/** Of all cores, between two moments; null for a system that was asleep, or counts nothing. */
function shareOf(before: Counted | undefined, now: Counted): number | null {
  const total = before ? now.totalMs - before.totalMs : 0
  return before && total > 0 ? Math.round(((now.busyMs - before.busyMs) / total) * 100) / 100 : null
}
