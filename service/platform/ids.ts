import { randomBytes, randomUUID } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random UUID (RFC 9562, version 4) as 26 characters of Crockford base32. */
export function newId<Id extends string>(): Id {
  let value = BigInt(`0x${randomUUID().replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = CROCKFORD.charAt(Number(value & 31n)) + text
    value >>= 5n
  }
  return text as Id
}

/** `bytes` random bytes as base64url, for tokens. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}
