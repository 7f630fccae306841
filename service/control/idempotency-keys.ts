import type { EpochMilliseconds } from '../contract/units.ts'

/** The answer that a creating request with an Idempotency-Key got. */
export interface RememberedAnswer {
  readonly operation: string
  /** Keyed hash of the request, which may hold secrets that are easily guessed. */
  readonly requestHash: string
  /** JSON. */
  readonly response: string
}

/** First answers to creating requests of both APIs, by who asked and their key. */
export interface IdempotencyKeys {
  /** @param owner id of an access token, or `user:` and the id of a user */
  find(owner: string, key: string): RememberedAnswer | null
  insert(owner: string, key: string, answer: RememberedAnswer, at: EpochMilliseconds): void
  /** Forgets those made at `time` or before. */
  removeUntil(time: EpochMilliseconds): void
}
