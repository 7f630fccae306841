import type { Logger } from './logger.ts'

/** Who hears of something that happens. What one listener throws is logged and silences no other. */
export class ListenerSet<Told extends readonly unknown[] = []> {
  readonly #logger: Pick<Logger, 'error'>
  readonly #what: string
  readonly #listeners = new Set<(...told: Told) => void>()

  /** @param what they hear of, for the log */
  constructor(logger: Pick<Logger, 'error'>, what: string) {
    this.#logger = logger
    this.#what = what
  }

  /** Returns how to stop listening. */
  add(listener: (...told: Told) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(...told: Told): void {
    for (const listener of this.#listeners) {
      try {
        listener(...told)
      } catch (error) {
        this.#logger.error({ err: error }, `listener of ${this.#what} failed`)
      }
    }
  }

  /** Nobody listens any more. */
  clear(): void {
    this.#listeners.clear()
  }
}
