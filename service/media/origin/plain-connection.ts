import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Milliseconds } from '../../contract/units.ts'
import type { OriginAddress } from '../../protocol/hls/paths.ts'
import type { Verdict } from './address-gate.ts'
import { answer } from './answer.ts'
import type { Answer, AnswerParts, DiskPart } from './answer.ts'
import { readPlainRequest } from './http1-head.ts'
import type { PlainRequest } from './http1-head.ts'
import type { Http1Writer } from './http1-writer.ts'
import { CHUNK } from './send-budget.ts'
import type { SendBudget } from './send-budget.ts'

export interface PlainConnectionParts extends AnswerParts {
  readonly budget: SendBudget
  readonly writer: Http1Writer
  /** A player that takes nothing for this long is gone. */
  readonly idleMs: Milliseconds
  onFile(asked: OriginAddress, verdict: Verdict, socket: Socket, player: string): void
  /** Takes the connection over, with all that was not answered yet; nothing is under way on it. */
  leave(socket: Socket): void
}

const HEAD_END = '\r\n\r\n'
const NOTHING: Buffer = Buffer.alloc(0)
/** Players need far less; what is longer is left to Node, which has a limit of its own. */
const LONGEST_HEAD = 4096
/** Bodies up to here are sent in one with their head. */
const AT_ONCE = 64 * 1024

/**
 * One connection of a player that asks as players do: plain requests, one after the other. They are answered with a
 * fraction of the work of Node's HTTP, which gets the connection with the first request that is anything else.
 */
export function servePlainly(socket: Socket, parts: PlainConnectionParts): void {
  const connection = new PlainConnection(socket, parts)
  socket.on('data', connection.take)
  socket.on('drain', connection.goOn)
  socket.on('end', connection.end)
  socket.on('error', ignore)
  socket.setTimeout(parts.idleMs, () => socket.destroy())
}

const ignore = () => undefined

class PlainConnection {
  readonly #socket: Socket
  readonly #parts: PlainConnectionParts
  /** What came and was not answered yet. */
  #rest: Buffer = NOTHING
  /** An answer is under way, and nothing else is read. */
  #busy = false
  /** The player asks nothing more. */
  #hasEnded = false

  constructor(socket: Socket, parts: PlainConnectionParts) {
    this.#socket = socket
    this.#parts = parts
  }

  readonly take = (chunk: Buffer): void => {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#serve()
  }

  readonly goOn = (): void => {
    if (!this.#socket.isPaused() || this.#busy) return
    this.#socket.resume()
    this.#serve()
    this.#endIfDone()
  }

  /** The player has closed its side: what it asked before is answered. */
  readonly end = (): void => {
    this.#hasEnded = true
    this.#endIfDone()
  }

  #serve(): void {
    while (this.#rest.length > 0 && !this.#busy && !this.#socket.destroyed) {
      if (this.#socket.writableNeedDrain) return void this.#socket.pause()
      const end = this.#rest.indexOf(HEAD_END)
      const request =
        end === -1 || end > LONGEST_HEAD ? null : readPlainRequest(this.#rest.toString('latin1', 0, end))
      if (!request) return this.#leave()
      const rest = this.#rest.subarray(end + HEAD_END.length)
      // An empty part would keep all that it was part of.
      this.#rest = rest.length === 0 ? NOTHING : rest
      this.#answer(request)
    }
  }

  #leave(): void {
    const socket = this.#socket
    // Nobody can read from a socket what has been read to its end.
    if (this.#hasEnded) return socket.destroySoon()
    socket.off('data', this.take)
    socket.off('drain', this.goOn)
    socket.off('end', this.end)
    socket.unshift(this.#rest)
    this.#parts.leave(socket)
  }

  #answer(request: PlainRequest): void {
    const found = answer(this.#parts, request, (asked, verdict) =>
      this.#parts.onFile(asked, verdict, this.#socket, request.player),
    )
    if (!(found instanceof Promise)) return this.#send(found)
    this.#begin()
    void found.then((late) => this.#send(late))
  }

  #send(found: Answer): void {
    const { status, headers, body } = found
    const { writer, budget } = this.#parts
    const socket = this.#socket
    if (body !== null && 'file' in body) return void this.#sendPart(found, body)
    if (body === null) socket.write(writer.head(status, headers))
    else if (body.length <= AT_ONCE) socket.write(writer.all(found, body))
    else {
      this.#begin()
      socket.write(writer.head(status, headers))
      return budget.send(socket, body, CHUNK, () => this.#done())
    }
    if (this.#busy) this.#done()
  }

  async #sendPart({ status, headers }: Answer, { file, start, end }: DiskPart): Promise<void> {
    const socket = this.#socket
    try {
      socket.write(this.#parts.writer.head(status, headers))
      await pipeline(file.stream(start, end), socket, { end: false })
      this.#done()
    } catch {
      socket.destroy() // the player went away, or the file broke while it was read
    } finally {
      await file.close()
    }
  }

  #begin(): void {
    this.#busy = true
    this.#socket.pause()
  }

  #done(): void {
    this.#busy = false
    this.#socket.resume()
    this.#serve()
    this.#endIfDone()
  }

  #endIfDone(): void {
    if (this.#hasEnded && !this.#busy && this.#rest.length === 0) this.#socket.end()
  }
}
