import type { ArrivedUnit } from '../source.ts'

/**
 * Frames lost so that the rest can be decoded: the end of each group of pictures, as long as the share of the
 * group before it, in the order of decoding, where nothing depends on what comes later. Key frames are never lost.
 */
export class LostFrames {
  /** Frames of the group so far, its key frame included, and of the whole group before it. */
  #count = 0
  #before = 0
  #isLosing = false

  /**
   * @param share of the frames, 0 to 1; null where none is to be lost any more: what then comes is lost until the
   *   next key frame all the same, where something before it was
   */
  isLost(unit: ArrivedUnit, share: number | null): boolean {
    if (unit.key) {
      this.#before = this.#count
      this.#count = 1
      this.#isLosing = false
      return false
    }
    const place = this.#count++
    if (share !== null && share > 0 && this.#before > 0)
      this.#isLosing ||= place >= this.#before - Math.round(this.#before * share)
    return this.#isLosing
  }
}
