import { readFileSync } from 'node:fs'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

export interface Fetched {
  readonly status: number
  readonly body: Buffer
}

/** GETs a file, over https by the local authority too. */
export type Fetch = (url: string) => Promise<Fetched>

/** @param caCertFile certificate of the local authority, PEM; not needed over http */
export function fetcher(caCertFile: string): Fetch {
  let ca: Buffer | null = null
  return (url) =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:')
      if (isSecure) ca ??= readFileSync(caCertFile)
      const request = isSecure
        ? getHttps(url, { agent: false, ca: ca ?? [] })
        : getHttp(url, { agent: false })
      request.once('error', reject)
      request.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
      })
    })
}
