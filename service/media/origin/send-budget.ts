import type { Writable } from 'node:stream'
import type { Bytes } from '../../contract/units.ts'

/** Given to the system at once: TLS copies as much as it is given, for each player that reads slowly. */
export const CHUNK: Bytes = 256 * 1024
/** The same while many of them wait. */
const SMALL_CHUNK: Bytes = 16 * 1024
const DEFAULT_LIMIT: Bytes = 64 * 1024 * 1024

/** Sends bodies that are in memory: so much of each at once, and less while there is much under way in all. */
export class SendBudget {
  readonly #limit: Bytes
  #queued: Bytes = 0

  /** @param limit from which on less is given at once */
  constructor(limit: Bytes = DEFAULT_LIMIT) {
    this.#limit = limit
  }

  /** Given to the system and not sent yet, for all together. */
  get queued(): Bytes {
    return this.#queued
  }

  /**
   * Writes all of it; a player that goes away ends that.
   * @param most at once
   * @param done called when the system has all; where it is left out, the stream is ended
   */
  send(to: Writable, bytes: Buffer, most: Bytes = CHUNK, done: (() => void) | null = null): void {
    let at = 0
    let underWay = 0
    const settle = () => {
      this.#queued -= underWay
      underWay = 0
    }
    const next = (error?: Error | null) => {
      settle()
      if (error || to.destroyed) return
      if (at === bytes.length) {
        to.off('close', settle)
        return done?.()
      }
      const size = Math.min(bytes.length - at, this.#queued < this.#limit ? most : SMALL_CHUNK)
      const chunk = bytes.subarray(at, at + size)
      at += size
      underWay = size
      this.#queued += size
      if (at < bytes.length || done) to.write(chunk, next)
      else to.end(chunk)
    }
    to.once('close', settle)
    next()
  }
}
