/** Synthetic WebRTC clients, in a process of their own that ends with this one. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Milliseconds } from '../../contract/units.ts'
import { awaited, waitUntil } from '../wait.ts'
import { deferred } from './deferred.ts'
import type { ClientCounts, ClientMessage, OpenOrder, Order, Report } from './messages.ts'

const PATIENCE: Milliseconds = 30_000

/** How a client ended. */
export interface ClientEnd {
  /** Of the WebSocket. */
  readonly code: number
  /** `TYPE-DISCONNECT`, `DISCONNECTED-API`, the words of an authentication webhook, … */
  readonly reason: string
}

/** A WebRTC client without a browser: media flows. */
export interface WebrtcClient extends AsyncDisposable {
  readonly connectionId: string
  /** What the service told it: the offer, notifications and pushes, oldest first. */
  readonly messages: readonly ClientMessage[]
  /** How it ended; never rejects. */
  readonly ended: Promise<ClientEnd>
  counts(): Promise<ClientCounts>
  /** Waits for a message, also one that came before. @throws WaitError */
  waitFor(match: (message: ClientMessage) => boolean, what?: string): Promise<ClientMessage>
  /** Leaves as a client does. */
  stop(): Promise<void>
  /** Breaks off without a word. */
  kill(): Promise<void>
}

export type ClientOrder = Omit<OpenOrder, 'kind' | 'client' | 'file'> & { readonly file?: string | undefined }

export class WebrtcClients {
  #process: ChildProcess | null = null
  #made = 0
  readonly #clients = new Map<number, Client>()

  /** @throws Error with the reason where the service refuses it */
  async open({ file = PICTURE, ...order }: ClientOrder): Promise<WebrtcClient> {
    const number = (this.#made += 1)
    const client = new Client(number, (sent) => this.#process?.send(sent, () => undefined))
    this.#clients.set(number, client)
    void client.over.then(() => this.#clients.delete(number))
    this.#start().send({ kind: 'open', client: number, file, ...order } satisfies OpenOrder)
    await awaited(client.opened)
    return client
  }

  close(): void {
    this.#process?.disconnect()
    this.#process = null
  }

  #start(): ChildProcess {
    if (this.#process) return this.#process
    const child = fork(WORKER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    child.on('message', (report: Report) => this.#clients.get(report.client)?.heard(report))
    child.on('exit', () => {
      if (this.#process === child) this.#process = null
      for (const client of this.#clients.values()) client.lost()
    })
    // Nobody waits for the process alone; it ends with this one.
    child.unref()
    child.channel?.unref()
    this.#process = child
    return child
  }
}

class Client implements WebrtcClient {
  connectionId = ''
  readonly messages: ClientMessage[] = []
  readonly opened: Promise<void>
  /** As `ended`, for who does not wait. */
  readonly over: Promise<ClientEnd>
  readonly #number: number
  readonly #order: (order: Order) => void
  readonly #answers = new Map<number, (counts: ClientCounts) => void>()
  readonly #end = deferred<ClientEnd>()
  readonly #open = deferred<undefined>()
  #questions = 0

  constructor(number: number, order: (order: Order) => void) {
    this.#number = number
    this.#order = order
    this.opened = this.#open.promise
    this.over = this.#end.promise
  }

  get ended(): Promise<ClientEnd> {
    return awaited(this.over)
  }

  heard(report: Report): void {
    switch (report.kind) {
      case 'opened':
        this.connectionId = report.connectionId
        this.#open.resolve(undefined)
        break
      case 'message':
        this.messages.push(report.message)
        break
      case 'counts':
        this.#answers.get(report.question)?.(report.counts)
        this.#answers.delete(report.question)
        break
      case 'closed':
        this.#over(report)
        break
    }
  }

  lost(): void {
    this.#over({ code: 1006, reason: 'the process of the synthetic clients ended' })
  }

  async counts(): Promise<ClientCounts> {
    const question = (this.#questions += 1)
    const { promise, resolve } = deferred<ClientCounts>()
    this.#answers.set(question, resolve)
    this.#order({ kind: 'count', client: this.#number, question })
    const gone = this.over.then(({ reason }) => {
      throw new Error(`The client has ended: ${reason}`)
    })
    return awaited(Promise.race([promise, gone]))
  }

  waitFor(match: (message: ClientMessage) => boolean, what = 'message'): Promise<ClientMessage> {
    const seen = () => `There came: ${this.messages.map(nameOf).join(', ')}.`
    return waitUntil(() => this.messages.find(match), { what, timeoutMs: PATIENCE, seen })
  }

  async stop(): Promise<void> {
    this.#order({ kind: 'stop', client: this.#number })
    await this.ended
  }

  async kill(): Promise<void> {
    this.#order({ kind: 'kill', client: this.#number })
    await this.ended
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  #over({ code, reason }: ClientEnd): void {
    this.#end.resolve({ code, reason })
    this.#open.reject(new Error(`The WebRTC client was refused: ${code} ${reason}`))
  }
}

const nameOf = (message: ClientMessage) => ('event_type' in message ? message.event_type : message.type)

/** In the package, or in the checkout that was built. */
const [WORKER, PICTURE] = besides(fileURLToPath(import.meta.url))

function besides(self: string): [string, string] {
  const folder = dirname(self)
  return self.endsWith('.ts')
    ? [join(folder, 'worker.ts'), join(folder, 'picture.webm')]
    : [join(folder, 'webrtc-worker.js'), join(folder, 'picture.webm')]
}
