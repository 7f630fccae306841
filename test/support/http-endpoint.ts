/** Real HTTP endpoints with scripted behaviour, for what calls webhooks. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body, exactly as received. */
  readonly text: string
}

/** Answers a request, or leaves it hanging. */
export type Respond = (request: ReceivedRequest, response: ServerResponse) => void

export interface HttpEndpoint {
  /** Without a slash at the end. */
  readonly url: string
  /** In the order their bodies were complete. */
  readonly received: readonly ReceivedRequest[]
  close(): Promise<void>
}

export const answerOk: Respond = (_request, response) => {
  response.end()
}

/** Answers with JSON. */
export function answerJson(value: unknown, status = 200): Respond {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
}

/** @param options key and certificate for https; the port, where it is to be that of one before */
export async function startEndpoint(
  respond: Respond = answerOk,
  options: { readonly key?: string; readonly cert?: string; readonly port?: number } = {},
): Promise<HttpEndpoint> {
  const { port, ...tls } = options
  const isSecure = tls.key !== undefined
  const received: ReceivedRequest[] = []
  const listener: RequestListener = (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const complete = { method, path: url, headers, text: Buffer.concat(chunks).toString() }
      received.push(complete)
      respond(complete, response)
    })
  }
  const server = isSecure ? createSecureServer(tls, listener) : createServer(listener)
  await listen(server, port)
  return {
    url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function listen(server: Server, port = 0): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
