import { OptionError } from '../../contract/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { SlidingWindow } from './sliding-window.ts'

const MINUTE_MS = 60_000

/**
 * Failed attempts that are borne. Passwords are specified to have fewer than 8 characters, so guessing
 * must be slow: 10 for one e-mail, 50 from one address, in any 15 minutes.
 */
const PER_EMAIL = { limit: 10, windowMs: 15 * MINUTE_MS, maxKeys: 10_000 }
const PER_ADDRESS = { limit: 50, windowMs: 15 * MINUTE_MS, maxKeys: 10_000 }

/** Too many failed logins; try again after `retryAfterSeconds`. */
export class TooManyAttempts extends OptionError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Limits failed logins by e-mail, known or not, and by address. */
export class LoginLimits {
  readonly #byEmail: SlidingWindow
  readonly #byAddress: SlidingWindow

  constructor(clock: Clock) {
    this.#byEmail = new SlidingWindow(clock, PER_EMAIL)
    this.#byAddress = new SlidingWindow(clock, PER_ADDRESS)
  }

  /**
   * Counts an attempt as failed until told otherwise, so that attempts at the same time all count.
   * @returns what to call when it succeeded
   * @throws TooManyAttempts
   */
  take(emailKey: string, remoteAddress: string): () => void {
    const address = this.#byAddress.take(remoteAddress)
    if (!address.allowed) throw new TooManyAttempts(address.retryAfterSeconds)
    const email = this.#byEmail.take(emailKey)
    if (!email.allowed) {
      address.giveBack()
      throw new TooManyAttempts(email.retryAfterSeconds)
    }
    return () => {
      address.giveBack()
      email.giveBack()
    }
  }
}
