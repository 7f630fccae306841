/** What runs on this computer, as the console shows it to one system. Pure. */
import type { ComputerView, ProcessView } from '../../contract/console/load.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Load } from './load.ts'
import type { ProcessLoad } from './processes.ts'

export interface ComputerFacts {
  readonly now: EpochMilliseconds
  readonly load: Pick<Load, 'view' | 'recent'>
  readonly processes: readonly ProcessLoad[]
  /** Process ids of those that work for one channel of the system alone. */
  readonly channels: ReadonlyMap<number, ChannelId>
  /** Process id of the one that waits for work; null where none does. */
  readonly spare: number | null
}

export function computerView({ now, load, processes, channels, spare }: ComputerFacts): ComputerView {
  const view = load.view()
  const memoryUsed = view.memoryBytes - view.memoryFreeBytes
  const ours = sum(processes.map(({ cpu }) => cpu))
  return {
    now,
    load: view,
    processes: processes.map((one) => processView(one, channels, spare)).sort(byCpu),
    others: {
      // Each was measured at a moment of its own.
      cpu: view.cpu === null || ours === null ? null : Math.max(0, round(view.cpu - ours)),
      // What processes share is counted with each of them.
      memoryBytes: Math.max(0, memoryUsed - processes.reduce((all, one) => all + (one.memoryBytes ?? 0), 0)),
    },
    recent: load.recent,
  }
}

const processView = (
  one: ProcessLoad,
  channels: ComputerFacts['channels'],
  spare: ComputerFacts['spare'],
): ProcessView => ({ ...one, channelId: channels.get(one.pid) ?? null, spare: one.pid === spare })

const byCpu = (a: ProcessView, b: ProcessView): number =>
  (b.cpu ?? -1) - (a.cpu ?? -1) || (b.memoryBytes ?? 0) - (a.memoryBytes ?? 0) || a.pid - b.pid

/** Null where one is not known. */
function sum(shares: readonly (number | null)[]): number | null {
  return shares.reduce((all, share) => (all === null || share === null ? null : all + share), 0)
}

const round = (share: number): number => Math.round(share * 1000) / 1000
