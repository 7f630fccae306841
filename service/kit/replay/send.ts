import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import type { Milliseconds } from '../../contract/units.ts'

const PATIENCE: Milliseconds = 60_000

export interface Sent {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends one request on a connection of its own; a GET may have a body.
 * @param ca certificate authority to trust besides the usual ones, PEM
 * @throws the system's error where nobody answers
 */
export function send(baseUrl: string, { method, path, headers, body }: Sent, ca?: string): Promise<Got> {
  const url = new URL(baseUrl)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, method, agent: false },
        ...{ path: url.pathname.replace(/\/$/, '') + path, timeout: PATIENCE },
        ...(ca !== undefined && { ca }),
        headers: { ...length, ...headers },
      },
      (response) => {
        const told = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
        textOf(response).then(
          (text) =>
            resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(told), body: text }),
          reject,
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error(`no answer to ${method} ${path}`)))
    asked.on('error', reject)
    asked.end(body)
  })
}
