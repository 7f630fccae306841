import type { KeyRequest } from '../media/types.ts'

/** An AES-128 key, bytes. */
const KEY_BYTES = 16

/** Why a key could not be used, or that it can. Pure. */
export function keyCause({
  status,
  bytes,
}: KeyRequest): 'ok' | 'length' | 'signIn' | 'unknown' | 'unreachable' | 'other' {
  if (status === 0) return 'unreachable'
  if (status === 401) return 'signIn'
  if (status === 404) return 'unknown'
  if (status !== 200) return 'other'
  return bytes === KEY_BYTES ? 'ok' : 'length'
}
