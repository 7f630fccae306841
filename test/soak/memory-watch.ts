import type { Milliseconds } from '../../service/contract/units.ts'
import { residentMegabytes } from '../bench/processes.ts'

export interface Sample {
  readonly atMs: Milliseconds
  readonly megabytes: number
}

/** Resident memory of a process, looked at again and again. */
export class MemoryWatch {
  readonly samples: Sample[] = []
  readonly #pid: number
  readonly #timer: NodeJS.Timeout

  constructor(pid: number, every: Milliseconds) {
    this.#pid = pid
    this.#timer = setInterval(() => this.sample(), every)
  }

  sample(): number {
    const megabytes = residentMegabytes(this.#pid)
    this.samples.push({ atMs: performance.now(), megabytes })
    return megabytes
  }

  get largest(): number {
    return Math.max(...this.samples.map(({ megabytes }) => megabytes))
  }

  /** MB from the first to the last sample on the straight line through those after `share` of them. */
  growth(share: number): number {
    const used = this.samples.slice(Math.floor(this.samples.length * share))
    const [first, last] = [used[0], used.at(-1)]
    return first && last ? slope(used) * (last.atMs - first.atMs) : 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Of the line with least squares, MB for each ms; 0 for fewer than two samples. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
  const at = mean(samples.map(({ atMs }) => atMs))
  const megabytes = mean(samples.map((sample) => sample.megabytes))
  let shared = 0
  let spread = 0
  for (const sample of samples) {
    shared += (sample.atMs - at) * (sample.megabytes - megabytes)
    spread += (sample.atMs - at) ** 2
  }
  return spread === 0 ? 0 : shared / spread
}
