import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Exactly as received, for the signature. */
  readonly text: string
  readonly body: unknown
}

export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  close(): Promise<void>
}

/**
 * A real endpoint that keeps what it is sent.
 * @param answer status and body for a request; 200 without body when left out
 */
export async function receiveWebhooks(
  answer: (webhook: ReceivedWebhook) => { status?: number; json?: unknown } = () => ({}),
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const webhook = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: JSON.parse(text) as unknown,
      }
      received.push(webhook)
      const { status = 200, json } = answer(webhook)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(json === undefined ? '' : JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
