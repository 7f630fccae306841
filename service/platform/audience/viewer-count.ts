import type { Milliseconds } from '../../contract/units.ts'

const RECENT_MS: Milliseconds = 10_000
/** Per key; beyond this the one that was quiet for longest is forgotten. */
const MAXIMUM_VIEWERS = 20_000

/** Counts who asked for files within the last 10 s. @typeParam Key what they are counted by, a channel for one */
export class ViewerCount<Key extends string> {
  readonly #now: () => Milliseconds
  /** Viewer → when last seen, the longest quiet first. */
  readonly #keys = new Map<Key, Map<string, number>>()

  /** @param now monotonic */
  constructor(now: () => Milliseconds) {
    this.#now = now
  }

  /** @param viewer a short name */
  saw(key: Key, viewer: string): void {
    const viewers = this.#keys.get(key) ?? new Map<string, number>()
    this.#keys.set(key, viewers)
    viewers.delete(viewer)
    viewers.set(viewer, this.#now())
    this.#forgetOld(viewers)
  }

  count(key: Key): number {
    const viewers = this.#keys.get(key)
    if (!viewers) return 0
    this.#forgetOld(viewers)
    if (viewers.size === 0) this.#keys.delete(key)
    return viewers.size
  }

  /** All keys that have viewers. */
  all(): readonly { readonly key: Key; readonly count: number }[] {
    return [...this.#keys.keys()]
      .map((key) => ({ key, count: this.count(key) }))
      .filter(({ count }) => count > 0)
  }

  #forgetOld(viewers: Map<string, number>): void {
    const oldest = this.#now() - RECENT_MS
    for (const [viewer, seenAt] of viewers) {
      if (seenAt >= oldest && viewers.size <= MAXIMUM_VIEWERS) return
      viewers.delete(viewer)
    }
  }
}
