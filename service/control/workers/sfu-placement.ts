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

/** When a channel goes on in another process. */
export interface SpreadLimits {
  /** Connections that it has at least: with fewer, handing packets on costs more than it brings. */
  readonly connections: number
  /** Cores that the least busy of its processes uses at least, by measurement or by its connections. */
  readonly full: number
  /** Cores that the other process uses at most: so much less that the next connections do not make it full as well. */
  readonly room: number
}
export const SPREAD: SpreadLimits = { connections: 32, full: 0.7, room: 0.4 }

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
  const [least] = ready.toSorted(compare)
  if (!least) return 0
  const next = processes.findIndex(({ state }) => state === 'absent')
  return isBusy(least) && next !== -1 ? next : processes.indexOf(least)
}

/**
 * Where a connection goes whose channel has others: to that of its processes that has least to do. Where even that one
 * is nearly full, and the channel is large, to another one that has room, or that does not run yet.
 * @param own indexes of the processes that the channel is in; one at least
 * @param connections that the channel has, in all of them
 * @returns index of one of them
 */
export function placeConnection(
  processes: readonly SfuCandidate[],
  own: readonly number[],
  connections: number,
  limits: SpreadLimits = SPREAD,
): number {
  const at = (index: number) => processes[index] ?? NONE
  const [least = 0] = own.toSorted((a, b) => compare(at(a), at(b)))
  if (connections < limits.connections || burdenOf(at(least)) < limits.full) return least
  const others = processes.map((_, index) => index).filter((index) => !own.includes(index))
  const [other] = others
    .filter((index) => at(index).state === 'ready' && burdenOf(at(index)) <= limits.room)
    .toSorted((a, b) => compare(at(a), at(b)))
  return other ?? others.find((index) => at(index).state === 'absent') ?? least
}

const NONE: SfuCandidate = { state: 'away', cpu: Infinity, connections: 0 }

const compare = (a: SfuCandidate, b: SfuCandidate): number =>
  burdenOf(a) - burdenOf(b) || a.connections - b.connections

const burdenOf = ({ cpu, connections }: SfuCandidate): number => Math.max(cpu, connections * CPU_EACH)

const isBusy = ({ cpu, connections }: SfuCandidate): boolean =>
  cpu >= BUSY.cpu || connections >= BUSY.connections
