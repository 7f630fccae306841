/** In which SFU process a channel is. Pure. */
import { availableParallelism } from 'node:os'

/** An SFU process, as far as it matters to where a channel is to be. */
export interface SfuCandidate {
  /** `absent`: it can be started. `away`: it has just failed. `ready`: it runs, or will in a moment. */
  readonly state: 'ready' | 'absent' | 'away'
  /** Cores that it used in the last second. */
  readonly cpu: number
  /** With those that are about to open. */
  readonly connections: number
}

/** What a connection is taken to cost, in cores, until it is measured: one of a room of four with 1.5 Mbit/s each. */
const CPU_EACH = 0.01
/** With less than either a process has next to nothing to do, and another one would only cost memory. */
const BUSY = { cpu: 0.1, connections: 4 } as const
const MOST_USUAL = 8

/** One for each core, as one process forwards on one core; at most eight, as each has a port of its own. */
export const usualSfuProcesses = (cores = availableParallelism()): number =>
  Math.min(MOST_USUAL, Math.max(1, cores))

/**
 * Where a channel goes whose first connection opens: to the process that has least to do. Where even that one is
 * busy, to another one that does not run yet. While none is ready, to the first, which is started or waited for.
 * @param processes in the order in which they are started
 * @returns index of one of them
 */
export function placeRoom(processes: readonly SfuCandidate[]): number {
  const ready = processes.filter(({ state }) => state === 'ready')
  const [least] = ready.toSorted((a, b) => burdenOf(a) - burdenOf(b) || a.connections - b.connections)
  if (!least) return 0
  const next = processes.findIndex(({ state }) => state === 'absent')
  return isBusy(least) && next !== -1 ? next : processes.indexOf(least)
}

const burdenOf = ({ cpu, connections }: SfuCandidate): number => Math.max(cpu, connections * CPU_EACH)

const isBusy = ({ cpu, connections }: SfuCandidate): boolean =>
  cpu >= BUSY.cpu || connections >= BUSY.connections
