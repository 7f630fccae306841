/** Finds boxes (ISO/IEC 14496-12 4.2) in bytes, without copying them. */
import type { Bytes } from '../../contract/units.ts'
import { readUint32 } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'

/** The content of a box, without its size and type. */
export interface BoxContent {
  readonly type: string
  readonly start: Bytes
  readonly end: Bytes
}

export const BOX_HEAD_BYTES = 8

/** @throws ProtocolError when no whole box of a 32-bit size is there */
function readBox(bytes: Uint8Array, at: Bytes, end: Bytes): BoxContent {
  const size = at + BOX_HEAD_BYTES <= end ? readUint32(bytes, at) : 0
  if (size < BOX_HEAD_BYTES || at + size > end) throw new ProtocolError('isobmff', `no whole box at ${at}`)
  return { type: boxType(bytes, at), start: at + BOX_HEAD_BYTES, end: at + size }
}

/** The type of the box that begins at `at`. */
export function boxType(bytes: Uint8Array, at: Bytes): string {
  return String.fromCharCode(...bytes.subarray(at + 4, at + BOX_HEAD_BYTES))
}

/** The boxes from `start` to `end`. @throws ProtocolError where sizes don't add up */
export function readBoxes(bytes: Uint8Array, start: Bytes, end: Bytes): BoxContent[] {
  const boxes: BoxContent[] = []
  for (let at = start; at < end;) {
    const box = readBox(bytes, at, end)
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** @throws ProtocolError when there is not exactly one of this type */
export function onlyBox(boxes: readonly BoxContent[], type: string): BoxContent {
  const [found, ...others] = boxes.filter((box) => box.type === type)
  if (!found || others.length > 0) throw new ProtocolError('isobmff', `must have one ${type}`)
  return found
}

/** Reads fields of one box, one behind the other. */
export class BoxReader {
  readonly #view: DataView
  readonly #type: string
  #at = 0

  constructor(bytes: Uint8Array, box: BoxContent) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset + box.start, box.end - box.start)
    this.#type = box.type
  }

  get left(): Bytes {
    return this.#view.byteLength - this.#at
  }

  /** @throws ProtocolError at the end of the box, as all here */
  u32(): number {
    return this.#view.getUint32(this.#take(4))
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4))
  }

  /** @throws ProtocolError also when it is more than a number can count */
  u64(): number {
    const value = this.u32() * 0x100000000 + this.u32()
    if (value > Number.MAX_SAFE_INTEGER)
      throw new ProtocolError('isobmff', `${this.#type}: a number beyond 2^53`)
    return value
  }

  skip(count: Bytes): void {
    this.#take(count)
  }

  #take(count: Bytes): Bytes {
    if (count > this.left) throw new ProtocolError('isobmff', `${this.#type}: too short`)
    this.#at += count
    return this.#at - count
  }
}
