import { createServer, connect } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** What the relay does to bytes; numbers of bytes count from when the manner was chosen, over all connections. */
export type RelayManner =
  | { readonly kind: 'pass' }
  /** Accepts, and passes nothing on. */
  | { readonly kind: 'hang' }
  /** Gives the client so many bytes every so many milliseconds. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** Breaks every connection once the client has sent so much. */
  | { readonly kind: 'cut-sent'; readonly after: number }
  /** Breaks every connection once the client has got so much. */
  | { readonly kind: 'cut-answer'; readonly after: number }
  /** Passes nothing on once the client has got so much. */
  | { readonly kind: 'hang-answer'; readonly after: number }
  /** Changes one bit of the byte with that index of what the client sends. */
  | { readonly kind: 'flip-sent'; readonly at: number }

/** A network between a client and a server of 127.0.0.1 that can be as bad as a test wants. */
export class TcpRelay {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #trickling = new WeakMap<Socket, Promise<void>>()
  #manner: RelayManner = { kind: 'pass' }
  #sent = 0
  #answered = 0

  private constructor(port: number) {
    this.#server = createServer((client) => this.#connect(client, port))
  }

  /** @param port of the server */
  static async open(port: number): Promise<TcpRelay> {
    const relay = new TcpRelay(port)
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve))
    return relay
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** From now on, also for connections that are open. */
  be(manner: RelayManner): void {
    this.#manner = manner
    this.#sent = 0
    this.#answered = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#break()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #connect(client: Socket, port: number): void {
    const server = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#sockets.delete(from)
        void this.#given(from).then(() => to.destroy())
      })
      from.on('end', () => void this.#given(from).then(() => to.end()))
    }
    client.on('data', (bytes) => this.#towardsServer(bytes, client, server))
    server.on('data', (bytes) => this.#towardsClient(bytes, server, client))
  }

  #towardsServer(bytes: Buffer, client: Socket, server: Socket): void {
    const manner = this.#manner
    const before = this.#sent
    this.#sent += bytes.length
    if (manner.kind === 'hang') return
    if (manner.kind === 'cut-sent' && this.#sent > manner.after) return this.#break()
    if (manner.kind === 'flip-sent' && before <= manner.at && manner.at < this.#sent) {
      bytes.writeUInt8(bytes.readUInt8(manner.at - before) ^ 1, manner.at - before)
    }
    pass(bytes, client, server)
  }

  #towardsClient(bytes: Buffer, server: Socket, client: Socket): void {
    const manner = this.#manner
    this.#answered += bytes.length
    if (manner.kind === 'hang') return
    if (manner.kind === 'cut-answer' && this.#answered > manner.after) return this.#break()
    if (manner.kind === 'hang-answer' && this.#answered > manner.after) return
    if (manner.kind === 'trickle') this.#trickling.set(server, trickle(bytes, server, client, manner))
    else pass(bytes, server, client)
  }

  /** Settles once what came from there was given: a server may close long before. */
  #given(from: Socket): Promise<void> {
    return this.#trickling.get(from) ?? Promise.resolve()
  }

  #break(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

function pass(bytes: Buffer, from: Socket, to: Socket): void {
  if (to.write(bytes)) return
  from.pause()
  to.once('drain', () => from.resume())
}

/** Settles once all of it was given, or nobody is there any more. */
function trickle(
  bytes: Buffer,
  from: Socket,
  to: Socket,
  pace: { readonly bytes: number; readonly everyMs: number },
): Promise<void> {
  from.pause()
  let given = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      to.write(bytes.subarray(given, given + pace.bytes))
      given += pace.bytes
      if (given < bytes.length && !to.destroyed) return
      clearInterval(timer)
      from.resume()
      resolve()
    }, pace.everyMs)
  })
}
