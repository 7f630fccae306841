import type { Milliseconds } from '../../../contract/units.ts'

/** As loud as this or louder counts as speech, −dBov (RFC 6464: 0 is loudest). */
const LOUD_ENOUGH = 50
/** @param level −dBov, 0 to 127 */
export const isAudible = (level: number): boolean => level <= LOUD_ENOUGH
/** Speech begins with this much of it within {@link WINDOW}; a click is shorter. */
const LEAST: Milliseconds = 100
const WINDOW: Milliseconds = 500
/** A longer pause between packets is silence that was not sent (discontinuous transmission). */
const LONGEST_PACKET: Milliseconds = 60

/** Tells speech from the audio levels of one track's packets. */
export class SpeechDetector {
  #loudMs = 0
  #windowStart = 0
  #lastAt: Milliseconds | null = null

  /**
   * @param level −dBov, 0 to 127
   * @returns true while somebody speaks
   */
  level(level: number, now: Milliseconds): boolean {
    const covered = Math.min(now - (this.#lastAt ?? now), LONGEST_PACKET)
    this.#lastAt = now
    if (now - this.#windowStart > WINDOW) {
      this.#windowStart = now
      this.#loudMs = Math.min(this.#loudMs, LEAST) / 2
    }
    if (isAudible(level)) this.#loudMs += Math.max(0, covered)
    return isAudible(level) && this.#loudMs >= LEAST
  }
}
