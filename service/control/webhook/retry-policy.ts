/** When a failed event is sent again. Pure. */
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { AfterAttempt } from './webhook-store.ts'

/** An event is retried for this long after its first attempt, then given up. */
export const RETRY_WINDOW: Milliseconds = DAY
const FIRST_DELAY: Milliseconds = 1_000
/** Share of a pause by which it may be shorter or longer. */
const SPREAD = 0.25
/** Longest pause between attempts, also when the endpoint asks for more. */
export const LONGEST_DELAY: Milliseconds = 3_600_000

export interface FailedAttempt {
  /** Attempts made since `retryingSince`, this one included. */
  readonly tries: number
  readonly retryingSince: EpochMilliseconds
  readonly now: EpochMilliseconds
  /** Null where no answer came. */
  readonly status: number | null
  readonly retryAfter: string | undefined
  /** From 0 to 1; spreads the attempts of events that failed together. */
  readonly random: number
}

/**
 * Doubling pauses of 1 s to 1 h, each spread by a quarter, until 24 h have passed. Status 410 ends it: the
 * endpoint says that it is gone for good.
 */
export function afterFailure(failed: FailedAttempt): AfterAttempt {
  const end = failed.retryingSince + RETRY_WINDOW
  if (failed.status === 410 || failed.now >= end) return { state: 'dead' }
  const doubled = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failed.tries - 1))
  const spread = doubled * (1 - SPREAD + failed.random * 2 * SPREAD)
  const asked = Math.min(LONGEST_DELAY, retryAfterDelay(failed.retryAfter, failed.now))
  const at = failed.now + Math.round(Math.max(spread, asked))
  return { state: 'pending', nextAttemptAt: Math.min(at, end) }
}

/**
 * About how many attempts follow until an event is given up, the next one included.
 * @param tries attempts since `retryingSince`
 */
export function attemptsLeft(
  tries: number,
  retryingSince: EpochMilliseconds,
  nextAttemptAt: EpochMilliseconds,
): number {
  const end = retryingSince + RETRY_WINDOW
  let at = nextAttemptAt
  let left = 1
  for (; at < end; left++) at += Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (tries - 1 + left))
  return left
}

/** The earliest moment at which an attempt that begins now may be followed by another one, where it fails. */
export function earliestRetry(
  tries: number,
  retryingSince: EpochMilliseconds,
  now: EpochMilliseconds,
): EpochMilliseconds {
  const shortest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** tries) * (1 - SPREAD)
  return Math.min(now + Math.floor(shortest), Math.max(now, retryingSince + RETRY_WINDOW))
}

/** Delay that a Retry-After header asks for (RFC 9110 10.2.3); 0 where it has none of its two forms. */
export function retryAfterDelay(header: string | undefined, now: EpochMilliseconds): Milliseconds {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
