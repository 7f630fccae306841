import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Agent } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Asked {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The length of a stream is for its header to say. */
  readonly body?: Uint8Array | string | Readable | undefined
  readonly signal?: AbortSignal | undefined
  /** Of https; otherwise Node's authorities are trusted. */
  readonly agent?: Agent | false
}

/**
 * Asks for an address, by GET unless it is said otherwise, on a connection of its own: past any proxy that the
 * environment names, which does not reach this computer's loopback. What is answered is to be read.
 * @throws the system's error where nobody answers
 */
export function ask(
  url: string,
  { method = 'GET', headers, body, signal, agent = false }: Asked = {},
): Promise<IncomingMessage> {
  const isBytes = typeof body === 'string' || body instanceof Uint8Array
  const length = isBytes ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const options = { method, agent, headers: { ...length, ...headers }, ...(signal && { signal }) }
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options)
    request.on('error', reject).once('response', resolve)
    if (body === undefined || isBytes) request.end(body)
    else pipeline(body, request).catch(reject)
  })
}
