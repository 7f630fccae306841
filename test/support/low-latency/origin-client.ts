/** Loads from an origin as a player does: all over one connection of HTTP/2, which is opened again where it broke. */
import { connect, constants } from 'node:http2'
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2'
import { performance } from 'node:perf_hooks'
import { gunzipSync } from 'node:zlib'
import type { Milliseconds } from '../../../service/contract/units.ts'

export interface Loaded {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** As it was before it was compressed. */
  readonly body: Buffer
  readonly protocol: string
  /** By the clock of `performance.now()`. */
  readonly sentAt: Milliseconds
  readonly endedAt: Milliseconds
  /** From the request to the first byte of the answer's body, or its end where it has none. */
  readonly firstByteMs: Milliseconds
  /** From the request to a sign of life that was asked for with it: before, both processes need not have been run. */
  readonly aliveMs: Milliseconds
}

/** More than are ever under way. */
const SIGNS_OF_LIFE = 10_000
/** No answer is longer on its way than this: a limit for broken code. */
const PATIENCE: Milliseconds = 120_000

export class OriginClient {
  readonly #authority: string
  #session: ClientHttp2Session | null = null
  #isClosed = false

  /** @param authority certificates that are trusted, PEM */
  constructor(authority: string) {
    this.#authority = authority
  }

  /**
   * @param url absolute; all that one client loads is of one origin
   * @throws Error where the connection breaks before the answer is whole, or nothing comes for long
   */
  get(url: string, given: Readonly<Record<string, string>> = {}): Promise<Loaded> {
    const { origin, pathname, search } = new URL(url)
    const session = this.#opened(origin)
    const sentAt = performance.now()
    return new Promise((resolve, reject) => {
      const stream = session.request({ ':path': pathname + search, ...given })
      const chunks: Buffer[] = []
      let head: IncomingHttpHeaders & { ':status'?: number } = {}
      let firstByteMs: Milliseconds | null = null
      let aliveMs: Milliseconds = 0
      session.ping((error) => {
        if (!error) aliveMs = performance.now() - sentAt
      })
      const fail = (reason: string) => {
        stream.close(constants.NGHTTP2_CANCEL)
        reject(new Error(`${url}: ${reason}`))
      }
      stream.setTimeout(PATIENCE, () => fail(`nothing came for ${PATIENCE} ms`))
      stream.once('response', (headers) => (head = headers))
      stream.on('data', (chunk: Buffer) => {
        firstByteMs ??= performance.now() - sentAt
        chunks.push(chunk)
      })
      stream.once('error', (error: Error) => fail(error.message))
      stream.once('close', () => {
        const endedAt = performance.now()
        const status = head[':status']
        const headers = Object.fromEntries(
          Object.entries(head).map(([name, value]) => [name, value?.toString()]),
        )
        const sent = Buffer.concat(chunks)
        const length = headers['content-length']
        if (status === undefined) return fail('the connection broke')
        if (stream.rstCode !== 0 || (length !== undefined && Number(length) !== sent.length))
          return fail('the answer broke off')
        const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
        const protocol = session.alpnProtocol ?? ''
        resolve({
          status,
          headers,
          body,
          protocol,
          sentAt,
          endedAt,
          firstByteMs: firstByteMs ?? endedAt - sentAt,
          aliveMs,
        })
      })
      stream.end()
    })
  }

  /** True once nobody asks any more, and what was under way is broken off. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    this.#session?.destroy()
    this.#session = null
  }

  #opened(origin: string): ClientHttp2Session {
    const open = this.#session
    if (open && !open.closed && !open.destroyed) return open
    const session = connect(origin, { ca: this.#authority, maxOutstandingPings: SIGNS_OF_LIFE })
    this.#session = session
    const gone = () => {
      if (this.#session === session) this.#session = null
    }
    // Told by each request that was under way; those may end after a GOAWAY.
    session.on('error', gone)
    session.once('goaway', gone)
    session.once('close', gone)
    return session
  }
}
