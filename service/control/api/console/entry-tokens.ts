import { createHash, timingSafeEqual } from 'node:crypto'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { newSecret } from '../../../platform/ids.ts'

/** Older tokens are dropped: nobody holds this many unused links. */
const MAX_OUTSTANDING = 16
const MAX_FAILURES = 10
const FAILURE_WINDOW: Milliseconds = 60_000

export type EntryVerdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }

/**
 * Tokens that let a browser into the console without a password: printed in a link or handed to the
 * window, kept in memory only as hashes, each good for one use as long as this process lives; but for the
 * standing one.
 */
export class EntryTokens {
  readonly #clock: Clock
  #hashes: Buffer[] = []
  #failures: number[] = []
  readonly #standing = newSecret()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** One that is good any number of times: for programs of the user who owns the data folder. Secret. */
  standing(): string {
    return this.#standing
  }

  /** A fresh token of 256 random bits. */
  issue(): string {
    const token = newSecret()
    this.#hashes = [...this.#hashes, hash(token)].slice(-MAX_OUTSTANDING)
    return token
  }

  /** Uses up a token. After 10 wrong ones within a minute none is looked at. */
  redeem(token: string): EntryVerdict {
    const now = this.#clock.now()
    this.#failures = this.#failures.filter((at) => now - at < FAILURE_WINDOW)
    const oldest = this.#failures[0]
    if (oldest !== undefined && this.#failures.length >= MAX_FAILURES) {
      return { kind: 'too-many', retryAfterSeconds: Math.ceil((oldest + FAILURE_WINDOW - now) / 1000) }
    }
    const given = hash(token)
    if (timingSafeEqual(hash(this.#standing), given)) return { kind: 'accepted' }
    const rest = this.#hashes.filter((known) => !timingSafeEqual(known, given))
    if (rest.length === this.#hashes.length) {
      this.#failures.push(now)
      return { kind: 'refused' }
    }
    this.#hashes = rest
    return { kind: 'accepted' }
  }
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
