import { randomBytes } from 'node:crypto'
import type { Bytes } from '../contract/units.ts'
import { randomStream } from './randomness.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A random UUID (RFC 9562, version 4) as 26 characters of Crockford base32.
 * @param purpose of which a seed decides; left out: none ever does
 */
export function newId<Id extends string>(purpose?: string): Id {
  const bytes = drawn(16, purpose)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  let text = ''
  let [bits, count] = [0, 0]
  for (let i = bytes.length - 1; i >= 0; i--) {
    bits |= bytes.readUInt8(i) << count
    for (count += 8; count >= 5; count -= 5) {
      text = CROCKFORD.charAt(bits & 31) + text
      bits >>= 5
    }
  }
  return (CROCKFORD.charAt(bits) + text) as Id
}

/**
 * `bytes` random bytes as base64url, for tokens.
 * @param purpose as of an id
 */
export function newSecret(bytes: Bytes = 32, purpose?: string): string {
  return drawn(bytes, purpose).toString('base64url')
}

const drawn = (count: Bytes, purpose: string | undefined): Buffer =>
  purpose === undefined ? randomBytes(count) : randomStream(purpose).bytes(count)
