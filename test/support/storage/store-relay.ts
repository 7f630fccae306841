/** A relay before a store, which sees what it is asked and when it has answered. */
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StoreAnswer {
  readonly method: string
  /** Of the request, with its query. */
  readonly path: string
  readonly status: number
  /** What was sent with the request; empty unless it was asked for. */
  readonly body: Buffer
}

export interface StoreRelay {
  /** Without a slash at its end. */
  readonly url: string
  close(): void
}

export interface StoreRelayOptions {
  /** Called as the store begins to answer. */
  onAnswer(answer: StoreAnswer): void
  /** Whether the body of a request is wanted. */
  wantsBody?(method: string, path: string): boolean
}

/** Passes everything on as it is: signatures cover the name that was asked for. */
export async function startStoreRelay(store: string, options: StoreRelayOptions): Promise<StoreRelay> {
  const { hostname, port } = new URL(store)
  const agent = new Agent({ keepAlive: true })
  const server = createServer({ noDelay: true }, (incoming, answer) => {
    const { method = '', url: path = '', headers } = incoming
    const isWanted = options.wantsBody?.(method, path) ?? false
    const pieces: Buffer[] = []
    const outgoing = request({ hostname, port, method, path, headers, agent }, (from) => {
      const { statusCode: status = 502 } = from
      options.onAnswer({ method, path, status, body: Buffer.concat(pieces) })
      answer.writeHead(status, from.headers)
      from.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.on('data', (piece: Buffer) => {
      if (isWanted) pieces.push(piece)
    })
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
