import { hash } from 'node:crypto'

/** Strong (RFC 9110 8.8.3): other bytes have another one. */
export function etagOf(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
}
