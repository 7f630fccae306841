import { WebSocket } from 'ws'

/** What came of the service by one WebSocket. */
export interface Close {
  readonly code: number
  readonly reason: string
}

type Message = Readonly<Record<string, unknown>>

/** Messages that a client gets when its media is connected, or when time passes: a replay has no media. */
export const OF_MEDIA: ReadonlySet<unknown> = new Set([
  'ping',
  'notify',
  're-offer',
  'update',
  'push',
  'switched',
])
/** Those that answer them. */
export const TO_MEDIA: ReadonlySet<unknown> = new Set(['pong', 're-answer', 'update', 'candidate'])

/** One client of signaling. */
export class ReplayedSocket {
  readonly #socket: WebSocket
  readonly #messages: Message[] = []
  #waiting: ((message: Message | null) => void) | null = null
  readonly #closed: Promise<Close>
  #end: Close | null = null

  /** @param ca certificate authority to trust besides the usual ones, PEM */
  constructor(url: string, ca?: string) {
    this.#socket = new WebSocket(url, ca === undefined ? {} : { ca })
    this.#socket.on('message', (frame: Buffer) => this.#came(JSON.parse(frame.toString()) as Message))
    this.#socket.on('error', () => undefined)
    this.#closed = new Promise((resolve) => {
      this.#socket.on('close', (code, reason) => {
        this.#end = { code, reason: reason.toString() }
        this.#waiting?.(null)
        resolve(this.#end)
      })
    })
  }

  /** Resolves when it is open, or closed before. */
  async opened(): Promise<void> {
    await Promise.race([new Promise((resolve) => void this.#socket.once('open', resolve)), this.#closed])
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  /** The next message that needs no media; null where it closes, or `limit` is over, before one comes. */
  next(limit: AbortSignal): Promise<Message | null> {
    const there = this.#messages.shift()
    if (there || this.#end) return Promise.resolve(there ?? null)
    return new Promise((resolve) => {
      limit.addEventListener('abort', () => resolve(null))
      this.#waiting = resolve
    })
  }

  /** How the service closed it; null where it does not before `limit` is over. */
  closed(limit: AbortSignal): Promise<Close | null> {
    const late = new Promise<null>((resolve) => limit.addEventListener('abort', () => resolve(null)))
    return Promise.race([this.#closed, late])
  }

  /** Closes it as a client does. */
  close(code?: number): void {
    // A code that only a broken connection has cannot be sent (RFC 6455 7.4.1).
    if (code === undefined || code === 1005 || code === 1006) this.#socket.close()
    else this.#socket.close(code)
  }

  #came(message: Message): void {
    if (OF_MEDIA.has(message['type'])) return
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) waiting(message)
    else this.#messages.push(message)
  }
}
