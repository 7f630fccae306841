/** STUN messages (RFC 8489) as ICE sends them (RFC 8445 7.1), and others. */
import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'

const COOKIE = 0x2112a442
const HEADER = 20
export const BINDING_REQUEST = 0x0001
export const BINDING_SUCCESS = 0x0101
const XOR_MAPPED_ADDRESS = 0x0020
const USERNAME = 0x0006
const MESSAGE_INTEGRITY = 0x0008
const PRIORITY = 0x0024
const USE_CANDIDATE = 0x0025
const ICE_CONTROLLED = 0x8029
const ICE_CONTROLLING = 0x802a
const FINGERPRINT = 0x8028

/** `length` may lie. */
export interface Attribute {
  readonly type: number
  readonly value: Uint8Array
  readonly length?: number
}

export interface Credentials {
  /** `<of the receiver>:<of the sender>` */
  readonly username: string
  /** The receiver's. */
  readonly password: string
}

/** What ICE says in a check. */
export function checkAttributes({ username }: Credentials): Attribute[] {
  const bytes = (text: string) => Buffer.from(text, 'hex')
  return [
    { type: USERNAME, value: Buffer.from(username) },
    // The SFU makes the offer, so that it is the controlling side (RFC 8445 6.1.1).
    { type: ICE_CONTROLLED, value: bytes('0102030405060708') },
    { type: PRIORITY, value: bytes('6e7f1eff') },
  ]
}

/** Those of the other role, of a response, and ones that a server knows nothing of. */
export const OTHER_ATTRIBUTES: readonly Attribute[] = [
  { type: ICE_CONTROLLING, value: Buffer.from('ffffffffffffffff', 'hex') },
  { type: USE_CANDIDATE, value: Buffer.alloc(0) },
  { type: XOR_MAPPED_ADDRESS, value: Buffer.from('0001a1475e12a443', 'hex') },
  { type: 0x0009, value: Buffer.from('00000403', 'hex') },
  { type: 0x0014, value: Buffer.from('realm') },
  { type: 0x7fff, value: Buffer.alloc(0) },
]

/** @param password of who gets it; null leaves integrity and fingerprint out */
export function stunMessage(
  type: number,
  attributes: readonly Attribute[],
  password: string | null,
  transaction: Uint8Array,
): Buffer {
  const body = Buffer.concat(attributes.map(attributeBytes))
  const plain = Buffer.concat([header(type, body.length, transaction), body])
  if (password === null) return plain
  const key = Buffer.from(password)
  const unsigned = Buffer.concat([header(type, body.length + 24, transaction), body])
  const value = createHmac('sha1', key).update(unsigned).digest()
  const signed = Buffer.concat([unsigned, attributeBytes({ type: MESSAGE_INTEGRITY, value })])
  signed.writeUInt16BE(body.length + 32, 2)
  const check = Buffer.alloc(4)
  check.writeUInt32BE((crc32(signed) ^ 0x5354554e) >>> 0)
  return Buffer.concat([signed, attributeBytes({ type: FINGERPRINT, value: check })])
}

function header(type: number, length: number, transaction: Uint8Array): Buffer {
  const bytes = Buffer.alloc(HEADER)
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt16BE(length & 0xffff, 2)
  bytes.writeUInt32BE(COOKIE, 4)
  bytes.set(transaction.subarray(0, 12), 8)
  return bytes
}

function attributeBytes({ type, value, length = value.length }: Attribute): Buffer {
  const bytes = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4)
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt16BE(length & 0xffff, 2)
  bytes.set(value, 4)
  return bytes
}
