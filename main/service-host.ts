import { utilityProcess, type UtilityProcess } from 'electron'
import { join } from 'node:path'
import {
  EXIT_CODES,
  type HostToService,
  type ServiceReady,
  type ServiceStart,
  type ServiceStatus,
  type ServiceToHost,
} from '../service/contract/host-protocol.ts'
import { endNow } from './end-now.ts'
import { RestartPolicy } from './restart-policy.ts'
import { answerSecretRequest } from './secrets.ts'
import { WorkerRelay } from './worker-relay.ts'

/** How long the service may take to end when asked; it lets encoders and viewers finish. */
const STOP_DEADLINE_MS = 10_000
/** How long workers may take to end their broadcasts when the service is gone. */
const DRAIN_DEADLINE_MS = 8_000

export interface ServiceListener {
  /** Called at the first start and after each restart. */
  ready(info: ServiceReady): void
  /** What is on air and what fails, after each `ready` and when it changed. */
  status(status: ServiceStatus): void
  /** The service's process ended, asked or not. */
  gone(): void
  /** The service is not running and is not started again by itself. */
  failed(text: string, exitCode: number): void
}

/** One life of the service, from its start to its end. */
interface Life {
  readonly process: UtilityProcess
  readonly relay: WorkerRelay
  readyAt: number | null
  refusal: Extract<ServiceToHost, { kind: 'failed' }> | null
}

/** Runs the service in a utility process, starts it again when it dies, and ends it when asked. */
export class ServiceHost {
  readonly #folder: string
  readonly #listener: ServiceListener
  readonly #policy = new RestartPolicy()
  #options: ServiceStart | null = null
  #life: Life | null = null
  #restart: NodeJS.Timeout | null = null
  #stopped: (() => void) | null = null
  #entries: ((entryUrl: string | null) => void)[] = []

  /** @param folder of the service's bundle */
  constructor(folder: string, listener: ServiceListener) {
    this.#folder = folder
    this.#listener = listener
  }

  start(options: ServiceStart): void {
    this.#options = options
    this.#policy.reset()
    this.#launch(options)
  }

  /** Ends the service and its workers; returns when no process of it is left. */
  async stop(): Promise<void> {
    if (this.#restart) clearTimeout(this.#restart)
    this.#options = null
    const life = this.#life
    if (!life) return
    const ended = new Promise<void>((resolve) => (this.#stopped = resolve))
    post(life.process, { kind: 'stop' })
    const deadline = setTimeout(() => endNow(life.process), STOP_DEADLINE_MS)
    await ended
    clearTimeout(deadline)
  }

  /** A fresh address with a one-time token; null when the service is not there to give one. */
  requestEntry(): Promise<string | null> {
    const life = this.#life
    if (!life?.readyAt) return Promise.resolve(null)
    return new Promise((resolve) => {
      this.#entries.push(resolve)
      post(life.process, { kind: 'entry.request' })
    })
  }

  #launch(options: ServiceStart): void {
    const child = utilityProcess.fork(join(this.#folder, 'main.js'), [], {
      serviceName: 'airdesk service',
      stdio: 'inherit',
    })
    const relay = new WorkerRelay(this.#folder, (message) => post(child, message))
    const life: Life = { process: child, relay, readyAt: null, refusal: null }
    this.#life = life
    child.on('message', (message: ServiceToHost) => this.#handle(life, message))
    child.once('exit', (code) => void this.#ended(life, code))
    post(child, { kind: 'start', options })
  }

  #handle(life: Life, message: ServiceToHost): void {
    switch (message.kind) {
      case 'ready':
        life.readyAt = performance.now()
        return this.#listener.ready(message.info)
      case 'failed':
        life.refusal = message
        return
      case 'stopped':
        return
      case 'status':
        return this.#listener.status(message.status)
      case 'entry':
        return this.#entries.shift()?.(message.entryUrl)
      case 'secret.wrap':
      case 'secret.unwrap':
        return void answerSecretRequest(message).then((answer) => post(life.process, answer))
      default:
        return life.relay.handle(message)
    }
  }

  async #ended(life: Life, code: number): Promise<void> {
    for (const resolve of this.#entries.splice(0)) resolve(null)
    this.#listener.gone()
    // The next life needs the ports that the old workers may still hold.
    await life.relay.orphan(DRAIN_DEADLINE_MS)
    this.#life = null
    if (this.#stopped) return this.#stopped()
    if (!this.#options) return
    if (life.refusal) return this.#listener.failed(life.refusal.text, life.refusal.exitCode)
    const delay = this.#policy.died(life.readyAt === null ? null : performance.now() - life.readyAt)
    if (delay === null) {
      const text = `The service ended several times before it was ready, last with code ${code}.`
      return this.#listener.failed(text, EXIT_CODES.failed)
    }
    const options = this.#options
    this.#restart = setTimeout(() => this.#launch(options), delay)
  }
}

function post(child: UtilityProcess, message: HostToService): void {
  child.postMessage(message)
}
