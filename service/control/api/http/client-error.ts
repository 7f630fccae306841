import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { ErrorForm } from './answer.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'

/**
 * Answers what is not HTTP, or did not become a request in time, in the API's form, and closes the
 * connection: the parser can't tell where a next request would begin.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket, form: ErrorForm): void {
  // TLS that did not come to be: nobody would read it.
  if (/^ERR_(SSL|TLS)_/.test(error.code ?? '')) return void socket.destroy()
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const answer = form(refusal(isLate ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST'))
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
