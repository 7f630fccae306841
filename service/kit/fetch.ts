import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { buffer } from 'node:stream/consumers'
import * as tls from 'node:tls'
import { ask } from '../entry/ask.ts'

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

/** What is trusted, PEM: authorities of this Node, and the certificate of a file. */
export const trustedWith = (caCertFile: string | undefined): string[] => [
  ...authorities(),
  ...(caCertFile === undefined ? [] : [readFileSync(caCertFile, 'utf8')]),
]

/** @param caCertFile certificate of the local authority, PEM; not needed over http */
export function fetcher(caCertFile: string): Fetch {
  let secure: Agent | null = null
  const secureAgent = () =>
    new Agent({ secureContext: tls.createSecureContext({ ca: trustedWith(caCertFile) }) })
  return async (url, sent = {}) => {
    const agent = url.startsWith('https:') && (secure ??= secureAgent())
    const response = await ask(url, { ...sent, agent })
    const headers = new Headers()
    for (const [name, values = []] of Object.entries(response.headersDistinct)) {
      for (const value of values) headers.append(name, value)
    }
    return { status: response.statusCode ?? 0, headers, body: await buffer(response) }
  }
}

/** As `fetch`, which trusts the authorities of Node alone, and asks the proxy that the environment names. */
export function trustingFetch(caCertFile: string): (request: Request) => Promise<Response> {
  const send = fetcher(caCertFile)
  return async (request) => {
    const { method, signal } = request
    const sent = new Uint8Array(await request.arrayBuffer())
    const { status, headers, body } = await send(request.url, {
      ...{ method, signal, headers: Object.fromEntries(request.headers) },
      ...(sent.length > 0 && { body: sent }),
    })
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
  }
}
