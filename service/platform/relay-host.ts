import type { HostToService, ServiceToHost } from '../contract/host-protocol.ts'
import type { WireMessage } from '../contract/worker-protocol.ts'
import type { Host, WorkerProcess } from './host.ts'

/** The link of the service to Electron's main process. */
export interface HostPort {
  post(message: ServiceToHost): void
  onMessage(listener: (message: HostToService) => void): void
}

/** One worker, seen over the relay. What comes before a listener is there waits for it. */
class RelayedWorker implements WorkerProcess {
  readonly pid: number
  readonly #worker: number
  readonly #port: HostPort
  readonly #waiting: WireMessage[] = []
  #listener: ((message: WireMessage) => void) | null = null
  #closeListeners: (() => void)[] = []
  #closed = false

  constructor(worker: number, pid: number, port: HostPort) {
    this.#worker = worker
    this.pid = pid
    this.#port = port
  }

  post(message: WireMessage): void {
    if (!this.#closed) this.#port.post({ kind: 'worker.post', worker: this.#worker, message })
  }

  onMessage(listener: (message: WireMessage) => void): void {
    this.#listener = listener
    for (const message of this.#waiting.splice(0)) listener(message)
  }

  onClose(listener: () => void): void {
    if (this.#closed) queueMicrotask(listener)
    else this.#closeListeners.push(listener)
  }

  kill(): void {
    if (!this.#closed) this.#port.post({ kind: 'worker.kill', worker: this.#worker })
  }

  receive(message: WireMessage): void {
    if (this.#listener) this.#listener(message)
    else this.#waiting.push(message)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const listener of this.#closeListeners.splice(0)) listener()
  }
}

interface Starting {
  resolve(worker: WorkerProcess): void
  reject(error: Error): void
}

/**
 * The host in a utility process of Electron, which can't start processes itself: it asks the main process
 * for them and talks to them through it.
 */
export function relayHost(port: HostPort): Host {
  let last = 0
  const starting = new Map<number, Starting>()
  const running = new Map<number, RelayedWorker>()

  port.onMessage((message) => {
    switch (message.kind) {
      case 'worker.started': {
        const worker = new RelayedWorker(message.worker, message.pid, port)
        running.set(message.worker, worker)
        take(message.worker)?.resolve(worker)
        break
      }
      case 'worker.failed':
        take(message.worker)?.reject(new Error(message.text))
        break
      case 'worker.message':
        running.get(message.worker)?.receive(message.message)
        break
      case 'worker.closed':
        take(message.worker)?.reject(new Error('the process ended while it was started'))
        running.get(message.worker)?.close()
        running.delete(message.worker)
        break
      default:
        // Start, stop and entry are for the service itself.
        break
    }
  })

  function take(worker: number): Starting | undefined {
    const found = starting.get(worker)
    starting.delete(worker)
    return found
  }

  return {
    start: (name) =>
      new Promise((resolve, reject) => {
        const worker = ++last
        starting.set(worker, { resolve, reject })
        port.post({ kind: 'worker.start', worker, name })
      }),
  }
}
