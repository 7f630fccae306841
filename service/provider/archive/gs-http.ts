import type { Agent, Dispatcher } from 'undici'
import type { Readable } from 'node:stream'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { outgoingDispatcher } from '../../platform/net/outgoing/connect.ts'
import type { RulesOf } from '../../platform/net/outgoing/connect.ts'
import { networkFault } from './network-fault.ts'
import { breakWhenStalled } from './socket-watch.ts'
import { StoreError } from './store-error.ts'

export interface GsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Opened anew for each request. */
  readonly body?: { readonly size: Bytes; readonly open: () => Readable }
  readonly signal: AbortSignal
}

export interface GsAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

/** An answer in words: of an error, of metadata, of a page of a list. */
export interface GsText {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A page of a list has at most 1,000 objects of a few hundred bytes each. */
const LONGEST_TEXT = 8 * 1024 * 1024

/** Plain HTTP of the store and its token server: retries nothing and follows no redirect. */
export class GsHttp {
  readonly #agent: Agent

  constructor(stallMs: Milliseconds, rules: RulesOf) {
    this.#agent = outgoingDispatcher({
      rules,
      connect: { timeout: stallMs },
      // What stalls is seen at the socket, where any byte counts.
      agent: { headersTimeout: 0, bodyTimeout: 0, allowH2: false },
      onSocket(socket) {
        socket.setTimeout(stallMs)
        breakWhenStalled(socket)
      },
    })
  }

  /** @throws StoreError when no answer came, or the signal's reason when it was aborted */
  async open({ method, url, headers, body, signal }: GsRequest): Promise<GsAnswer> {
    signal.throwIfAborted()
    try {
      const { origin, pathname, search } = new URL(url)
      const answer = await this.#agent.request({
        origin,
        path: pathname + search,
        method,
        headers: {
          'user-agent': 'Airdesk',
          ...headers,
          ...(body && { 'content-length': String(body.size) }),
        },
        body: body?.open() ?? null,
        signal,
      })
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: answer.body }
    } catch (error) {
      signal.throwIfAborted()
      throw networkFault(error)
    }
  }

  /** @throws StoreError when no whole answer came, or the signal's reason when it was aborted */
  async ask(given: GsRequest): Promise<GsText> {
    const { status, headers, body } = await this.open(given)
    return { status, headers, text: await textOf(body, given.signal) }
  }

  close(): void {
    void this.#agent.destroy()
  }
}

/** @throws StoreError */
export async function textOf(body: Readable, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > LONGEST_TEXT) throw new StoreError('refused-request', 'The answer is far too long')
    }
  } catch (error) {
    signal.throwIfAborted()
    throw networkFault(error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}
