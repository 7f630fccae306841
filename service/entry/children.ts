import type { Host, WorkerName, WorkerProcess } from '../platform/host.ts'

/** The processes that listen. */
const HOLD_PORTS: readonly WorkerName[] = ['ingest', 'sfu', 'archive']

/** A host whose first worker of one kind is under way before the service asks for it. */
export interface EarlyHost extends Host {
  /** Ends every worker that still runs, without asking. */
  killAll(): void
}

/**
 * Starts a worker `early`, while the rest of the program is still loading, and hands it to the first who
 * asks for one of that name. Remembers every worker, so that a failed start leaves none behind.
 * @param onHolders told of all processes that hold ports, whenever one begins or ends
 */
export function startEarly(host: Host, early: WorkerName, onHolders: (pids: number[]) => void): EarlyHost {
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
  let first: Promise<WorkerProcess> | null = start(early)
  // Who asks for it hears of the failure.
  first.catch(() => undefined)
  return {
    start: async (name) => {
      if (name !== early || !first) return start(name)
      const worker = await first.finally(() => (first = null))
      // It may have ended before anybody could hear of it.
      return running.has(worker) ? worker : start(name)
    },
    killAll: () => {
      for (const worker of running) worker.kill()
    },
  }
}
