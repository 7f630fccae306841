/** Answers the requests of players over HTTP/1.1. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { OriginAddress } from '../../protocol/hls/paths.ts'
import type { Verdict } from './address-gate.ts'
import { answer } from './answer.ts'
import type { Answer, AnswerParts, DiskPart } from './answer.ts'
import type { SendBudget } from './send-budget.ts'

export interface OriginHandlerOptions extends AnswerParts {
  readonly budget: SendBudget
  /** Called for every file that is there, and for who is not let in. */
  onFile(asked: OriginAddress, verdict: Verdict, request: IncomingMessage): void
}

/** Bodies up to here are sent at once, with their headers. */
const AT_ONCE = 64 * 1024

/** Handles one request; never rejects. */
export function handleOriginRequest(
  options: OriginHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void | Promise<void> {
  const { method = '', url = '', headers } = request
  const asked = {
    ...{ method, url, host: headers.host, range: headers.range },
    ifRange: headers['if-range'] as string | undefined,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding'],
    asksPrivate: headers['access-control-request-private-network'] === 'true',
  }
  const found = answer(options, asked, (address, verdict) => options.onFile(address, verdict, request))
  if (!(found instanceof Promise)) return send(options.budget, found, request, response)
  return found.then((late) => send(options.budget, late, request, response))
}

function send(
  budget: SendBudget,
  { status, headers, body }: Answer,
  { method }: IncomingMessage,
  response: ServerResponse,
): void | Promise<void> {
  response.writeHead(status, headers as string[])
  if (body === null || method === 'HEAD') return void response.end()
  if ('file' in body) return sendPart(body, response)
  if (body.length <= AT_ONCE) return void response.end(body)
  // One behind another on the same connection waits until that is sent.
  if (response.socket) budget.send(response, body)
  else response.once('socket', () => budget.send(response, body))
}

async function sendPart({ file, start, end }: DiskPart, response: ServerResponse): Promise<void> {
  try {
    await pipeline(file.stream(start, end), response)
  } catch {
    response.destroy() // the player went away, or the file broke while it was read
  } finally {
    await file.close()
  }
}
