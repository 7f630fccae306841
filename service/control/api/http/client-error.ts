import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { HttpFault } from './fault.ts'
import type { ErrorForm } from './fault.ts'

/**
 * Answers what is not HTTP, or did not become a request in time, in the API's form, and closes the
 * connection: the parser can't tell where a next request would begin.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket, form: ErrorForm): void {
  const kind = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request-timeout' : 'malformed-http'
  const answer = form(new HttpFault(kind))
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
