import { WebSocket } from 'ws'
import type { NativeClient } from '../webrtc/native-client.ts'

/** What came of the service by one WebSocket. */
export interface Close {
  readonly code: number
  readonly reason: string
}

type Message = Readonly<Record<string, unknown>>

/**
 * What a message is compared with. Those that come when media or time has it so are not compared: pings, further
 * offers, and what `notify` tells of anything but who comes and goes.
 * @returns null for what is not compared
 */
export function kindOf({ type, event_type: event }: Message): string | null {
  if (type === 'notify') {
    return event === 'connection.created' || event === 'connection.destroyed' ? event : null
  }
  return type === 'ping' || type === 're-offer' ? null : String(type)
}

/** What the client says of its own media; a replay has media of its own. */
export const OF_OWN_MEDIA: ReadonlySet<unknown> = new Set(['pong', 're-answer', 'update', 'candidate'])

/** One client of signaling. Its transport connects, and nothing is sent by it. */
export class ReplayedSocket {
  readonly #socket: WebSocket
  /** What came and was not asked for yet, by kind. */
  readonly #messages = new Map<string, Message[]>()
  #waiting: { readonly kind: string; readonly resolve: (message: Message | null) => void } | null = null
  readonly #closed: Promise<Close>
  #end: Close | null = null
  #offer: Message | null = null
  #media: NativeClient | null = null
  /** One offer is answered after the other. */
  #answering: Promise<void> = Promise.resolve()

  /** @param ca certificate authority to trust besides the usual ones, PEM */
  constructor(url: string, ca?: string) {
    this.#socket = new WebSocket(url, ca === undefined ? {} : { ca })
    this.#socket.on('message', (frame: Buffer) => this.#came(JSON.parse(frame.toString()) as Message))
    this.#socket.on('error', () => undefined)
    this.#closed = new Promise((resolve) => {
      this.#socket.on('close', (code, reason) => {
        this.#end = { code, reason: reason.toString() }
        this.#media?.close()
        this.#waiting?.resolve(null)
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

  /** Sends the answer to the offer that came, with the transport that connects now. */
  answer(recorded: object): void {
    this.#next(async () => {
      const { sdp, mid } = this.#offer ?? {}
      // The native library is loaded only where a recording has media.
      const { connectNativeClient } = await import('../webrtc/native-client.ts')
      this.#media = await connectNativeClient({ offerSdp: String(sdp), sends: sentOf(mid) })
      if (this.#end) this.#media.close()
      this.send(JSON.stringify({ ...recorded, sdp: this.#media.answerSdp }))
    })
  }

  /** The next message of a kind; null where it closes, or `limit` is over, before one comes. */
  next(kind: string, limit: AbortSignal): Promise<Message | null> {
    const there = this.#messages.get(kind)?.shift()
    if (there || this.#end) return Promise.resolve(there ?? null)
    return new Promise((resolve) => {
      limit.addEventListener('abort', () => resolve(null))
      this.#waiting = { kind, resolve }
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
    const { type, sdp } = message
    if (type === 'ping')
      this.send(JSON.stringify(message['stats'] ? { type: 'pong', stats: [] } : { type: 'pong' }))
    if (type === 'offer') this.#offer = message
    if (type === 're-offer') {
      this.#next(async () => {
        const answer = await this.#media?.reoffer(String(sdp))
        if (answer !== undefined) this.send(JSON.stringify({ type: 're-answer', sdp: answer }))
      })
    }
    const kind = kindOf(message)
    if (kind === null) return
    const waiting = this.#waiting
    if (waiting?.kind === kind) {
      this.#waiting = null
      waiting.resolve(message)
    } else this.#messages.set(kind, [...(this.#messages.get(kind) ?? []), message])
  }

  /** What the transport cannot do ends it; the close that was recorded is another one then. */
  #next(step: () => Promise<void>): void {
    this.#answering = this.#answering.then(step).catch(() => this.#socket.terminate())
  }
}

/** SSRCs of its own for each m-line that the offer would have it send by. */
function sentOf(mid: unknown): Record<string, { readonly ssrc: number }> {
  const mids = Object.values((mid ?? {}) as Readonly<Record<string, string>>)
  return Object.fromEntries(mids.map((one, index) => [one, { ssrc: index + 1 }]))
}
