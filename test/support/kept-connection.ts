/** A connection of a player: HTTP/1.1 over TLS, one request at a time, at a fraction of what Node's client takes. */
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'

export interface Loaded {
  readonly status: number
  readonly bytes: number
  /** Of a playlist; '' for what is none. */
  readonly text: string
}

interface Waiting {
  readonly isText: boolean
  readonly pieces: Buffer[]
  status: number
  /** Of the body; -1 before its head has come. */
  length: number
  got: number
  resolve(loaded: Loaded): void
  reject(error: Error): void
}

const HEAD_END = '\r\n\r\n'

/** It is made with the first request, and again after it broke. */
export class KeptConnection {
  readonly #port: number
  readonly #ca: Buffer
  #socket: TLSSocket | null = null
  #waiting: Waiting | null = null
  #connects = 0

  /** @param ca whom it trusts, PEM */
  constructor(port: number, ca: Buffer) {
    this.#port = port
    this.#ca = ca
  }

  /** How often it was made. */
  get connects(): number {
    return this.#connects
  }

  /** @throws Error when the connection breaks before the answer is whole */
  get(path: string): Promise<Loaded> {
    return new Promise((resolve, reject) => {
      const isText = path.endsWith('.m3u8')
      this.#waiting = { isText, pieces: [], status: 0, length: -1, got: 0, resolve, reject }
      this.#socket ??= this.#connect()
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${this.#port}\r\n\r\n`)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #connect(): TLSSocket {
    this.#connects += 1
    const socket = connect({ port: this.#port, host: '127.0.0.1', servername: 'localhost', ca: this.#ca })
    socket.setNoDelay()
    socket.on('data', (piece: Buffer) => this.#take(piece))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#socket = null
      this.#settle()?.reject(new Error('the connection broke'))
    })
    return socket
  }

  #take(piece: Buffer): void {
    const waiting = this.#waiting
    if (!waiting) return
    if (waiting.length >= 0) this.#body(waiting, piece)
    else {
      waiting.pieces.push(piece)
      const all = waiting.pieces.length === 1 ? piece : Buffer.concat(waiting.pieces)
      const end = all.indexOf(HEAD_END)
      if (end === -1) return
      const head = all.toString('latin1', 0, end)
      waiting.status = Number(head.slice(9, 12))
      waiting.length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? Number.NaN)
      if (Number.isNaN(waiting.length)) throw new Error(`an answer without its length:\n${head}`)
      waiting.pieces.length = 0
      this.#body(waiting, all.subarray(end + HEAD_END.length))
    }
  }

  #body(waiting: Waiting, piece: Buffer): void {
    waiting.got += piece.length
    if (waiting.isText) waiting.pieces.push(piece)
    if (waiting.got < waiting.length) return
    const { status, got, pieces } = waiting
    const text = waiting.isText ? Buffer.concat(pieces).toString() : ''
    this.#settle()?.resolve({ status, bytes: got, text })
  }

  #settle(): Waiting | null {
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }
}
