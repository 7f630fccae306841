/** A bad network for UDP in user space, where the kernel has none: it loses and delays RTP and RTCP. */
import { createSocket } from 'node:dgram'
import type { RemoteInfo, Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Milliseconds } from '../../../service/contract/units.ts'

export interface LossyRelayOptions {
  /** 0 to 1, of each direction. */
  readonly loss: number
  /** Of each direction. */
  readonly delayMs: Milliseconds
  /** 0 to 1, for each packet. */
  readonly random?: () => number
}

/** What went through one direction. */
interface Way {
  packets: number
  lost: number
}

/** Stands before the candidate of one connection's offer: one client, one server. */
export class LossyRelay {
  /** On 127.0.0.1; where the client is to send. */
  readonly port: number
  readonly up: Way = { packets: 0, lost: 0 }
  readonly down: Way = { packets: 0, lost: 0 }
  readonly #options: LossyRelayOptions
  readonly #toClient: Socket
  readonly #toServer: Socket
  #client: RemoteInfo | null = null
  #isClosed = false

  private constructor(
    toClient: Socket,
    toServer: Socket,
    server: { readonly address: string; readonly port: number },
    options: LossyRelayOptions,
  ) {
    this.port = toClient.address().port
    this.#toClient = toClient
    this.#toServer = toServer
    this.#options = options
    toClient.on('message', (packet, from) => {
      this.#client = from
      this.#pass(packet, this.up, () => toServer.send(packet, server.port, server.address))
    })
    toServer.on('message', (packet) => {
      const client = this.#client
      if (client) this.#pass(packet, this.down, () => toClient.send(packet, client.port, client.address))
    })
  }

  /** @param server where its media port is */
  static async open(
    server: { readonly address: string; readonly port: number },
    options: LossyRelayOptions,
  ): Promise<LossyRelay> {
    const sockets = [createSocket('udp4'), createSocket('udp4')] as const
    // A server that is named by another address than loopback takes nothing from loopback.
    const addresses = ['127.0.0.1', server.address.startsWith('127.') ? '127.0.0.1' : '0.0.0.0'] as const
    await Promise.all(
      sockets.map((socket, i) => {
        socket.bind(0, addresses[i])
        return once(socket, 'listening')
      }),
    )
    return new LossyRelay(...sockets, server, options)
  }

  close(): void {
    this.#isClosed = true
    this.#toClient.close()
    this.#toServer.close()
  }

  #pass(packet: Buffer, way: Way, send: () => void): void {
    // STUN and DTLS (RFC 7983 7) come through: connecting is not what is measured.
    if ((packet[0] ?? 0) >= 128) {
      way.packets += 1
      if ((this.#options.random ?? Math.random)() < this.#options.loss) {
        way.lost += 1
        return
      }
    }
    setTimeout(() => {
      if (!this.#isClosed) send()
    }, this.#options.delayMs)
  }
}

/** Address and port of the first candidate over UDP and IPv4 in an SDP. */
export function candidateOf(sdp: string): { readonly address: string; readonly port: number } {
  const found = /^a=candidate:\S+ 1 udp \d+ ([\d.]+) (\d+) typ host/im.exec(sdp)
  if (!found) throw new Error('There is no candidate in the SDP.')
  return { address: found[1] ?? '', port: Number(found[2]) }
}

/** The SDP with the relay as its only candidate. */
export function withRelay(sdp: string, { port }: { readonly port: number }): string {
  const candidate = `a=candidate:1 1 udp 2130706431 127.0.0.1 ${port} typ host`
  return withoutCandidates(sdp).replace(/^(a=ice-pwd:.*\r\n)/m, `$1${candidate}\r\na=end-of-candidates\r\n`)
}

/** The SDP of a client that can be reached only where it sends from. */
export function withoutCandidates(sdp: string): string {
  return sdp.replaceAll(/^a=(?:candidate:.*|end-of-candidates)\r?\n/gm, '')
}
