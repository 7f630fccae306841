import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { ErrorForm } from './answer.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'

/** What the parser says of requests that have something else wrong than that they are no HTTP. */
const REFUSALS = new Map<string | undefined, 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE'>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT'],
  // Of headers that are too many, too.
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
])

/**
 * Answers what is not HTTP, has too much before its body, or did not become a request in time, in the API's form, and
 * closes the connection: the parser can't tell where a next request would begin.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket, form: ErrorForm): void {
  // TLS that did not come to be: nobody would read it.
  if (/^ERR_(SSL|TLS)_/.test(error.code ?? '')) return void socket.destroy()
  const answer = form(refusal(REFUSALS.get(error.code) ?? 'MALFORMED_REQUEST'))
  if (!answer || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const body = JSON.stringify(answer.body)
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
