import type { Bytes, Seconds } from '../../service/contract/units.ts'

/** Something that strangers can send to, with what makes up what they send. Each is a file in `targets/`. */
export interface FuzzTarget {
  readonly name: string
  /** Cases of `npm test`, which take about a second. */
  readonly cases: number
  /** What must become of how many of these cases at least: where few get so far, the fuzzer is worth little. */
  readonly reaches: Readonly<Record<string, number>>
  /** The same options make the same cases. It ends with the first fault. */
  run(options: FuzzOptions): Promise<FuzzResult>
}

export interface FuzzOptions {
  readonly seed: number
  readonly cases: number
  /** No round begins after so long; all cases where it is left out. */
  readonly seconds?: Seconds
  /** Number of the first case, to repeat one of an earlier run. */
  readonly first?: number
  /** Called after each round. @param cases that are done so far */
  onProgress?(cases: number): void
}

export interface FuzzResult {
  readonly cases: number
  readonly seconds: Seconds
  readonly memory: FuzzMemory
  /** What became of the cases, and how often. */
  readonly outcomes: Readonly<Record<string, number>>
  /** What must never happen, with the case and the smallest input that leads to it; [] where all is well. */
  readonly faults: readonly string[]
}

/** Of the process that makes the cases and has what is attacked. */
export interface FuzzMemory {
  /** What is in use after garbage was collected: before the first case, and now. */
  readonly heapBefore: Bytes
  readonly heapNow: Bytes
  /** Resident memory at its highest. */
  readonly residentMost: Bytes
}
