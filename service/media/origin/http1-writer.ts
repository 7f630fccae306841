import { STATUS_CODES } from 'node:http'
import type { Answer } from './answer.ts'
import type { RawHeaders } from './answer-headers.ts'

interface Written {
  readonly second: number
  readonly bytes: Buffer
}

/** Writes answers as HTTP/1.1 has them (RFC 9112 4). A whole file that is asked for again is written once a second. */
export class Http1Writer {
  readonly #keepAliveSeconds: number
  readonly #whole = new WeakMap<RawHeaders, Written>()
  #second = 0
  #end = ''

  /** @param keepAliveSeconds what players are told of when a quiet connection ends */
  constructor(keepAliveSeconds: number) {
    this.#keepAliveSeconds = keepAliveSeconds
  }

  /** Everything before the body. */
  head(status: number, headers: RawHeaders): Buffer {
    this.#tick()
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
    for (let i = 0; i < headers.length; i += 2) text += `${headers[i] ?? ''}: ${headers[i + 1] ?? ''}\r\n`
    return Buffer.from(text + this.#end, 'latin1')
  }

  /** Head and body in one, for a body that is small. */
  all({ status, headers }: Answer, body: Buffer): Buffer {
    const second = this.#tick()
    const known = this.#whole.get(headers)
    if (known?.second === second) return known.bytes
    const bytes = Buffer.concat([this.head(status, headers), body])
    if (status === 200) this.#whole.set(headers, { second, bytes })
    return bytes
  }

  /** The date is that of the second (RFC 9110 6.6.1). */
  #tick(): number {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      const date = new Date(now).toUTCString()
      this.#end = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${this.#keepAliveSeconds}\r\n\r\n`
    }
    return second
  }
}
