import { createSocket } from 'node:dgram'
import type { RemoteInfo, Socket } from 'node:dgram'
import { once } from 'node:events'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { isRtcp } from '../../../service/protocol/rtp/packet.ts'
import { candidateOf, withRelay } from '../../support/webrtc/lossy-relay.ts'
import type { ClientPath } from '../../support/webrtc/sfu-process.ts'

type Address = ReturnType<typeof candidateOf>

/** Some seconds of what a client gets, while the load generator does something else. */
const BUFFER_BYTES = 1024 * 1024

/**
 * The way between one client and its SFU, where the media for the client ends: it is counted as it comes, encrypted.
 * To have the client decrypt it would take three threads for each packet, and several times as long. To the SFU it is
 * the same: each client has an address of its own, and what it sends comes from the client itself.
 */
export class CountedPath implements ClientPath {
  /** On 127.0.0.1; where the client is to send. */
  readonly port: number
  readonly #socket: Socket
  readonly #works: () => void
  #server: Address | null = null
  #client: Address | null = null
  #take: (packet: Uint8Array) => void = () => undefined

  private constructor(socket: Socket, works: () => void) {
    this.port = socket.address().port
    this.#socket = socket
    this.#works = works
    socket.on('message', (packet, from) => this.#packet(packet, from))
  }

  /** @param works called for each packet */
  static async open(works: () => void): Promise<CountedPath> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: BUFFER_BYTES })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new CountedPath(socket, works)
  }

  offer(sdp: string): string {
    this.#server ??= candidateOf(sdp)
    return withRelay(sdp, this)
  }

  /** The client's own candidate is of another address, but the same port. */
  answer(sdp: string): string {
    this.#client ??= { address: '127.0.0.1', port: candidateOf(sdp).port }
    return withRelay(sdp, this)
  }

  /** The client, as one who gets what ends here: RTP whose header alone is in the clear (RFC 3711 3.1). */
  receiving(client: NativeClient): Pick<NativeClient, 'send' | 'onMessage'> {
    return {
      send: (packet) => client.send(packet),
      onMessage: (listener) => {
        this.#take = (packet) => listener(packet, '')
        client.onMessage(listener)
      },
    }
  }

  #packet(packet: Uint8Array, from: RemoteInfo): void {
    this.#works()
    const server = this.#server
    if (from.port !== server?.port) {
      this.#client = from
      if (server) this.#socket.send(packet, server.port, server.address)
    } else if (isRtp(packet)) this.#take(packet)
    else if (this.#client) this.#socket.send(packet, this.#client.port, this.#client.address)
  }
}

/** STUN and DTLS begin with less (RFC 7983 7). */
const isRtp = (packet: Uint8Array) => (packet[0] ?? 0) >= 128 && !isRtcp(packet)
