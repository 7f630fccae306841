import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../service/contract/units.ts'
import { residentMegabytes } from '../bench/processes.ts'
import { heapOf } from './heap.ts'
import type { Inspector } from './inspector.ts'

/** MB, each right after a collection, and before it. */
export interface Sample {
  readonly atMs: Milliseconds
  readonly before: number
  readonly resident: number
  readonly heap: number
}

/** Freed pages go back to the system a little after a collection. */
const FREED_MS = 300

/** Memory of a process that is `inspectable`, looked at again and again. */
export class MemoryWatch {
  readonly samples: Sample[] = []
  readonly #pid: number
  readonly #heap: Inspector
  readonly #every: Milliseconds
  #isStopped = false

  private constructor(pid: number, heap: Inspector, every: Milliseconds) {
    this.#pid = pid
    this.#heap = heap
    this.#every = every
  }

  static async start(pid: number, port: number, every: Milliseconds): Promise<MemoryWatch> {
    const watch = new MemoryWatch(pid, await heapOf(pid, port), every)
    void watch.#run()
    return watch
  }

  async sample(): Promise<void> {
    const before = residentMegabytes(this.#pid)
    const heap = await this.#heap.collect()
    await delay(FREED_MS)
    this.samples.push({ atMs: performance.now(), before, resident: residentMegabytes(this.#pid), heap })
  }

  /**
   * MB from the first to the last sample, on the line with least squares.
   * @param settling part of the samples that comes before that
   */
  growth(of: 'resident' | 'heap', settling: number): number {
    const used = this.samples.slice(Math.floor(this.samples.length * settling))
    const [first, last] = [used[0], used.at(-1)]
    if (!first || !last) return 0
    return slope(used.map((sample) => [sample.atMs, sample[of]])) * (last.atMs - first.atMs)
  }

  /** The samples in words. */
  describe(): string {
    const list = (value: (sample: Sample) => number) => this.samples.map((s) => value(s).toFixed(0)).join(' ')
    return [
      `resident memory, MB: ${list(({ resident }) => resident)}`,
      `  before collections: ${list(({ before }) => before)}`,
      `JavaScript heap, MB: ${list(({ heap }) => heap)}`,
    ].join('\n')
  }

  stop(): void {
    this.#isStopped = true
    this.#heap.close()
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.sample()
      await delay(this.#every)
    }
  }
}

/** 0 for fewer than two points. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const shared = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return spread === 0 ? 0 : shared / spread
}
