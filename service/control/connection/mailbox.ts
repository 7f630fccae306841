/**
 * Handles messages one at a time, in the order in which they came: at once, where none is being handled. A
 * message that fails does not stop the next.
 */
export class Mailbox {
  readonly #waiting: (() => void)[] = []
  #isHandling = false

  /** Gives what `handle` gives, or its error. */
  ask<T>(handle: () => T): Promise<T> {
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(new Promise<T>((settle) => settle(handle()))))
      if (!this.#isHandling) this.#handleAll()
    })
  }

  #handleAll(): void {
    this.#isHandling = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next()
    this.#isHandling = false
  }
}
