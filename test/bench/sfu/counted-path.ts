import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { isRtcp } from '../../../service/protocol/rtp/packet.ts'
import { candidateOf, withRelay } from '../../support/webrtc/lossy-relay.ts'
import type { ClientPath } from '../../support/webrtc/sfu-process.ts'

const LOOPBACK = '127.0.0.1'
/** Some seconds of what a client gets, while the load generator does something else. */
const BUFFER_BYTES = 1024 * 1024

/**
 * The way between one client and its SFU, where the media for the client ends: it is counted as it comes, encrypted.
 * To have the client decrypt it would take three threads for each packet, and several times as long. To the SFU it is
 * the same: each client has an address of its own, and what it sends comes from the client itself.
 */
export class CountedPath implements ClientPath {
  readonly #toClient: Socket
  readonly #toServer: Socket
  #isLed = false
  #isAnswered = false
  #take: (packet: Uint8Array) => void = () => undefined

  private constructor(toClient: Socket, toServer: Socket, works: () => void) {
    this.#toClient = toClient
    this.#toServer = toServer
    toClient.on('message', (packet) => {
      works()
      toServer.send(packet)
    })
    toServer.on('message', (packet) => {
      works()
      if (isRtp(packet)) this.#take(packet)
      else toClient.send(packet)
    })
  }

  /** @param works called for each packet */
  static async open(works: () => void): Promise<CountedPath> {
    return new CountedPath(await boundSocket(), await boundSocket(), works)
  }

  offer(sdp: string): string {
    const { address, port } = candidateOf(sdp)
    if (!this.#isLed) this.#toServer.connect(port, address)
    this.#isLed = true
    return withRelay(sdp, this.#toClient.address())
  }

  /** The client's own candidate is of another address, but the same port. */
  answer(sdp: string): string {
    if (!this.#isAnswered) this.#toClient.connect(candidateOf(sdp).port, LOOPBACK)
    this.#isAnswered = true
    return withRelay(sdp, this.#toServer.address())
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
}

/** To be connected: then it need not look up for each packet where that goes. */
async function boundSocket(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: BUFFER_BYTES })
  // At the end of a round the other side is gone first.
  socket.on('error', () => undefined)
  socket.bind(0, LOOPBACK)
  await once(socket, 'listening')
  return socket
}

/** STUN and DTLS begin with less (RFC 7983 7). */
const isRtp = (packet: Uint8Array) => (packet[0] ?? 0) >= 128 && !isRtcp(packet)
