/** HTTP as proxies are sent it (RFC 9110 7.6, RFC 9112 3.2). */
import { request as send } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** They are between two neighbours only (RFC 9110 7.6.1). */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
  'transfer-encoding',
]

/** The host that a request is for: that of its target, else that of its Host header. */
export function hostOf({ url = '/', headers }: IncomingMessage): string | undefined {
  const authority = /^https?:\/\/([^/?]*)/i.exec(url)?.[1] ?? headers.host
  return URL.parse(`http://${authority}`)?.hostname
}

/** Where CONNECT asks to be led; null where it names nothing. */
export function connectTarget(url = ''): { readonly host: string; readonly port: number } | null {
  const [, host = '', digits] = /^(\[[0-9a-f:.]+\]|[^\s:[\]/@]+):(\d{1,5})$/i.exec(url) ?? []
  const port = Number(digits)
  return port > 0 && port <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port } : null
}

/** Head of a request as it came, in origin form. */
export function headText({ method, url = '/', rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`]))
  return [`${method} ${pathOf(url)} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** Passes a request on, and its answer back. @param reach gives the connection; null: to the host that it names */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  reach: (() => Socket) | null,
): void {
  const { url = '/', method, headers } = request
  // A connection of one's own is used only where no agent is named.
  const target = reach ? { createConnection: reach } : { ...hostAndPort(url), agent: false as const }
  const passed = { ...target, method, path: pathOf(url), headers: endToEnd(headers) }
  const asked = send(passed, (answer) => {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
    answer.pipe(response)
    answer.once('error', () => response.destroy())
  })
  asked.once('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  response.once('close', () => asked.destroy())
  request.pipe(asked)
}

function hostAndPort(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 }
}

function pathOf(url: string): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^https?:\/\/[^/?]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

function endToEnd(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const left = [...HOP_BY_HOP, ...named]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.includes(name)))
}
