import type { Server } from 'node:https'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { TlsMaterial } from '../../../contract/worker-protocol.ts'

/** A listener that can be ended. */
export interface ReservedPort {
  readonly port: number
  close(): Promise<void>
}

const TEXT = 'WebRTC signaling is not part of this version.\n'

/**
 * Holds the port of `signaling_url`, so that no other program gets it and clients are told the truth:
 * 426 for plain requests, 404 for WebSocket upgrades.
 * @throws Error when the port can't be listened on
 */
export async function reserveSignalingPort(
  address: { readonly host: string; readonly port: number },
  tls: TlsMaterial,
): Promise<ReservedPort> {
  const server = createServer({ cert: tls.certificate, key: tls.privateKey }, (_, response) => {
    response.writeHead(426, { 'content-type': 'text/plain; charset=utf-8', upgrade: 'websocket' }).end(TEXT)
  })
  server.on('upgrade', (_, socket: Socket) => {
    socket.on('error', () => undefined)
    socket.end(
      'HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n' +
        `content-length: ${TEXT.length}\r\n\r\n${TEXT}`,
    )
  })
  await listen(server, address)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, address: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
