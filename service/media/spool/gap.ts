import type { ClearSegment } from '../hls/segment-tap.ts'

/**
 * What segments that are left out leave to the next one: it does not continue the one before it, and it
 * brings the initialization segment that went with them.
 */
export class Gap {
  #isOpen = false
  #init: Uint8Array | null = null

  /** @param init of the segment that is left out, as joined */
  open(init: Uint8Array | null): void {
    this.#isOpen = true
    this.#init = init
  }

  close(): void {
    this.#isOpen = false
    this.#init = null
  }

  join(segment: ClearSegment): ClearSegment {
    if (!this.#isOpen) return segment
    return { ...segment, init: segment.init ?? this.#init, discontinuity: true }
  }
}
