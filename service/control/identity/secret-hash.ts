import { hash } from 'node:crypto'

/**
 * SHA-256, hexadecimal. Enough for tokens, which have 256 random bits; not for what people remember. A
 * look-up by it leaks nothing by its time.
 */
export function secretHash(token: string): string {
  return hash('sha256', token)
}
