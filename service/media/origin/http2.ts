/** Answers the requests of players over HTTP/2 (RFC 9113). */
import { constants } from 'node:http2'
import type { IncomingHttpHeaders, ServerHttp2Stream, ServerOptions } from 'node:http2'
import { pipeline } from 'node:stream/promises'
import type { OriginAddress } from '../../protocol/hls/paths.ts'
import type { Verdict } from './address-gate.ts'
import { answer } from './answer.ts'
import type { Answer, AnswerParts, DiskPart } from './answer.ts'
import type { RawHeaders } from './answer-headers.ts'
import type { SendBudget } from './send-budget.ts'

/** A player asks for some files at once, and cancels some when it seeks; who does more wants something else. */
export const HTTP2_OPTIONS: ServerOptions = {
  settings: { maxConcurrentStreams: 32, maxHeaderListSize: 8192, enablePush: false },
  maxHeaderListPairs: 64,
  maxSessionInvalidFrames: 10,
  maxSessionRejectedStreams: 10,
  maxOutstandingPings: 2,
  streamResetBurst: 200,
  streamResetRate: 20,
}

/** Of each of several files that are sent at once; a session that holds more than 10 MB is ended. */
const STREAM_CHUNK = 64 * 1024

export interface Http2HandlerOptions extends AnswerParts {
  readonly budget: SendBudget
  onFile(asked: OriginAddress, verdict: Verdict, stream: ServerHttp2Stream, player: string): void
}

/** Handles one request; never rejects. */
export function handleStream(
  options: Http2HandlerOptions,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): void | Promise<void> {
  // Told by the close that follows.
  stream.on('error', () => undefined)
  const asked = {
    method: headers[':method'] ?? '',
    url: headers[':path'] ?? '',
    host: headers[':authority'] ?? headers.host,
    range: headers.range,
    ifRange: headers['if-range'] as string | undefined,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding'],
    asksPrivate: headers['access-control-request-private-network'] === 'true',
  }
  const player = headers['user-agent'] ?? ''
  const found = answer(options, asked, (address, verdict) => options.onFile(address, verdict, stream, player))
  if (!(found instanceof Promise)) return send(options.budget, found, asked.method, stream)
  return found.then((late) => send(options.budget, late, asked.method, stream))
}

function send(
  budget: SendBudget,
  { status, headers, body }: Answer,
  method: string,
  stream: ServerHttp2Stream,
): void | Promise<void> {
  const endStream = body === null || method === 'HEAD'
  if (!stream.destroyed) stream.respond(fieldsOf(status, headers), { endStream })
  if (endStream) return
  if ('file' in body) return sendPart(body, stream)
  if (!stream.destroyed) budget.send(stream, body, STREAM_CHUNK)
}

/** Names and values in turn become one object; names are lower case in HTTP/2 (RFC 9113 8.2). */
function fieldsOf(status: number, headers: RawHeaders): Record<string, string | number> {
  const fields: Record<string, string | number> = { ':status': status }
  for (let i = 0; i < headers.length; i += 2) fields[(headers[i] ?? '').toLowerCase()] = headers[i + 1] ?? ''
  return fields
}

async function sendPart({ file, start, end }: DiskPart, stream: ServerHttp2Stream): Promise<void> {
  try {
    await pipeline(file.stream(start, end), stream)
  } catch {
    if (!stream.destroyed) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  } finally {
    await file.close()
  }
}
