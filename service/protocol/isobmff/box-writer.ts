import type { Bytes } from '../../contract/units.ts'

/**
 * Writes ISO base media file format boxes (ISO/IEC 14496-12 4.2) into one buffer. A box's size is filled
 * in when its content is complete, so nothing is built twice or concatenated. With the right capacity the
 * buffer is allocated once; otherwise it doubles.
 */
export class BoxWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #view: DataView
  #length = 0

  /** @param capacity expected size of everything written, bytes */
  constructor(capacity: number) {
    this.#bytes = notYetWritten(capacity)
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length
  }

  box(type: string, content: () => void): void {
    const start = this.#length
    this.u32(0)
    this.ascii(type)
    content()
    this.#view.setUint32(start, this.#length - start)
  }

  /** A box that starts with version (8 bits) and flags (24 bits). */
  fullBox(type: string, version: number, flags: number, content: () => void): void {
    this.box(type, () => {
      this.u32(version * 0x1000000 + flags)
      content()
    })
  }

  u8(value: number): void {
    const at = this.#take(1)
    this.#view.setUint8(at, value)
  }

  u16(value: number): void {
    const at = this.#take(2)
    this.#view.setUint16(at, value)
  }

  u32(value: number): void {
    const at = this.#take(4)
    this.#view.setUint32(at, value)
  }

  i32(value: number): void {
    const at = this.#take(4)
    this.#view.setInt32(at, value)
  }

  /** @param value a non-negative integer below 2^53 */
  u64(value: number): void {
    this.u32(Math.floor(value / 0x100000000))
    this.u32(value % 0x100000000)
  }

  /** Overwrites what was written at `at`, for what is known only later. */
  setU32(at: Bytes, value: number): void {
    this.#view.setUint32(at, value)
  }

  /** @param value a non-negative integer below 2^53 */
  setU64(at: Bytes, value: number): void {
    this.#view.setUint32(at, Math.floor(value / 0x100000000))
    this.#view.setUint32(at + 4, value % 0x100000000)
  }

  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.u8(text.charCodeAt(i))
  }

  zeros(count: number): void {
    const at = this.#take(count)
    this.#bytes.fill(0, at, at + count)
  }

  bytes(data: Uint8Array): void {
    const at = this.#take(data.length)
    this.#bytes.set(data, at)
  }

  /** Everything written; the writer is not used afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  #take(count: number): number {
    const at = this.#length
    this.#length += count
    if (this.#length > this.#bytes.length) {
      const larger = notYetWritten(Math.max(this.#length, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return at
  }
}

/** Bytes of any content: whatever takes them writes all of them, and segments of many megabytes are not cleared first. */
function notYetWritten(count: Bytes): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.allocUnsafeSlow(count).buffer)
}
