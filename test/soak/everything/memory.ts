/** Resident memory of every process, and processes that outlive the service that started them. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../../service/contract/units.ts'
import { residentMegabytes } from '../../bench/processes.ts'
import { descendants } from '../../support/processes.ts'
import { slope } from '../memory-watch.ts'
import type { Invariants } from './invariants.ts'
import type { KeptService } from './kept-service.ts'

const HOUR_MS = 3_600_000
/** Processes that have lived for less tell nothing. */
const LIVED_MS: Milliseconds = 600_000
/** Of the samples of a process, those while compilers and pools settle. */
const SETTLING = 0.3
/** MB an hour, on the fitted line, behind what settles. Judged where nothing is killed. */
const MOST_GROWTH = 30
/** On less than that the line says more of garbage than of growth. */
const JUDGED_MS: Milliseconds = 1_800_000
/** What a service leaves has so long to end. */
const ENDS_WITHIN_MS: Milliseconds = 10_000

type Point = readonly [atMs: number, megabytes: number]

interface Process {
  readonly kind: string
  readonly points: Point[]
}

export class MemoryBook {
  readonly #service: KeptService
  readonly #invariants: Invariants
  readonly #processes = new Map<number, Process>()
  /** When it was first seen without its service. */
  readonly #orphans = new Map<number, number>()

  constructor(service: KeptService, invariants: Invariants) {
    this.#service = service
    this.#invariants = invariants
  }

  async run(everyMs: Milliseconds, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#sample()
      this.#lookForOrphans()
      await delay(everyMs)
    }
  }

  /** @param isJudged false where processes are killed: then it is only told */
  describe(isJudged: boolean): string {
    const kinds = [...new Set([...this.#processes.values()].map(({ kind }) => kind))].toSorted()
    const lines = kinds.map((kind) => this.#describeKind(kind, isJudged))
    const limit = `limit ${MOST_GROWTH} MB an hour over at least ${JUDGED_MS / 60_000} minutes, ${isJudged ? 'judged' : 'not judged: there were kills'}`
    return [`of processes that lived for over ${LIVED_MS / 60_000} minutes; ${limit}`, ...lines].join('\n')
  }

  #describeKind(kind: string, isJudged: boolean): string {
    const all = [...this.#processes.values()].filter((one) => one.kind === kind)
    const most = Math.max(...all.flatMap(({ points }) => points.map(([, megabytes]) => megabytes)))
    const grown = all.flatMap(({ points }) => {
      const settled = points.slice(Math.floor(points.length * SETTLING))
      if (spanOf(points) < LIVED_MS) return []
      const growth = slope(settled) * HOUR_MS
      if (isJudged && spanOf(settled) >= JUDGED_MS) {
        this.#invariants.looked('memory-flat')
        if (growth > MOST_GROWTH)
          this.#invariants.broke('memory-flat', `${kind} grows by ${growth.toFixed(1)} MB an hour`)
      }
      return [growth]
    })
    const growths = grown.map((growth) => growth.toFixed(1)).join(' ')
    return `${kind}: ${all.length} processes, at most ${most.toFixed(0)} MB; grown by, MB an hour: ${growths || 'none lived long enough'}`
  }

  #sample(): void {
    for (const { pid, kind } of this.#service.processes) {
      const known = this.#processes.get(pid) ?? { kind, points: [] }
      const megabytes = residentIfThere(pid)
      if (megabytes === null) continue
      this.#processes.set(pid, known)
      known.points.push([performance.now(), megabytes])
    }
  }

  #lookForOrphans(): void {
    // A service that starts is not the running one yet, but below this process.
    const { readySince, processes } = this.#service
    const owned = new Set((readySince === null ? descendants(process.pid) : processes).map(({ pid }) => pid))
    const strangers = this.#service.all().filter(({ pid }) => !owned.has(pid))
    for (const pid of this.#orphans.keys())
      if (!strangers.some((one) => one.pid === pid)) this.#orphans.delete(pid)
    for (const { pid, command } of strangers) {
      const since = this.#orphans.get(pid) ?? performance.now()
      this.#orphans.set(pid, since)
      this.#invariants.looked('nothing-left-over')
      if (performance.now() - since > ENDS_WITHIN_MS)
        this.#invariants.broke('nothing-left-over', `${pid} is still there: ${command}`)
    }
  }
}

/** Null for one that ended meanwhile. */
function residentIfThere(pid: number): number | null {
  try {
    const megabytes = residentMegabytes(pid)
    return Number.isFinite(megabytes) ? megabytes : null
  } catch {
    return null
  }
}

function spanOf(points: readonly Point[]): Milliseconds {
  return (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)
}
