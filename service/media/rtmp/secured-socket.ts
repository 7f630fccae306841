import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { SecureContext } from 'node:tls'
import type { BytesTaker } from './pooled-socket.ts'

/**
 * TLS on a socket whose bytes are read elsewhere, and whose first ones say that it is meant.
 * @param take gets what was encrypted
 * @returns what is used in place of the socket; `feed` takes what comes of it, encrypted
 */
export function securedSocket(
  socket: Socket,
  secureContext: SecureContext,
  take: BytesTaker,
): { readonly secured: TLSSocket; readonly feed: BytesTaker } {
  const encrypted = new Duplex({
    read: () => void socket.resume(),
    write: (bytes: Buffer, _, done) => void socket.write(bytes, (error) => done(error)),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  socket.on('end', () => encrypted.push(null))
  socket.on('error', (error) => encrypted.destroy(error))
  socket.on('close', () => encrypted.destroy())
  const secured = new TLSSocket(encrypted, { isServer: true, secureContext })
  secured.on('data', (bytes: Buffer) => take(bytes, bytes.length))
  const feed: BytesTaker = (buffer, count) => {
    // The buffer is used again after this.
    if (!encrypted.push(Buffer.from(buffer.subarray(0, count)))) socket.pause()
  }
  return { secured, feed }
}
