/** The HTTP client below the vendor's SDK: the SDK's own tells neither what was sent nor when an answer stalls. */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { OutgoingHttp } from '../../platform/net/outgoing/connect.ts'
import type { RulesOf } from '../../platform/net/outgoing/connect.ts'
import { bareHost } from '../../platform/net/outgoing/judge.ts'
import { StoreError } from './store-error.ts'

/** As the SDK describes a request. */
interface S3Request {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface S3CallOptions {
  readonly abortSignal: AbortSignal
  /** Bytes of the body that the network has just taken. */
  readonly onSent?: (bytes: Bytes) => void
}

/** As the SDK, which knows other kinds of signals too, hands it through. */
interface HandedThrough extends Pick<S3CallOptions, 'onSent'> {
  readonly abortSignal?: unknown
}

/** What the SDK expects of an answer. */
interface S3Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: IncomingMessage
}

/** Small enough that progress shows, large enough to cost little. */
const PIECE: Bytes = 64 * 1024
/** A kept connection that idles is closed before the other side does so, in the moment of its next use. */
const IDLE: Milliseconds = 20_000

/** Ends a request when for so long nothing was taken and nothing came; the SDK is given it as its handler. */
export class S3Http {
  readonly metadata = { handlerProtocol: 'http/1.1' }
  readonly #stallMs: Milliseconds
  readonly #http: OutgoingHttp

  constructor(stallMs: Milliseconds, rules: RulesOf) {
    this.#stallMs = stallMs
    this.#http = new OutgoingHttp(rules, { keepAlive: true, timeout: IDLE })
  }

  /** Rejects with Node's errors, `ETIMEDOUT` for what stalled; so does the body of the answer. */
  handle(
    request: S3Request,
    { abortSignal, onSent = () => {} }: HandedThrough = {},
  ): Promise<{ readonly response: S3Answer }> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#http.request(request.protocol === 'https:', {
        host: bareHost(request.hostname),
        ...(request.port !== undefined && { port: request.port }),
        method: request.method,
        path: request.path + queryOf(request.query ?? {}),
        headers: request.headers,
        timeout: this.#stallMs,
        ...(abortSignal instanceof AbortSignal && { signal: abortSignal }),
      })
      outgoing.on('error', reject)
      let answer: IncomingMessage | null = null
      outgoing.on('response', (response) => {
        answer = response
        resolve({ response: answerOf(response) })
      })
      outgoing.on('timeout', () => {
        // Who has not read what came has enough for now: that is no stall. The timer runs once only.
        if (answer && answer.readableLength > 0) return void answer.socket.setTimeout(this.#stallMs)
        const error = new Error(`nothing came for ${this.#stallMs / 1000} s`)
        outgoing.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
      })
      // What goes wrong while it is sent is told by the event `error`, once.
      void send(outgoing, request.body, onSent).catch(() => {})
    })
  }

  destroy(): void {
    this.#http.destroy()
  }

  /** The SDK sets options of its own handlers by these; there are none here. */
  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Record<string, never> {
    return {}
  }
}

/** A page of a list has at most 1,000 names of 1,024 bytes each, which may be encoded. */
const LONGEST_TEXT: Bytes = 8 * 1024 * 1024

/** What is not an object's bytes, as a whole; the SDK is given it to read answers with. */
export async function collectText(body: unknown): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    size += piece.length
    if (size > LONGEST_TEXT) throw new StoreError('refused-request', 'The answer is far too long')
  }
  return Buffer.concat(pieces)
}

/** RFC 3986 2.1, with everything encoded that may be: the signature is made of the same. */
function queryOf(query: NonNullable<S3Request['query']>): string {
  const pairs = Object.keys(query)
    .sort()
    .flatMap((name) => {
      const value = query[name] ?? ''
      return (typeof value === 'string' ? [value] : value).map((one) => `${encode(name)}=${encode(one)}`)
    })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

function answerOf(answer: IncomingMessage): S3Answer {
  const headers: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(answer.headers)) headers[name] = [value].flat().join(', ')
  return { statusCode: answer.statusCode ?? 0, headers, body: answer }
}

/** Piece by piece, each when the one before was taken. */
async function send(outgoing: ClientRequest, body: unknown, onSent: (bytes: Bytes) => void): Promise<void> {
  if (typeof body === 'string') outgoing.write(body)
  else if (body instanceof Uint8Array) {
    for (let at = 0; at < body.length; at += PIECE) {
      const piece = body.subarray(at, at + PIECE)
      await new Promise<void>((resolve, reject) => {
        outgoing.write(piece, (error) => (error ? reject(error) : resolve()))
      })
      onSent(piece.length)
    }
  } else if (body !== undefined) throw new TypeError('a body must be a string or bytes')
  outgoing.end()
}
