import { utilityProcess, type UtilityProcess } from 'electron'
import { join } from 'node:path'
import type {
  HostToService,
  HostWorkerName,
  ParentLost,
  ServiceToHost,
} from '../service/contract/host-protocol.ts'
import { WORKER_NAMES } from '../service/contract/host-protocol.ts'
import type { WireMessage } from '../service/contract/worker-protocol.ts'
import { endNow } from './end-now.ts'

export type WorkerMessage = Extract<ServiceToHost, { worker: number }>

/**
 * The media processes of one life of the service. A utility process cannot start another, so main starts
 * them and passes their messages on, unread.
 */
export class WorkerRelay {
  readonly #folder: string
  readonly #toService: (message: HostToService) => void
  readonly #workers = new Map<number, UtilityProcess>()
  #orphaned = false
  #onEmpty: (() => void) | null = null

  /** @param folder of the service's bundle */
  constructor(folder: string, toService: (message: HostToService) => void) {
    this.#folder = folder
    this.#toService = (message) => {
      if (!this.#orphaned) toService(message)
    }
  }

  handle(message: WorkerMessage): void {
    const worker = this.#workers.get(message.worker)
    switch (message.kind) {
      case 'worker.start':
        return this.#start(message.worker, message.name)
      case 'worker.post':
        return worker?.postMessage(message.message)
      case 'worker.kill':
        return endNow(worker)
    }
  }

  /**
   * The service is gone: tells each worker, which then ends its broadcasts and itself.
   * @param deadlineMs after which the rest is ended by force, milliseconds
   * @returns when no worker is left
   */
  async orphan(deadlineMs: number): Promise<void> {
    this.#orphaned = true
    if (this.#workers.size === 0) return
    const lost: ParentLost = { kind: 'parent-lost' }
    for (const worker of this.#workers.values()) worker.postMessage(lost)
    const deadline = setTimeout(() => this.#workers.forEach(endNow), deadlineMs)
    await new Promise<void>((resolve) => (this.#onEmpty = resolve))
    clearTimeout(deadline)
  }

  #start(id: number, name: HostWorkerName): void {
    if (!WORKER_NAMES.includes(name)) {
      return this.#toService({ kind: 'worker.failed', worker: id, text: `unknown worker: ${name as string}` })
    }
    const child = utilityProcess.fork(join(this.#folder, `${name}.js`), [], {
      serviceName: `airdesk ${name}`,
      stdio: 'inherit',
    })
    this.#workers.set(id, child)
    let started = false
    child.once('spawn', () => {
      started = true
      this.#toService({ kind: 'worker.started', worker: id, pid: child.pid ?? 0 })
    })
    child.on('message', (message: WireMessage) =>
      this.#toService({ kind: 'worker.message', worker: id, message }),
    )
    child.once('exit', (code) => {
      this.#workers.delete(id)
      if (started) this.#toService({ kind: 'worker.closed', worker: id })
      else
        this.#toService({ kind: 'worker.failed', worker: id, text: `${name} ended at once (code ${code})` })
      if (this.#workers.size === 0) this.#onEmpty?.()
    })
  }
}
