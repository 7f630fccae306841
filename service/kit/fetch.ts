import { readFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import * as tls from 'node:tls'

export interface Fetched {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly signal?: AbortSignal
}

/** Asks for an address, by GET unless it is said otherwise; over https the local authority is trusted too. */
export type Fetch = (url: string, sent?: Sent) => Promise<Fetched>

/** Those that Node trusts; Node 20 tells of none but its own. */
function authorities(): readonly string[] {
  const node: Partial<Pick<typeof tls, 'getCACertificates'>> = tls
  return node.getCACertificates?.('default') ?? tls.rootCertificates
}

/** @param caCertFile certificate of the local authority, PEM; not needed over http */
export function fetcher(caCertFile: string): Fetch {
  let secure: Agent | null = null
  const secureAgent = () => {
    const ca = [...authorities(), readFileSync(caCertFile, 'utf8')]
    return new Agent({ secureContext: tls.createSecureContext({ ca }) })
  }
  return async (url, { body, ...sent } = {}) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = url.startsWith('https:')
        ? requestHttps(url, { ...sent, agent: (secure ??= secureAgent()) })
        : requestHttp(url, { ...sent, agent: false })
      request.once('error', reject).once('response', resolve).end(body)
    })
    const headers = new Headers()
    for (const [name, values = []] of Object.entries(response.headersDistinct)) {
      for (const value of values) headers.append(name, value)
    }
    return { status: response.statusCode ?? 0, headers, body: await buffer(response) }
  }
}

/** As `fetch`, which trusts the authorities of Node alone. */
export function trustingFetch(caCertFile: string): (request: Request) => Promise<Response> {
  const send = fetcher(caCertFile)
  return async (request) => {
    if (!request.url.startsWith('https:')) return fetch(request)
    const { method, signal } = request
    const { status, headers, body } = await send(request.url, {
      ...{ method, signal, headers: Object.fromEntries(request.headers) },
      body: new Uint8Array(await request.arrayBuffer()),
    })
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
  }
}
