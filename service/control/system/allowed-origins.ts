import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'

export interface AllowedOriginRepository {
  /** In alphabetical order. */
  list(): readonly string[]
  /** Forgets all others. */
  replace(origins: readonly string[], now: EpochMilliseconds): void
}

/** Origins of web pages that may call both APIs, for the whole installation: listeners check them before any token. */
export class AllowedOrigins {
  readonly #clock: Clock
  readonly #store: AllowedOriginRepository
  #current: readonly string[]

  constructor(deps: { clock: Clock; allowedOrigins: AllowedOriginRepository }) {
    this.#clock = deps.clock
    this.#store = deps.allowedOrigins
    this.#current = this.#store.list()
  }

  /** As browsers write them: `scheme://host[:port]`. Asked for each request. */
  current(): readonly string[] {
    return this.#current
  }

  /** Takes effect with the next request. */
  replace(origins: readonly string[]): void {
    this.#store.replace(origins, this.#clock.now())
    this.#current = this.#store.list()
  }
}
