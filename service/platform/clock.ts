import type { EpochMilliseconds, Milliseconds } from '../contract/units.ts'

/** A running timer; `cancel` may be called at any time and more than once. */
export interface Timer {
  cancel(): void
}

/** The one source of time for every rule, so that tests move time instead of waiting for it. */
export interface Clock {
  now(): EpochMilliseconds
  /** Calls `run` once after `delay`. A timer never keeps the process alive. */
  after(delay: Milliseconds, run: () => void): Timer
  /** Calls `run` every `interval` until cancelled. */
  every(interval: Milliseconds, run: () => void): Timer
}

/**
 * Fractions of a ms, from any zero: for telling how long something took. No rule depends on it, so no test
 * moves it.
 */
export function monotonicNow(): Milliseconds {
  return performance.now()
}

/** Longest delay of setTimeout, about 25 days; it takes a longer one for none at all. */
const LONGEST_DELAY: Milliseconds = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, run) {
    const wait = (left: Milliseconds): NodeJS.Timeout => {
      const rest = left - LONGEST_DELAY
      return rest > 0
        ? setTimeout(() => (timer = wait(rest)), LONGEST_DELAY).unref()
        : setTimeout(run, left).unref()
    }
    let timer = wait(delay)
    return { cancel: () => clearTimeout(timer) }
  },
  every(interval, run) {
    const timer = setInterval(run, interval)
    timer.unref()
    return { cancel: () => clearInterval(timer) }
  },
}
