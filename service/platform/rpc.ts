import { Refusal } from '../contract/refusal/refusal.ts'
import type { ErrorData, NotificationMap, RequestMap, WireMessage } from '../contract/worker-protocol.ts'
import type { Milliseconds } from '../contract/units.ts'
import { systemClock } from './clock.ts'
import { errorData, errorOf } from './error-data.ts'
import type { Clock, Timer } from './clock.ts'
import type { Listeners } from './topics.ts'

/** The message link that a host gives: to a worker, or back to whoever started this process. */
export interface MessageLink {
  post(message: WireMessage): void
  onMessage(listener: (message: WireMessage) => void): void
  /** Called once, when the other side is gone. */
  onClose(listener: () => void): void
}

/** The other side is gone, or did not answer before the deadline, or answered with a failure. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** True where the other side answered, with a failure. */
  readonly refused: boolean

  constructor(message: string, { refused = false, ...options }: ErrorOptions & { refused?: boolean } = {}) {
    super(message, options)
    this.refused = refused
  }
}

interface Pending {
  resolve(body: unknown): void
  reject(error: Error): void
  timer: Timer
}

type Handlers<Requests extends RequestMap<Requests>> = {
  [Name in keyof Requests]: (body: Requests[Name][0]) => Promise<Requests[Name][1]> | Requests[Name][1]
}

/** Requests with id and deadline, and notifications, in both directions over one link. */
export class Rpc<Outgoing extends RequestMap<Outgoing>, Sent extends NotificationMap<Sent>> {
  readonly #link: MessageLink
  readonly #clock: Clock
  readonly #pending = new Map<number, Pending>()
  /** What has come after an answer, until whoever waited for that has gone on; null at other times. */
  #held: WireMessage[] | null = null
  #lastId = 0
  #closed = false

  private constructor(link: MessageLink, clock: Clock) {
    this.#link = link
    this.#clock = clock
  }

  /**
   * @param handlers answers to the other side's requests; what they throw, the caller is thrown too
   * @param listeners the other side's notifications
   * @param clock of the deadlines
   */
  static connect<
    Outgoing extends RequestMap<Outgoing>,
    Incoming extends RequestMap<Incoming>,
    Sent extends NotificationMap<Sent> = Record<string, never>,
    Received extends NotificationMap<Received> = Record<string, never>,
  >(
    link: MessageLink,
    handlers: Handlers<Incoming>,
    listeners: Partial<Listeners<Received>> = {},
    clock: Clock = systemClock,
  ): Rpc<Outgoing, Sent> {
    const rpc = new Rpc<Outgoing, Sent>(link, clock)
    const handle = (message: WireMessage) => {
      if (message.kind === 'request') void rpc.#answer(message, handlers)
      else if (message.kind === 'notification') {
        const known = listeners as Partial<Listeners<NotificationMap>>
        const listener = Object.hasOwn(known, message.name) ? known[message.name] : undefined
        listener?.(message.body)
      } else if (message.kind === 'reply' || message.kind === 'failure') rpc.#settle(message)
    }
    link.onMessage((message) => rpc.#take(message, handle))
    link.onClose(() => {
      const held = rpc.#held ?? []
      rpc.#held = null
      for (const message of held) handle(message)
      rpc.#fail()
    })
    return rpc
  }

  /**
   * Messages can come several at a time, and what waits for an answer goes on only after them: without a pause
   * an encoder that was just accepted would not be known yet to the message that ends it.
   */
  #take(message: WireMessage, handle: (message: WireMessage) => void): void {
    if (this.#held) {
      this.#held.push(message)
      return
    }
    handle(message)
    if (message.kind !== 'reply' && message.kind !== 'failure') return
    this.#held = []
    setImmediate(() => {
      const held = this.#held ?? []
      this.#held = null
      for (const later of held) this.#take(later, handle)
    })
  }

  /** @throws Refusal of the other side; RpcError when the deadline passes, the other side fails or is gone */
  request<Name extends keyof Outgoing & string>(
    name: Name,
    body: Outgoing[Name][0],
    deadlineMs: Milliseconds,
  ): Promise<Outgoing[Name][1]> {
    if (this.#closed) return Promise.reject(new RpcError(`${name}: the process is gone`))
    const id = ++this.#lastId
    return new Promise<unknown>((resolve, reject) => {
      const timer = this.#clock.after(deadlineMs, () => {
        this.#pending.delete(id)
        reject(new RpcError(`${name}: no answer within ${deadlineMs} ms`))
      })
      this.#pending.set(id, { resolve, reject, timer })
      this.#link.post({ kind: 'request', id, name, body, deadlineMs })
    })
  }

  notify<Name extends keyof Sent & string>(name: Name, body: Sent[Name]): void {
    if (!this.#closed) this.#link.post({ kind: 'notification', name, body })
  }

  async #answer(
    message: Extract<WireMessage, { kind: 'request' }>,
    handlers: Handlers<RequestMap>,
  ): Promise<void> {
    try {
      const handler = Object.hasOwn(handlers, message.name) ? handlers[message.name] : undefined
      if (!handler) throw new RpcError(`${message.name}: unknown request`)
      const body = await handler(message.body)
      if (!this.#closed) this.#link.post({ kind: 'reply', id: message.id, body })
    } catch (error) {
      if (!this.#closed) this.#link.post({ kind: 'failure', id: message.id, error: errorData(error) })
    }
  }

  #settle(message: Extract<WireMessage, { kind: 'reply' | 'failure' }>): void {
    const pending = this.#pending.get(message.id)
    if (!pending) return
    this.#pending.delete(message.id)
    pending.timer.cancel()
    if (message.kind === 'reply') pending.resolve(message.body)
    else pending.reject(failureOf(message.error))
  }

  #fail(): void {
    this.#closed = true
    for (const pending of this.#pending.values()) {
      pending.timer.cancel()
      pending.reject(new RpcError('the process is gone'))
    }
    this.#pending.clear()
  }
}

/** A refusal is thrown as it was; any other failure is the cause of an error that says whose it is. */
function failureOf(data: ErrorData): Error {
  const error = errorOf(data)
  return error instanceof Refusal ? error : new RpcError(error.message, { refused: true, cause: error })
}
