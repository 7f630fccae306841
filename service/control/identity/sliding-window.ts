import type { Clock } from '../../platform/clock.ts'
import type { Milliseconds } from '../../contract/units.ts'

export interface WindowRule {
  /** Attempts that one key has within any `windowMs`. */
  readonly limit: number
  readonly windowMs: Milliseconds
  /** Keys remembered at most; beyond it the one that was quiet longest is forgotten. */
  readonly maxKeys: number
}

export type Taken =
  | { readonly allowed: true; giveBack(): void }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** Counts attempts by key in a sliding window, whatever date it is. */
export class SlidingWindow {
  readonly #clock: Pick<Clock, 'passed'>
  readonly #rule: WindowRule
  /** When attempts were made, by key; the key that was used last comes last. */
  readonly #attempts = new Map<string, Milliseconds[]>()

  constructor(clock: Pick<Clock, 'passed'>, rule: WindowRule) {
    this.#clock = clock
    this.#rule = rule
  }

  /** Number of keys that are remembered. */
  get size(): number {
    return this.#attempts.size
  }

  /** Counts an attempt before its outcome is known; refused ones are not counted. */
  take(key: string): Taken {
    const now = this.#clock.passed()
    const recent = this.#recent(this.#attempts.get(key) ?? [], now)
    const oldest = recent[0]
    if (oldest !== undefined && recent.length >= this.#rule.limit) {
      const waitMs = oldest + this.#rule.windowMs - now
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
    }
    recent.push(now)
    this.#attempts.delete(key)
    this.#attempts.set(key, recent)
    this.#forget(now)
    return { allowed: true, giveBack: () => this.#giveBack(key, now) }
  }

  /** Keys that may make no attempt now, with how long it is until they may again. */
  full(): { readonly key: string; readonly leftMs: Milliseconds }[] {
    const { limit, windowMs } = this.#rule
    const now = this.#clock.passed()
    return Array.from(this.#attempts).flatMap(([key, attempts]) => {
      const oldest = this.#recent(attempts, now).at(-limit)
      return oldest === undefined ? [] : [{ key, leftMs: oldest + windowMs - now }]
    })
  }

  #recent(attempts: readonly Milliseconds[], now: Milliseconds): Milliseconds[] {
    return attempts.filter((at) => at > now - this.#rule.windowMs)
  }

  #giveBack(key: string, at: Milliseconds): void {
    const attempts = this.#attempts.get(key)
    const index = attempts?.indexOf(at) ?? -1
    if (!attempts || index < 0) return
    attempts.splice(index, 1)
    if (attempts.length === 0) this.#attempts.delete(key)
  }

  #forget(now: Milliseconds): void {
    for (const [key, attempts] of this.#attempts) {
      const last = attempts.at(-1) ?? -Infinity
      if (last > now - this.#rule.windowMs && this.#attempts.size <= this.#rule.maxKeys) return
      this.#attempts.delete(key)
    }
  }
}
