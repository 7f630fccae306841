import type { UploadState } from '../../contract/archive.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'

const INTERVAL_MS: Milliseconds = 250

/**
 * Tells how far an upload has come: four times a second, and at once when a part is complete, so that a
 * process that is killed has at most one part to send again.
 */
export class ProgressMeter {
  readonly #clock: Clock
  readonly #tell: (sentBytes: Bytes, state: UploadState | null) => void
  #sentBytes = 0
  #toldBytes = 0
  #state: UploadState | null
  #toldAt: EpochMilliseconds = -Infinity
  #timer: Timer | null = null

  constructor(
    clock: Clock,
    state: UploadState | null,
    tell: (sentBytes: Bytes, state: UploadState | null) => void,
  ) {
    this.#clock = clock
    this.#state = state
    this.#tell = tell
  }

  sent(bytes: Bytes): void {
    this.#sentBytes += bytes
    const wait = this.#toldAt + INTERVAL_MS - this.#clock.now()
    // A clock that was set back must not silence it for long.
    if (wait <= 0 || wait > INTERVAL_MS) this.#tellNow()
    else this.#timer ??= this.#clock.after(wait, () => this.#tellNow())
  }

  /** A part is complete, or the upload in parts was begun. */
  state(state: UploadState): void {
    this.#state = state
    this.#tellNow()
  }

  /** Tells what has not been told; nothing is told after. */
  end(): void {
    if (this.#sentBytes !== this.#toldBytes) this.#tellNow()
    this.#timer?.cancel()
  }

  #tellNow(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#toldAt = this.#clock.now()
    this.#toldBytes = this.#sentBytes
    this.#tell(this.#sentBytes, this.#state)
  }
}
