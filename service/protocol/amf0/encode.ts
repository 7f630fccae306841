import { isAmfObject, MARKER } from './value.ts'
import type { AmfObject, AmfValue } from './value.ts'

const OBJECT_END = Buffer.from([0, 0, MARKER.objectEnd])

/**
 * Writes values as an AMF0 message body, one after the other. Objects are written as `object`, never as
 * ECMA array.
 * @throws RangeError for member names over 65,535 bytes
 */
export function encodeAmf(values: readonly AmfValue[]): Buffer {
  const parts: Buffer[] = []
  for (const value of values) write(value, parts)
  return Buffer.concat(parts)
}

function write(value: AmfValue, parts: Buffer[]): void {
  if (value === null) parts.push(Buffer.from([MARKER.null]))
  else if (value === undefined) parts.push(Buffer.from([MARKER.undefined]))
  else if (typeof value === 'number') parts.push(number(MARKER.number, value, 9))
  else if (typeof value === 'boolean') parts.push(Buffer.from([MARKER.boolean, value ? 1 : 0]))
  else if (typeof value === 'string') writeString(value, parts)
  else if (value instanceof Date) parts.push(number(MARKER.date, value.getTime(), 11))
  else if (isAmfObject(value)) writeObject(value, parts)
  else writeArray(value, parts)
}

function number(marker: number, value: number, size: 9 | 11): Buffer {
  const bytes = Buffer.alloc(size)
  bytes[0] = marker
  bytes.writeDoubleBE(value, 1)
  return bytes
}

function writeString(text: string, parts: Buffer[]): void {
  const bytes = Buffer.from(text)
  const long = bytes.length > 0xffff
  const head = Buffer.alloc(long ? 5 : 3)
  head[0] = long ? MARKER.longString : MARKER.string
  head.writeUIntBE(bytes.length, 1, long ? 4 : 2)
  parts.push(head, bytes)
}

function writeObject(value: AmfObject, parts: Buffer[]): void {
  parts.push(Buffer.from([MARKER.object]))
  for (const [name, member] of Object.entries(value)) {
    const bytes = Buffer.from(name)
    const head = Buffer.alloc(2)
    head.writeUInt16BE(bytes.length)
    parts.push(head, bytes)
    write(member, parts)
  }
  parts.push(OBJECT_END)
}

function writeArray(values: readonly AmfValue[], parts: Buffer[]): void {
  const head = Buffer.alloc(5)
  head[0] = MARKER.strictArray
  head.writeUInt32BE(values.length, 1)
  parts.push(head)
  for (const value of values) write(value, parts)
}
