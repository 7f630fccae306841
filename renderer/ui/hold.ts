/**
 * What makes a hold: pressed without a break for a second. A tap, a double click, a key's repetition and a
 * second press soon after a hold do nothing. Without React; the clock is handed in.
 */

export interface HoldClock {
  /** Milliseconds, never going back. */
  now(): number
  /** Runs something later. @returns the function that calls it off */
  after(ms: number, run: () => void): () => void
}

/** How long it is held, milliseconds. */
export const HOLD_MS = 1000
/** After a hold nothing begins for so long, milliseconds. */
export const DEBOUNCE_MS = 1000

/** What presses: one of them holds at a time, and only the same one lets go. */
export type Holder = 'pointer' | 'key'

export class Hold {
  readonly #clock: HoldClock
  readonly #heldChanged: (held: boolean) => void
  #done: () => void = () => undefined
  #holder: Holder | null = null
  #cancel: () => void = () => undefined
  #doneAt = Number.NEGATIVE_INFINITY

  /** @param heldChanged told when the ring fills and when it empties */
  constructor(clock: HoldClock, heldChanged: (held: boolean) => void) {
    this.#clock = clock
    this.#heldChanged = heldChanged
  }

  /** Sets what a whole hold does. */
  tell(done: () => void): void {
    this.#done = done
  }

  /** @param repeated true for a key that repeats itself: it was pressed before, perhaps on another button */
  press(holder: Holder, repeated = false): void {
    if (repeated || this.#holder !== null) return
    if (this.#clock.now() - this.#doneAt < DEBOUNCE_MS) return
    this.#holder = holder
    this.#heldChanged(true)
    this.#cancel = this.#clock.after(HOLD_MS, () => {
      this.#doneAt = this.#clock.now()
      this.#end()
      this.#done()
    })
  }

  release(holder: Holder): void {
    if (this.#holder === holder) this.#end()
  }

  /** Lets go whoever holds: the button lost its focus, was disabled or is gone. */
  abandon(): void {
    if (this.#holder !== null) this.#end()
  }

  #end(): void {
    this.#cancel()
    this.#holder = null
    this.#heldChanged(false)
  }
}
