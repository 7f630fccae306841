/** Stands before an origin and loses some of its answers, as networks and caches do. HTTP/2 on both sides. */
import { constants, createSecureServer } from 'node:http2'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { OriginClient } from '../support/low-latency/origin-client.ts'
import type { Loaded } from '../support/low-latency/origin-client.ts'
import { selfSigned } from '../support/self-signed.ts'

/** What happens to an answer that is lost. */
const WAYS = ['cut off', 'not found', 'reset'] as const

export interface Loss {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly how: (typeof WAYS)[number]
  readonly path: string
}

export interface LossyOrigin {
  readonly url: string
  readonly losses: readonly Loss[]
  readonly answers: () => number
  close(): void
}

/** Of one hop, which the other side has its own of. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'date',
])

/**
 * @param origin its address; @param authority certificates that it is trusted by, PEM
 * @param share of answers that are lost, 0 to 1; the multivariant playlist never is
 */
export async function startLossyOrigin(
  origin: string,
  authority: string,
  share: number,
): Promise<LossyOrigin> {
  const client = new OriginClient(authority)
  const losses: Loss[] = []
  let answers = 0
  const server = createSecureServer(await selfSigned(['127.0.0.1']))
  server.on('stream', (stream, headers) => {
    // A player that goes away breaks off what it waits for.
    stream.on('error', () => undefined)
    void answer(stream, headers)
  })
  server.on('sessionError', () => undefined)

  async function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const path = headers[':path'] ?? '/'
    try {
      const loaded = await client.get(origin + path, passed(headers))
      if (stream.destroyed) return
      answers += 1
      const isSpared = path.endsWith('/index.m3u8') || loaded.status !== 200
      if (isSpared || Math.random() >= share) return send(stream, loaded, loaded.body.length)
      lose(stream, loaded, path)
    } catch {
      if (!stream.destroyed) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    }
  }

  function lose(stream: ServerHttp2Stream, loaded: Loaded, path: string): void {
    const how = WAYS[losses.length % WAYS.length] ?? 'reset'
    losses.push({ at: Date.now(), how, path })
    if (how === 'cut off') return send(stream, loaded, Math.floor(loaded.body.length / 2))
    if (how === 'reset') return stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    stream.respond({ ':status': 404, 'access-control-allow-origin': '*' })
    stream.end('lost\n')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    losses,
    answers: () => answers,
    close: () => {
      server.close()
      client.close()
    },
  }
}

/** What a player asks for besides the address. */
function passed(headers: IncomingHttpHeaders): Record<string, string> {
  const { range } = headers
  return range === undefined ? {} : { range }
}

/** @param count bytes that are sent of the body; where they are not all, the answer breaks off */
function send(stream: ServerHttp2Stream, { status, headers, body }: Loaded, count: number): void {
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !HOP.has(name))
  const length = body.length > 0 ? { 'content-length': body.length } : {}
  stream.respond({ ...Object.fromEntries(kept), ...length, ':status': status })
  if (count === body.length) return void stream.end(body)
  stream.write(body.subarray(0, count), () => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
}
