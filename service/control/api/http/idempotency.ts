import { DAY } from '../../../contract/units.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import type { Clock } from '../../../platform/clock.ts'
import { skipAct } from '../../audit/acts.ts'
import type { IdempotencyKeys } from '../../idempotency-keys.ts'
import type { Transactions } from '../../transactions.ts'

/** How long a key gets the same answer. */
const KEPT_MS: Milliseconds = DAY
const MAX_KEY_LENGTH = 255

export interface IdempotencyParts {
  readonly clock: Clock
  readonly transactions: Transactions
  readonly keys: IdempotencyKeys
  /**
   * Hash of a request, by a secret key: requests hold passwords short enough to be guessed from a hash
   * that everyone can compute.
   */
  readonly fingerprint: (text: string) => string
}

/** One request of a caller under one key. */
export interface KeyedRequest {
  /** Who asks: id of an access token, or `user:` and the id of a user. */
  readonly owner: string
  /** Value of the header Idempotency-Key. */
  readonly key: string
  /** What the caller asks for: target or endpoint. */
  readonly operation: string
  /** As checked: its members in the schema's order, so that the order they were sent in does not matter. */
  readonly request: object
}

/**
 * The first answer to a request that was made before with the same key, within 24 hours; null when it
 * was not. For requests whose making has to be prepared: `answerOnce` looks again.
 * @throws Refusal `BAD_HEADER`, `IDEMPOTENCY_KEY_REUSED`
 */
export function recallAnswer(parts: IdempotencyParts, keyed: KeyedRequest): object | null {
  checkKey(keyed)
  return parts.transactions.transaction(() => lookUp(parts, keyed, hashOf(parts, keyed)))
}

/**
 * Answers a creating request with an Idempotency-Key: makes the thing once, and within 24 hours gives the
 * same answer again. The thing and the memory of it are one transaction, and nothing else runs between
 * look-up and insertion, so requests at the same time can't make it twice.
 * @throws Refusal `BAD_HEADER`, `IDEMPOTENCY_KEY_REUSED`, or what `make` throws, which is not remembered
 */
export function answerOnce(parts: IdempotencyParts, keyed: KeyedRequest, make: () => object): object {
  checkKey(keyed)
  const { owner, key, operation } = keyed
  const requestHash = hashOf(parts, keyed)
  return parts.transactions.transaction(() => {
    const first = lookUp(parts, keyed, requestHash)
    if (first) return first
    const response = make()
    const answer = { operation, requestHash, response: JSON.stringify(response) }
    parts.keys.insert(owner, key, answer, parts.clock.now())
    return response
  })
}

function hashOf({ fingerprint }: IdempotencyParts, { request }: KeyedRequest): string {
  return fingerprint(JSON.stringify(request))
}

function lookUp(
  { keys, clock }: IdempotencyParts,
  { owner, key, operation }: KeyedRequest,
  requestHash: string,
): object | null {
  keys.removeUntil(clock.now() - KEPT_MS)
  const first = keys.find(owner, key)
  if (!first) return null
  if (first.operation !== operation || first.requestHash !== requestHash)
    throw refusal('IDEMPOTENCY_KEY_REUSED')
  skipAct()
  return JSON.parse(first.response) as object
}

function checkKey({ key }: KeyedRequest): void {
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return
  const problems = [problem('Idempotency-Key', 'characters', { min: 1, max: MAX_KEY_LENGTH })]
  throw refusal('BAD_HEADER', {}, { problems })
}
