/**
 * An event loop that never sleeps, and tells how much of the time it had something to do. The kernel wakes a process that
 * sleeps within the call that sends to it: an SFU would pay for each pause of its clients, which are here, as it would not
 * where they are behind a network.
 */
export class Awake {
  #busyMs = 0
  #lastMs = 0
  #hasWorked = false

  /** Time of all turns of the event loop so far in which something was done. */
  get busyMs(): number {
    return this.#busyMs
  }

  start(): void {
    this.#lastMs = performance.now()
    this.#turn()
  }

  /** Something was done. */
  readonly works = (): void => {
    this.#hasWorked = true
  }

  #turn(): void {
    const atMs = performance.now()
    if (this.#hasWorked) this.#busyMs += atMs - this.#lastMs
    this.#lastMs = atMs
    this.#hasWorked = false
    setImmediate(() => this.#turn())
  }
}
