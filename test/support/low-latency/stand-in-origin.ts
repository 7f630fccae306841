/** A small origin of its own with low latency, whose time goes on when a test says so; and which does one thing wrong. */
import { createCipheriv } from 'node:crypto'
import { createSecureServer } from 'node:http2'
import type { ServerHttp2Stream } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { selfSigned } from '../self-signed.ts'
import { goodPlaylist, partUri } from './good-playlists.ts'
import { madeUpFragment, madeUpInitialization, SOUND, VIDEO } from './made-up-fragments.ts'

const MULTIVARIANT =
  '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nr0.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nr1.m3u8\n'
export const KEY = Buffer.alloc(16, 7)

const PARTS = 4
const COUNT = 20

/** What it does wrong. */
export type Fault =
  | 'takes a part alone'
  | 'delta is another'
  | 'part is missing'
  | 'other bytes'
  | 'never refuses'
  | 'finds everything'
  | 'other samples'

interface Waiting {
  /** @returns true where it was answered */
  readonly attempt: () => boolean
}

export class StandInOrigin {
  readonly #fault: Fault | null
  #waiting: Waiting[] = []
  /** Media Sequence Number of what is being made. */
  #next = 120
  #open = 1
  #isEnded = false
  #loads = 0
  #server: ReturnType<typeof createSecureServer> | null = null

  constructor(fault: Fault | null = null) {
    this.#fault = fault
  }

  /** @returns the address of the multivariant playlist, and the certificate that is to be trusted */
  async start(): Promise<{ url: string; authority: string }> {
    const { key, cert } = await selfSigned(['localhost'])
    const server = createSecureServer({ key, cert })
    this.#server = server
    server.on('stream', (stream, headers) =>
      this.#asked(stream, new URL(headers[':path'] ?? '/', 'https://localhost')),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    return { url: `https://localhost:${port}/index.m3u8`, authority: cert }
  }

  /** Requests that are waited for. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Another part is made. */
  step(): void {
    this.#open += 1
    if (this.#open === PARTS) {
      this.#open = 0
      this.#next += 1
    }
    this.#retry()
  }

  /** What is being made becomes whole, as far as it came. */
  end(): void {
    if (this.#open > 0) this.#next += 1
    this.#open = 0
    this.#isEnded = true
    this.#retry()
  }

  stop(): void {
    this.#server?.close()
  }

  #retry(): void {
    this.#waiting = this.#waiting.filter(({ attempt }) => !attempt())
  }

  #asked(stream: ServerHttp2Stream, { pathname, searchParams }: URL): void {
    stream.on('error', () => undefined)
    const [, rendition] = /^\/r(\d)\.m3u8$/.exec(pathname) ?? []
    const attempt = (): boolean => {
      const answer =
        rendition === undefined
          ? this.#file(pathname.slice(1))
          : this.#playlist(Number(rendition), searchParams)
      if (answer === null) return stream.destroyed
      const [status, body] = answer
      const isText = pathname.endsWith('.m3u8') && status === 200
      const type = isText
        ? { 'content-type': 'application/vnd.apple.mpegurl', 'content-encoding': 'gzip' }
        : {}
      if (!stream.destroyed) stream.respond({ ':status': status, ...type })
      stream.end(isText ? gzipSync(body) : body)
      return true
    }
    if (!attempt()) this.#waiting.push({ attempt })
  }

  /** Null where it is to be waited for. */
  #playlist(rendition: number, query: URLSearchParams): [status: number, body: string] | null {
    const [number, part] = ['_HLS_msn', '_HLS_part'].map((name) => {
      const value = query.get(name)
      return value === null ? null : Number(value)
    })
    if (number === null && part !== null && this.#fault !== 'takes a part alone') return [400, 'no']
    if (this.#isEnded || number === null || number === undefined) return this.#text(rendition, query)
    const isFar = number > this.#next + 2 || (number === this.#next && (part ?? 0) > this.#open + 6)
    if (isFar) return this.#fault === 'never refuses' ? this.#text(rendition, query) : [400, 'no']
    const wanted =
      part !== null && part !== undefined && number === this.#next - 1 && part >= PARTS
        ? [number + 1, 0]
        : [number, part ?? PARTS - 1]
    const isThere = this.#has(wanted[0] ?? 0, wanted[1] ?? 0)
    return isThere ? this.#text(rendition, query) : null
  }

  #text(rendition: number, query: URLSearchParams): [status: number, body: string] {
    const from = this.#next - COUNT
    const skipped = query.has('_HLS_skip') && !this.#isEnded ? 13 : 0
    const text = goodPlaylist({
      from,
      count: COUNT,
      open: this.#open,
      rendition,
      skipped,
      isEnded: this.#isEnded,
    })
    const isOther = this.#fault === 'delta is another' && skipped > 0
    return [200, isOther ? text.replace(/(r\d\/\d+)\.m4s\n/, '$1b.m4s\n') : text]
  }

  #file(path: string): [status: number, body: string | Buffer] | null {
    if (path === 'index.m3u8') return [200, MULTIVARIANT]
    if (path.startsWith('init-')) return [200, madeUpInitialization()]
    const [, rendition = '', number = '', part] = /^r(\d)\/(\d+)(?:\.(\d+))?\.m4s$/.exec(path) ?? []
    const wanted = { number: Number(number), part: part === undefined ? PARTS - 1 : Number(part) }
    const isHinted = path === partUri(Number(rendition), this.#next, this.#open)
    if (this.#fault === 'part is missing' && wanted.number === 121 && wanted.part === 2) return [404, 'no']
    if (!this.#has(wanted.number, wanted.part)) {
      if (isHinted && !this.#isEnded) return null
      return this.#fault === 'finds everything' ? [200, 'something'] : [404, 'no']
    }
    const parts = part === undefined ? Array.from({ length: PARTS }, (_, one) => one) : [wanted.part]
    return [
      200,
      this.#encrypted(
        wanted.number,
        Buffer.concat(parts.map((one) => this.#clear(wanted.number, one, part === undefined))),
      ),
    ]
  }

  #clear(number: number, part: number, isOfSegment: boolean): Buffer {
    this.#loads += 1
    const changes = this.#fault === 'other bytes' ? String(this.#loads) : ''
    const other = this.#fault === 'other samples' && isOfSegment ? 'other' : ''
    return madeUpFragment([
      { track: VIDEO, bytes: `${number}.${part}${changes}${other}`, isKey: part === 0 },
      { track: SOUND, bytes: `sound ${number}.${part}` },
    ])
  }

  #encrypted(number: number, clear: Buffer): Buffer {
    const aes = createCipheriv('aes-128-cbc', KEY, Buffer.from(number.toString(16).padStart(32, '0'), 'hex'))
    return Buffer.concat([aes.update(clear), aes.final()])
  }

  #has(number: number, part: number): boolean {
    return number < this.#next || (number === this.#next && part < this.#open)
  }
}
