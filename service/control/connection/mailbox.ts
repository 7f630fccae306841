/** Handles messages one at a time, in the order they came. A message that fails does not stop the next. */
export class Mailbox {
  #last: Promise<unknown> = Promise.resolve()

  /** Gives what `handle` gives, or its error. */
  ask<T>(handle: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(handle)
    this.#last = result.catch(() => undefined)
    return result
  }
}
