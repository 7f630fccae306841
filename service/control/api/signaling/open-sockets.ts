/** Most WebSockets at the same time. */
export const MAX_OPEN = 2000
/** Most of one remote address whose clients have not been taken yet. */
export const MAX_WAITING_PER_ADDRESS = 64

/** A WebSocket's place among the open ones. */
export interface OpenSocket {
  /** Its client was taken: it is limited by what admission allows. */
  taken(): void
  /** It is gone. Its client counts as waiting until it is `decided` about, if it is being decided about. */
  left(decided?: Promise<void> | null): void
}

/** The WebSockets that are open, within limits that keep one peer from using up what all need. */
export class OpenSockets {
  /** How each is closed. */
  readonly #open = new Set<() => void>()
  readonly #waiting = new Map<string, number>()
  #closing = false
  #onEmpty: (() => void) | null = null

  /** HTTP status for a WebSocket that there is no room for; null where there is. */
  refusal(remoteAddress: string): 429 | 503 | null {
    if (this.#closing || this.#open.size >= MAX_OPEN) return 503
    return this.#waitingOf(remoteAddress) >= MAX_WAITING_PER_ADDRESS ? 429 : null
  }

  /** @param close closes it, so that it will leave soon */
  enter(remoteAddress: string, close: () => void): OpenSocket {
    let waiting = true
    this.#open.add(close)
    this.#waiting.set(remoteAddress, this.#waitingOf(remoteAddress) + 1)
    const taken = () => {
      if (!waiting) return
      waiting = false
      const others = this.#waitingOf(remoteAddress) - 1
      if (others === 0) this.#waiting.delete(remoteAddress)
      else this.#waiting.set(remoteAddress, others)
    }
    return {
      taken,
      left: (decided = null) => {
        if (decided) void decided.then(taken)
        else taken()
        this.#open.delete(close)
        if (this.#open.size === 0) this.#onEmpty?.()
      },
    }
  }

  /** Closes all, takes no more; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closing = true
    for (const close of [...this.#open]) close()
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve))
  }

  #waitingOf(remoteAddress: string): number {
    return this.#waiting.get(remoteAddress) ?? 0
  }
}
