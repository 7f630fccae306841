import type { EpochMilliseconds, Milliseconds } from '../contract/units.ts'

/** A running timer; `cancel` may be called at any time and more than once. */
export interface Timer {
  cancel(): void
}

/** What a timer calls. A clock that is moved waits for what it promises before time goes on. */
export type Run = () => unknown

/** The one source of time for every rule, so that tests move time instead of waiting for it. */
export interface Clock {
  /** The date: for what is shown or kept. That of a computer is set now and then, forward and back. */
  now(): EpochMilliseconds
  /** Monotonic, fractions of a ms, from any zero: for what is waited for, and how long it took. Nobody sets it. */
  passed(): Milliseconds
  /** Calls `run` once after `delay`. A timer never keeps the process alive. */
  after(delay: Milliseconds, run: Run): Timer
  /**
   * Calls `run` every `interval` until cancelled.
   * @param quietUntil for what only looks whether something is to be done: nothing will be before then, by time
   *   alone. A clock that is moved leaves out the looks before.
   */
  every(interval: Milliseconds, run: Run, quietUntil?: () => EpochMilliseconds): Timer
}

/**
 * Dates of the rules' clock, with timers of real time: for what is dated when it happens, and only gathered for a
 * moment before it is written.
 * @param every whose regular timers it has; those of real time where it is left out
 */
export function datedBy(rules: Clock, machine: Clock, every: Clock = machine): Clock {
  if (rules === machine) return machine
  return {
    now: () => rules.now(),
    passed: () => machine.passed(),
    after: (delay, run) => machine.after(delay, run),
    every: (interval, run, quietUntil) => every.every(interval, run, quietUntil),
  }
}

/** How far the clock of rules is ahead of the real one; negative where it is behind. */
export const aheadOf = (rules: Clock, machine: Clock): Milliseconds =>
  rules === machine ? 0 : rules.now() - machine.now()

/** `passed` of the computer's clock, for what is given no Clock. */
export function monotonicNow(): Milliseconds {
  return performance.now()
}

/** Longest delay of setTimeout, about 25 days; it takes a longer one for none at all. */
const LONGEST_DELAY: Milliseconds = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  passed: monotonicNow,
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
