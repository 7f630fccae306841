import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FuzzMemory } from './fuzz-target.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapInUse(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** Looks at the memory of this process from now on. */
export class MemoryWatch {
  readonly #heapBefore = heapInUse()
  #residentMost = process.memoryUsage.rss()

  /** To be called now and then: resident memory is only known at these times. */
  look(): void {
    this.#residentMost = Math.max(this.#residentMost, process.memoryUsage.rss())
  }

  /** Collects garbage, which takes its time. */
  read(): FuzzMemory {
    this.look()
    return { heapBefore: this.#heapBefore, heapNow: heapInUse(), residentMost: this.#residentMost }
  }
}
