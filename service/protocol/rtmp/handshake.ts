import { ProtocolError } from '../protocol-error.ts'

/** The only version of plain RTMP (RTMP specification 5.2.2). */
const RTMP_VERSION = 3

/** Bytes of C1, S1, C2 and S2 (RTMP specification 5.2.3). */
export const HANDSHAKE_BYTES = 1536

/** Bytes at the start of C1 and S1 that are not random: a time and zero. */
const FIXED_BYTES = 8

/**
 * The server's side of the simple handshake (RTMP specification 5.2): takes C0 and C1, answers with S0, S1
 * and S2, and passes over C2. Keeps its own copy of what arrives, so the caller's buffer may be reused.
 */
export class ServerHandshake {
  readonly #opening = Buffer.alloc(1 + HANDSHAKE_BYTES)
  #received = 0
  readonly #random: () => Uint8Array

  /** @param random gives 1528 random bytes for S1 */
  constructor(random: () => Uint8Array) {
    this.#random = random
  }

  get done(): boolean {
    return this.#received === 1 + 2 * HANDSHAKE_BYTES
  }

  /**
   * Takes bytes from `start` to `end`.
   * @returns the number of bytes taken, and the answer to send once C1 is complete
   * @throws ProtocolError where C0 asks for another version
   */
  push(bytes: Uint8Array, start: number, end: number): { taken: number; reply: Buffer | null } {
    let at = start
    let reply: Buffer | null = null
    if (this.#received < this.#opening.length) {
      at += this.#fill(bytes, at, end)
      if (this.#received === this.#opening.length) reply = this.#reply()
    }
    if (this.#received >= this.#opening.length) {
      const taken = Math.min(1 + 2 * HANDSHAKE_BYTES - this.#received, end - at)
      this.#received += taken
      at += taken
    }
    return { taken: at - start, reply }
  }

  #fill(bytes: Uint8Array, start: number, end: number): number {
    const count = Math.min(this.#opening.length - this.#received, end - start)
    this.#opening.set(bytes.subarray(start, start + count), this.#received)
    this.#received += count
    const version = this.#opening[0] ?? 0
    if (count > 0 && version !== RTMP_VERSION) {
      throw new ProtocolError('rtmp', `handshake version must be ${RTMP_VERSION}, not ${version}`)
    }
    return count
  }

  #reply(): Buffer {
    const reply = Buffer.alloc(1 + 2 * HANDSHAKE_BYTES)
    reply[0] = RTMP_VERSION
    reply.set(this.#random().subarray(0, HANDSHAKE_BYTES - FIXED_BYTES), 1 + FIXED_BYTES)
    reply.set(this.#opening.subarray(1), 1 + HANDSHAKE_BYTES)
    return reply
  }
}

/** C0, C1 and C2 in one, as an encoder that does not check the server sends them. */
export function clientHandshake(random: (bytes: number) => Uint8Array): Buffer {
  const bytes = Buffer.alloc(1 + 2 * HANDSHAKE_BYTES)
  bytes[0] = RTMP_VERSION
  bytes.set(random(HANDSHAKE_BYTES - FIXED_BYTES), 1 + FIXED_BYTES)
  return bytes
}
