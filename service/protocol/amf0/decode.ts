import { LimitError, ProtocolError } from '../protocol-error.ts'
import { MARKER } from './value.ts'
import type { AmfObject, AmfValue } from './value.ts'

/** What a peer may ask of the decoder. */
export interface AmfLimits {
  /** Objects and arrays inside each other. */
  readonly depth: number
  /** Members of one object or ECMA array. */
  readonly members: number
  /** Bytes of one string or member name. */
  readonly stringBytes: number
  /** Elements of one strict array. */
  readonly elements: number
  /** Values in one message, nested ones included. */
  readonly values: number
}

export const DEFAULT_AMF_LIMITS: AmfLimits = {
  depth: 16,
  members: 512,
  stringBytes: 32 * 1024,
  elements: 16_384,
  values: 32_768,
}

/**
 * Reads the values of an AMF0 message body, one after the other to its end.
 * @throws ProtocolError for truncated or unknown values (AMF0 specification 2), LimitError beyond `limits`
 */
export function decodeAmf(bytes: Uint8Array, limits: AmfLimits = DEFAULT_AMF_LIMITS): AmfValue[] {
  const decoder = new Decoder(bytes, limits)
  const values: AmfValue[] = []
  while (!decoder.done) values.push(decoder.value(0))
  return values
}

class Decoder {
  readonly #bytes: Buffer
  readonly #limits: AmfLimits
  #offset = 0
  #values = 0

  constructor(bytes: Uint8Array, limits: AmfLimits) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
  }

  get done(): boolean {
    return this.#offset >= this.#bytes.length
  }

  value(depth: number): AmfValue {
    this.#values += 1
    if (this.#values > this.#limits.values) throw limit('values in one message', this.#limits.values)
    const marker = this.#bytes.readUInt8(this.#take(1))
    switch (marker) {
      case MARKER.number:
        return this.#bytes.readDoubleBE(this.#take(8))
      case MARKER.boolean:
        return this.#bytes.readUInt8(this.#take(1)) !== 0
      case MARKER.string:
        return this.#string(this.#bytes.readUInt16BE(this.#take(2)))
      case MARKER.longString:
      case MARKER.xmlDocument:
        return this.#string(this.#bytes.readUInt32BE(this.#take(4)))
      case MARKER.null:
        return null
      case MARKER.undefined:
      case MARKER.unsupported:
        return undefined
      case MARKER.date:
        return this.#date()
      case MARKER.strictArray:
        return this.#strictArray(depth + 1)
      case MARKER.typedObject:
        this.#string(this.#bytes.readUInt16BE(this.#take(2)))
        return this.#members(depth + 1)
      case MARKER.ecmaArray:
        this.#take(4) // A hint of the length; the end marker decides (2.10).
        return this.#members(depth + 1)
      case MARKER.object:
        return this.#members(depth + 1)
      default:
        throw new ProtocolError('amf0', `value type ${marker} is not known`)
    }
  }

  #take(count: number): number {
    const at = this.#offset
    if (count > this.#bytes.length - at) throw new ProtocolError('amf0', 'the message ends within a value')
    this.#offset = at + count
    return at
  }

  #string(length: number): string {
    if (length > this.#limits.stringBytes) throw limit('bytes in one string', this.#limits.stringBytes)
    const at = this.#take(length)
    return this.#bytes.toString('utf8', at, at + length)
  }

  #date(): Date {
    const at = this.#take(10) // Milliseconds and a time zone that is reserved and to be ignored (2.13).
    return new Date(this.#bytes.readDoubleBE(at))
  }

  #members(depth: number): AmfObject {
    this.#enter(depth)
    const members = Object.create(null) as Record<string, AmfValue>
    for (let count = 0; ; count++) {
      const length = this.#bytes.readUInt16BE(this.#take(2))
      if (length === 0 && this.#bytes[this.#offset] === MARKER.objectEnd) {
        this.#offset += 1
        return members
      }
      if (count >= this.#limits.members) throw limit('members in one object', this.#limits.members)
      const name = this.#string(length)
      members[name] = this.value(depth)
    }
  }

  #strictArray(depth: number): AmfValue[] {
    this.#enter(depth)
    const count = this.#bytes.readUInt32BE(this.#take(4))
    if (count > this.#limits.elements) throw limit('elements in one array', this.#limits.elements)
    const elements: AmfValue[] = []
    for (let i = 0; i < count; i++) elements.push(this.value(depth))
    return elements
  }

  #enter(depth: number): void {
    if (depth > this.#limits.depth) throw limit('levels of objects in objects', this.#limits.depth)
  }
}

function limit(what: string, most: number): LimitError {
  return new LimitError('amf0', `more than ${most} ${what}`)
}
