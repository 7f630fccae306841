import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { addressGroup, LOOPBACK } from '../../platform/net/address-group.ts'
import { SlidingWindow } from './sliding-window.ts'
import { Refusal, refusal } from '../../contract/refusal/refusal.ts'

const MINUTE_MS = 60_000

/**
 * Failed attempts that are borne. Passwords are specified to have fewer than 8 characters, so guessing
 * must be slow: 10 for one e-mail, 50 from one address, in any 15 minutes. All programs of this computer share its
 * own addresses, and so do all users behind a proxy on it: there the limit of the address keeps nobody out who has the
 * right password.
 */
const PER_EMAIL = { limit: 10, windowMs: 15 * MINUTE_MS, maxKeys: 10_000 }
const PER_ADDRESS = { limit: 50, windowMs: 15 * MINUTE_MS, maxKeys: 10_000 }

/** An attempt whose outcome is not known yet; it counts as failed. */
interface Undecided {
  readonly emailKey: string
  readonly remoteAddress: string
  /** Resolves when the outcome is known. */
  readonly decided: Promise<undefined>
  decide(): void
  /** What a failure is told, where its address has had too many. */
  readonly tooMany: Refusal | null
  /** Makes it not count. */
  succeed(): void
}

/** Limits failed logins by e-mail, known or not, and by address. */
export class LoginLimits {
  readonly #byEmail: SlidingWindow
  readonly #byAddress: SlidingWindow
  readonly #undecided = new Set<Undecided>()

  constructor(clock: Pick<Clock, 'passed'>) {
    this.#byEmail = new SlidingWindow(clock, PER_EMAIL)
    this.#byAddress = new SlidingWindow(clock, PER_ADDRESS)
  }

  /**
   * Makes an attempt, which counts as failed until it has succeeded, so that attempts at the same time all
   * count. Where undecided ones stand in its way, as when a whole audience signs in through one server, it
   * waits for them.
   * @param login gives null when it failed
   * @throws Refusal `TOO_MANY_ATTEMPTS`
   */
  async attempt<T>(
    emailKey: string,
    remoteAddress: string,
    login: () => Promise<T | null>,
  ): Promise<T | null> {
    const undecided = await this.#enter(emailKey, remoteAddress)
    try {
      const result = await login()
      if (result !== null) undecided.succeed()
      else if (undecided.tooMany) throw undecided.tooMany
      return result
    } finally {
      this.#undecided.delete(undecided)
      undecided.decide()
    }
  }

  /** E-mails and addresses that have had too many, with how long it is until they may try again. */
  full(): { readonly key: string; readonly leftMs: Milliseconds }[] {
    return [...this.#byEmail.full(), ...this.#byAddress.full()]
  }

  async #enter(emailKey: string, remoteAddress: string): Promise<Undecided> {
    for (;;) {
      const taken = this.#take(emailKey, remoteAddress)
      if (!(taken instanceof Refusal)) {
        this.#undecided.add(taken)
        return taken
      }
      const inTheWay = [...this.#undecided].filter(
        (other) => other.emailKey === emailKey || other.remoteAddress === remoteAddress,
      )
      if (inTheWay.length === 0) throw taken
      await Promise.race(inTheWay.map(({ decided }) => decided))
    }
  }

  #take(emailKey: string, remoteAddress: string): Undecided | Refusal {
    const group = addressGroup(remoteAddress)
    const address = this.#byAddress.take(group)
    if (!address.allowed && group !== LOOPBACK) return tooMany(address)
    const giveBack = () => address.allowed && address.giveBack()
    const email = this.#byEmail.take(emailKey)
    if (!email.allowed) {
      giveBack()
      return tooMany(email)
    }
    const { promise: decided, resolve: decide } = Promise.withResolvers<undefined>()
    const succeed = () => {
      giveBack()
      email.giveBack()
    }
    const late = address.allowed ? null : tooMany(address)
    return { emailKey, remoteAddress, tooMany: late, decided, decide: () => decide(undefined), succeed }
  }
}

const tooMany = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
  refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds })
