import type { Host, WorkerName, WorkerProcess } from '../platform/host.ts'

/** The processes that listen. */
const HOLD_PORTS: readonly WorkerName[] = ['ingest', 'origin', 'sfu', 'archive']

/** A host whose first worker of some kinds is under way before the service asks for it. */
export interface EarlyHost extends Host {
  /** Ends every worker that still runs, without asking. */
  killAll(): void
}

/**
 * Starts workers `early`, one of each name, while the rest of the program is still loading, and hands each to the
 * first who asks for one of that name. Remembers every worker, so that a failed start leaves none behind.
 * @param onHolders told of all processes that hold ports, whenever one begins or ends
 */
export function startEarly(
  host: Host,
  early: readonly WorkerName[],
  onHolders: (pids: number[]) => void,
): EarlyHost {
  const running = new Set<WorkerProcess>()
  const holders = new Set<number>()
  const start = async (name: WorkerName) => {
    const worker = await host.start(name)
    running.add(worker)
    if (HOLD_PORTS.includes(name)) onHolders([...holders.add(worker.pid)])
    worker.onClose(() => {
      running.delete(worker)
      if (holders.delete(worker.pid)) onHolders([...holders])
    })
    return worker
  }
  const first = new Map(early.map((name) => [name, start(name)]))
  // Who asks for it hears of the failure.
  for (const worker of first.values()) worker.catch(() => undefined)
  return {
    start: async (name) => {
      const begun = first.get(name)
      if (!begun) return start(name)
      first.delete(name)
      const worker = await begun
      // It may have ended before anybody could hear of it.
      return running.has(worker) ? worker : start(name)
    },
    killAll: () => {
      for (const worker of running) worker.kill()
    },
  }
}
