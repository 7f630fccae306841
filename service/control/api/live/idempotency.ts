import { createHash } from 'node:crypto'
import { LiveError } from '../../../contract/errors.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { IdempotencyKeys } from '../../channel/ports.ts'
import type { Transactions } from '../../transactions.ts'
import type { Caller } from './define-operation.ts'

/** How long a key gets the same answer. */
const KEPT_MS: Milliseconds = 24 * 60 * 60 * 1000
const MAX_KEY_LENGTH = 255

export interface IdempotencyParts {
  readonly clock: Clock
  readonly transactions: Transactions
  readonly keys: IdempotencyKeys
}

/** One request of a caller under one key. */
export interface KeyedRequest {
  readonly caller: Caller
  readonly key: string
  /** Target of the operation. */
  readonly operation: string
  /** As checked: its members in the schema's order, so that the order they were sent in does not matter. */
  readonly request: object
}

/**
 * Answers a creating request with an Idempotency-Key: makes the thing once, and within 24 hours gives the
 * same answer again. The thing and the memory of it are one transaction, and nothing else runs between
 * look-up and insertion, so requests at the same time can't make it twice.
 * @throws LiveError `InvalidHeader`, `IDEMPOTENCY-KEY-REUSED`, or what `make` throws, which is not remembered
 */
export function answerOnce(parts: IdempotencyParts, keyed: KeyedRequest, make: () => object): object {
  const { caller, key, operation, request } = keyed
  checkKey(key)
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const now = parts.clock.now()
  return parts.transactions.transaction(() => {
    parts.keys.removeUntil(now - KEPT_MS)
    const first = parts.keys.find(caller.tokenId, key)
    if (first) {
      const same = first.operation === operation && first.requestHash === requestHash
      if (!same) throw new LiveError('IDEMPOTENCY-KEY-REUSED')
      return JSON.parse(first.response) as object
    }
    const response = make()
    const answer = { operation, requestHash, response: JSON.stringify(response) }
    parts.keys.insert(caller.tokenId, key, answer, now)
    return response
  })
}

function checkKey(key: string): void {
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return
  const rule = `must have 1 to ${MAX_KEY_LENGTH} characters`
  throw new LiveError('InvalidHeader', [{ member: 'Idempotency-Key', rule }])
}
