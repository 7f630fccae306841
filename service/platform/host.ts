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
 * What keeps a process of the origin small: what it makes for a request is gone with the answer, so V8 needs little
 * room for new objects (16 MiB otherwise), and glibc no heap of its own for each thread.
 */
const LEAN: ReadonlySet<WorkerName> = new Set(['origin'])
const LEAN_OPTIONS = ['--max-semi-space-size=1']
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
        const child = fork(entry(name), [], {
          serialization: 'advanced',
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          ...(LEAN.has(name) && {
            execArgv: [...process.execArgv, ...LEAN_OPTIONS],
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
