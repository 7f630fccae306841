/** Answers the requests of players for recordings. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { RecordedFile } from '../../contract/archive.ts'
import type { Bytes } from '../../contract/units.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { parseByteRange } from '../../platform/net/byte-range.ts'
import type { ByteRange } from '../../platform/net/byte-range.ts'
import { isHostAllowed } from '../../platform/net/host-check.ts'
import { CONTENT_TYPES } from './recorded-source.ts'

/** A file that may be played, wherever it is. */
export interface Playable {
  readonly file: RecordedFile
  /**
   * Hands the bytes of `range` to `take` and resolves when it has them.
   * @throws StoreError, before or while they are taken
   */
  send(
    range: ByteRange,
    signal: AbortSignal,
    take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>
}

export interface PlayerHandlerOptions {
  /** See allowedHostNames. */
  readonly hostNames: ReadonlySet<string>
  /** Of pages that may read what they play. */
  readonly origins: ReadonlySet<string>
  /** What a path without its query stands for; null for nothing. */
  find(path: string): Playable | null
}

const METHODS = 'GET, HEAD, OPTIONS'
const RULES: OutgoingHttpHeaders = {
  'Cache-Control': 'no-store',
  // Whoever knows the address may play it: a page needs no more than a video element.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Handles one request; never rejects. */
export async function handlePlayerRequest(
  options: PlayerHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method } = request
  for (const [name, value] of Object.entries(originHeaders(options.origins, request))) {
    response.setHeader(name, value)
  }
  if (!isHostAllowed(request.headers.host, options.hostNames)) {
    refuse(response, 421, 'This name is not served here.')
  } else if (method === 'OPTIONS') preflight(request, response)
  else if (method !== 'GET' && method !== 'HEAD') refuse(response, 405, 'Use GET.', { Allow: METHODS })
  else {
    const playable = options.find((request.url ?? '').replace(/\?.*$/s, ''))
    if (playable) await play(playable, request, response)
    else refuse(response, 404, 'There is nothing here (any more).')
  }
}

function originHeaders(origins: ReadonlySet<string>, { headers }: IncomingMessage): Record<string, string> {
  const { origin } = headers
  if (origin === undefined || !origins.has(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Content-Length, Content-Range',
  }
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  if (response.hasHeader('access-control-allow-origin')) {
    response.setHeader('Access-Control-Allow-Methods', METHODS)
    response.setHeader('Access-Control-Allow-Headers', 'Range')
    if (request.headers['access-control-request-private-network'] === 'true') {
      response.setHeader('Access-Control-Allow-Private-Network', 'true')
    }
  }
  response.writeHead(204, RULES)
  response.end()
}

function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { ...RULES, 'Content-Type': 'text/plain; charset=utf-8', ...headers })
  response.end(`${text}\n`)
}

async function play(playable: Playable, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { file } = playable
  const range = parseByteRange(request.headers.range, file.bytes)
  if (range === 'unsatisfiable') {
    refuse(response, 416, 'The recording is shorter.', { 'Content-Range': `bytes */${file.bytes}` })
    return
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
  const headers = {
    ...RULES,
    'Content-Type': CONTENT_TYPES[file.kind],
    'Content-Length': end - start + 1,
    'Accept-Ranges': 'bytes',
    ...(range ? { 'Content-Range': `bytes ${start}-${end}/${file.bytes}` } : {}),
  }
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || end < start) {
    response.writeHead(status, headers)
    response.end()
    return
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    await playable.send({ start, end }, gone.signal, async (bytes) => {
      // A client that went while the store was asked is not to be written to; its `close` came before.
      if (response.destroyed) return
      response.writeHead(status, headers)
      await pipeline(exactly(bytes, end - start + 1), response)
    })
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy()
    else fail(response, error)
  }
}

function fail(response: ServerResponse, error: unknown): void {
  const kind = error instanceof StoreError ? error.kind : null
  if (kind === 'not-found' || kind === 'local') refuse(response, 404, 'The recording is not here any more.')
  else refuse(response, 502, 'The store does not hand out the recording.')
}

/** @throws Error when there are fewer or more: the answer's length has been told */
async function* exactly(bytes: AsyncIterable<Uint8Array>, length: Bytes): AsyncGenerator<Uint8Array> {
  let left = length
  for await (const piece of bytes) {
    left -= piece.byteLength
    if (left < 0) throw new Error('more bytes came than were asked for')
    yield piece
  }
  if (left > 0) throw new Error(`${left} bytes are missing`)
}
