import { createHash, timingSafeEqual } from 'node:crypto'
import type { EpochMilliseconds, Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { newSecret } from '../../../platform/ids.ts'

/** Older tokens are dropped: nobody holds this many unused links. */
const MAX_OUTSTANDING = 16
const MAX_FAILURES = 10
const FAILURE_WINDOW: Milliseconds = 60_000

/** A session that was opened at another address of the console, and is to be taken up at this one. */
export interface OpenedSession {
  /** Secret. */
  readonly token: string
  readonly expiresAt: EpochMilliseconds
}

interface Outstanding {
  readonly hash: Buffer
  readonly session: OpenedSession | null
}

export type EntryVerdict =
  /** Null: one is to be opened for the owner. */
  | { readonly kind: 'accepted'; readonly session: OpenedSession | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }

/**
 * Tokens that let a browser into the console without a password: printed in a link or handed to the
 * window, kept in memory only as hashes, each good for one use as long as this process lives; but for the
 * standing one.
 */
export class EntryTokens {
  readonly #clock: Pick<Clock, 'passed'>
  #outstanding: Outstanding[] = []
  #failures: Milliseconds[] = []
  readonly #standing = newSecret()

  constructor(clock: Pick<Clock, 'passed'>) {
    this.#clock = clock
  }

  /** One that is good any number of times: for programs of the user who owns the data folder. Secret. */
  standing(): string {
    return this.#standing
  }

  /** A fresh token of 256 random bits, which signs in as the owner, or takes up a session. */
  issue(session: OpenedSession | null = null): string {
    const token = newSecret()
    this.#outstanding = [...this.#outstanding, { hash: hash(token), session }].slice(-MAX_OUTSTANDING)
    return token
  }

  /**
   * Uses up a token. A right one opens whatever came before it: 256 bits are not guessed, and who tries wrong ones
   * must not keep others out. After 10 wrong ones within a minute further ones are told to wait.
   */
  redeem(token: string): EntryVerdict {
    const given = hash(token)
    if (timingSafeEqual(hash(this.#standing), given)) return { kind: 'accepted', session: null }
    const found = this.#outstanding.find((known) => timingSafeEqual(known.hash, given))
    if (!found) return this.#refused()
    this.#outstanding = this.#outstanding.filter((known) => known !== found)
    return { kind: 'accepted', session: found.session }
  }

  #refused(): EntryVerdict {
    const now = this.#clock.passed()
    this.#failures = this.#failures.filter((at) => now - at < FAILURE_WINDOW)
    const oldest = this.#failures[0]
    if (oldest !== undefined && this.#failures.length >= MAX_FAILURES) {
      return { kind: 'too-many', retryAfterSeconds: Math.ceil((oldest + FAILURE_WINDOW - now) / 1000) }
    }
    this.#failures.push(now)
    return { kind: 'refused' }
  }
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
