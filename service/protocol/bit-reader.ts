import { ProtocolError } from './protocol-error.ts'
import type { WireFormat } from './protocol-error.ts'

/** Reads bit fields, most significant bit first. Every read is checked against the end. */
export class BitReader {
  readonly #bytes: Uint8Array
  readonly #format: WireFormat
  readonly #what: string
  #position = 0

  /**
   * @param format the format named in errors
   * @param what the structure named in errors, for example `SPS`
   */
  constructor(bytes: Uint8Array, format: WireFormat, what: string) {
    this.#bytes = bytes
    this.#format = format
    this.#what = what
  }

  /** Bits not yet read. */
  get remaining(): number {
    return this.#bytes.length * 8 - this.#position
  }

  /** Bits read so far. */
  get position(): number {
    return this.#position
  }

  /**
   * An unsigned number of `count` bits, 0 to 32.
   * @throws ProtocolError at the end of the bytes
   */
  bits(count: number): number {
    if (count > this.remaining) throw new ProtocolError(this.#format, `${this.#what} ends too early`)
    let value = 0
    let left = count
    while (left > 0) {
      const free = 8 - (this.#position & 7)
      const take = Math.min(free, left)
      const byte = this.#bytes[this.#position >> 3] ?? 0
      value = value * 2 ** take + ((byte >> (free - take)) & ((1 << take) - 1))
      this.#position += take
      left -= take
    }
    return value
  }

  /** One bit as a flag. */
  flag(): boolean {
    return this.bits(1) === 1
  }

  /** Passes over `count` bits. */
  skip(count: number): void {
    if (count > this.remaining) throw new ProtocolError(this.#format, `${this.#what} ends too early`)
    this.#position += count
  }

  /**
   * Unsigned Exp-Golomb code, ue(v) (ITU-T H.264 9.1).
   * @throws ProtocolError where the code is longer than 32 leading zeros or passes the end
   */
  unsignedGolomb(): number {
    let zeros = 0
    while (!this.flag()) {
      zeros += 1
      if (zeros > 31)
        throw new ProtocolError(this.#format, `${this.#what} has an Exp-Golomb code over 32 bits`)
    }
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  /** Signed Exp-Golomb code, se(v) (ITU-T H.264 9.1.1). */
  signedGolomb(): number {
    const code = this.unsignedGolomb()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}
