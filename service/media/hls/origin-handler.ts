/** Answers the requests of players. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { TurnedAway } from '../../contract/worker-protocol.ts'
import { parseOriginAddress } from '../../protocol/hls/paths.ts'
import type { HlsFileKind, OriginAddress } from '../../protocol/hls/paths.ts'
import type { AddressGate, Verdict } from './address-gate.ts'
import { parseByteRange } from './byte-range.ts'
import { isHostAllowed } from './host-check.ts'
import type { OpenedFile, SegmentStore } from './segment-store.ts'

export interface OriginHandlerOptions {
  readonly store: SegmentStore
  /** See allowedHostNames. */
  readonly hostNames: ReadonlySet<string>
  readonly gate: Pick<AddressGate, 'check'>
  /** Called for every file that is there, and for who is not let in. */
  onFile(asked: OriginAddress, verdict: Verdict, request: IncomingMessage): void
}

const CONTENT_TYPES: Readonly<Record<HlsFileKind, string>> = {
  playlist: 'application/vnd.apple.mpegurl',
  segment: 'video/mp4',
  init: 'video/mp4',
}
const METHODS = 'GET, HEAD, OPTIONS'

/**
 * Every answer may be read by any web page (`Access-Control-Allow-Origin: *`): a stream is meant to be
 * embedded in its audience's sites, a player of another site could not load it otherwise, and whoever
 * knows the address can load it without a browser anyway. No credentials are allowed with it, nothing
 * here looks at any, and confidential streams are encrypted. The two APIs have no such header.
 */
const PUBLIC_HEADERS: OutgoingHttpHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Content-Length, Content-Range, Date, ETag',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Handles one request; never rejects. */
export async function handleOriginRequest(
  options: OriginHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method } = request
  if (!isHostAllowed(request.headers.host, options.hostNames)) {
    refuse(response, 421, 'This name is not served here.')
  } else if (method === 'OPTIONS') preflight(request, response)
  else if (method !== 'GET' && method !== 'HEAD') refuse(response, 405, 'Use GET.', { Allow: METHODS })
  else await sendFile(options, request, response)
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  const asksPrivate = request.headers['access-control-request-private-network'] === 'true'
  response.writeHead(204, {
    ...PUBLIC_HEADERS,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': 'Range, If-None-Match',
    'Access-Control-Max-Age': '600',
    ...(asksPrivate ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
  })
  response.end()
}

function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, {
    ...PUBLIC_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(`${text}\n`)
}

async function sendFile(
  options: OriginHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = parseOriginAddress((request.url ?? '').replace(/^\//, '').replace(/\?.*$/s, ''))
  const verdict = asked && options.gate.check(asked.path, asked.token)
  if (asked && verdict?.admitted === false) {
    options.onFile(asked, verdict, request)
    refuse(response, 403, TURNED_AWAY[verdict.why])
    return
  }
  const file = asked && (await options.store.open(asked.path.path))
  if (!asked || !verdict || !file) {
    refuse(response, 404, 'There is nothing here (yet).')
    return
  }
  options.onFile(asked, verdict, request)
  const headers = headersOf(asked, file)
  try {
    if (asked.path.kind === 'playlist') await send(request, response, file, 200, headers)
    else await sendMedia(request, response, headers, file)
  } catch {
    response.destroy() // the player went away, or the file broke while it was read
  } finally {
    await file.close()
  }
}

const TURNED_AWAY: Readonly<Record<TurnedAway['why'], string>> = {
  'no-address': 'This takes an address that was signed.',
  'wrong-address': 'This address was not signed here.',
  'address-ended': 'This address has ended.',
}

/** What was asked for by an address that ends is kept by no cache that others share. */
function headersOf({ path, token }: OriginAddress, file: OpenedFile): OutgoingHttpHeaders {
  const isPlaylist = path.kind === 'playlist'
  const media = token === null ? 'public, max-age=31536000, immutable' : 'private, max-age=60'
  return {
    ...PUBLIC_HEADERS,
    'Content-Type': CONTENT_TYPES[path.kind],
    'Content-Length': file.size,
    'Cache-Control': isPlaylist ? 'no-cache' : media,
    // A media file is written once and never changes, so its size says enough.
    ...(isPlaylist ? {} : { ETag: `"${file.size.toString(16)}"`, 'Accept-Ranges': 'bytes' }),
  }
}

async function sendMedia(
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  file: OpenedFile,
): Promise<void> {
  const range = parseByteRange(request.headers.range, file.size)
  if (request.headers['if-none-match'] === headers.ETag) {
    response.writeHead(304, {
      ...PUBLIC_HEADERS,
      ETag: headers.ETag,
      'Cache-Control': headers['Cache-Control'],
    })
    response.end()
  } else if (range === 'unsatisfiable') {
    refuse(response, 416, 'The file is shorter.', { 'Content-Range': `bytes */${file.size}` })
  } else if (range) {
    const { start, end } = range
    await send(
      request,
      response,
      file,
      206,
      {
        ...headers,
        'Content-Length': end - start + 1,
        'Content-Range': `bytes ${start}-${end}/${file.size}`,
      },
      start,
      end,
    )
  } else await send(request, response, file, 200, headers)
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: OpenedFile,
  status: number,
  headers: OutgoingHttpHeaders,
  start = 0,
  end = file.size - 1,
): Promise<void> {
  response.writeHead(status, headers)
  if (request.method === 'HEAD' || end < start) response.end()
  else await pipeline(file.stream(start, end), response)
}
