/** Delays before the service is started again, milliseconds. */
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000

/** A service that was ready for this long has a clean record when it dies, milliseconds. */
const GOOD_LIFE_MS = 60_000

/** So many deaths in a row without ever being ready are a failure to start, not bad luck. */
const HOPELESS = 4

/** Decides when a service that died unasked is started again. */
export class RestartPolicy {
  #deaths = 0
  #stillborn = 0

  /**
   * @param readyForMs how long it had been ready, milliseconds; null when it never was
   * @returns delay until the next start, milliseconds; null to give up
   */
  died(readyForMs: number | null): number | null {
    if (readyForMs !== null && readyForMs >= GOOD_LIFE_MS) this.#deaths = 0
    this.#stillborn = readyForMs === null ? this.#stillborn + 1 : 0
    if (this.#stillborn >= HOPELESS) return null
    return Math.min(FIRST_DELAY_MS * 2 ** this.#deaths++, LONGEST_DELAY_MS)
  }

  reset(): void {
    this.#deaths = 0
    this.#stillborn = 0
  }
}
