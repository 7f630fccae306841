/**
 * What is to be closed at the end, the last opened first. Does what is needed of AsyncDisposableStack, which
 * only Node 24 has.
 */
export class ClosingStack {
  readonly #closers: (() => void | Promise<void>)[] = []

  defer(close: () => void | Promise<void>): void {
    this.#closers.push(close)
  }

  /**
   * Closes each in turn, also after one has failed.
   * @throws what failed; an AggregateError where more than one did
   */
  async close(): Promise<void> {
    const errors: unknown[] = []
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 1) throw new AggregateError(errors, 'several parts failed to close')
    if (errors.length === 1) throw errors[0]
  }
}
