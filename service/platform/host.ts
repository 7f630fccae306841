import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { WireMessage } from '../contract/worker-protocol.ts'
import type { MessageLink } from './rpc.ts'

/** The processes that a host can start; the name is also the file of its entry. */
export type WorkerName = 'ingest' | 'origin' | 'sfu' | 'archive' | 'transcode' | 'test-picture' | 'thumbnail'

/** A started process with its message link. `onClose` of the link tells that it has ended. */
export interface WorkerProcess extends MessageLink {
  readonly pid: number
  /** Ends it now, without asking. */
  kill(): void
}

/** Starts processes: `utilityProcess` under Electron, `child_process.fork` under Node. */
export interface Host {
  start(name: WorkerName): Promise<WorkerProcess>
}

/**
 * V8's room for new objects, MiB, of processes that stay small: 32 otherwise, which it takes all of in time. What they
 * make for a request, or of a packet, is gone with it.
 */
const ROOM_FOR_NEW: Partial<Record<WorkerName, number>> = { origin: 1, ingest: 4, sfu: 8 }
/** To wake other threads for so little garbage takes longer than to collect it. */
const COLLECTED_ALONE = ['--single-threaded-gc']
/** glibc gives them no heap for each thread. */
const LEAN_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

/** A host that knows what it has started. */
export interface NodeHost extends Host {
  /** Ends every process that still runs, without asking. */
  killAll(): void
}

/**
 * The host under plain Node.
 * @param entry where a worker's entry file is
 */
export function nodeHost(entry: (name: WorkerName) => string): NodeHost {
  const running = new Set<ChildProcess>()
  return {
    killAll: () => {
      for (const child of running) child.kill('SIGKILL')
    },
    start: (name) =>
      new Promise((resolve, reject) => {
        const room = ROOM_FOR_NEW[name]
        const child = fork(entry(name), [], {
          serialization: 'advanced',
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          ...(room !== undefined && {
            execArgv: [...process.execArgv, `--max-semi-space-size=${room}`, ...COLLECTED_ALONE],
            env: { ...LEAN_ENVIRONMENT, ...process.env },
          }),
        })
        running.add(child)
        child.once('exit', () => running.delete(child))
        child.once('error', reject)
        child.once('spawn', () => {
          child.off('error', reject)
          child.on('error', () => undefined)
          resolve({
            pid: child.pid ?? 0,
            post: (message) => {
              if (child.connected) child.send(message, () => undefined)
            },
            onMessage: (listener) => child.on('message', (message) => listener(message as WireMessage)),
            // A process can be seen to exit before its last messages are read; they come first.
            onClose: (listener) =>
              child.once('exit', () => (child.connected ? child.once('disconnect', listener) : listener())),
            kill: () => child.kill('SIGKILL'),
          })
        })
      }),
  }
}
