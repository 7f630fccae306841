import { connect } from 'node:net'
import { encodeFrame } from './frame-codec.ts'
import { socketPeer } from './peer.ts'
import type { LinkPeer } from './peer.ts'

/**
 * Connects a transcoder, an SFU process or one of the origin to the ingest process that waits for this token, or an SFU
 * process to another one. A token that nobody waits for shows as a close.
 * @throws Error when nothing listens at `path`
 */
export function connectMediaLink(path: string, token: string): Promise<LinkPeer> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('error', reject)
    socket.once('connect', () => {
      const { header, payload } = encodeFrame({ type: 'hello', token })
      socket.write(Buffer.concat([header, payload]))
      const peer = socketPeer(socket)
      socket.off('error', reject)
      resolve(peer)
    })
  })
}
