import type { SpotlightStats } from '../../../contract/sfu-stats.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import { HOLD } from './spotlight.ts'

/**
 * What the spotlight did to one connection. It is kept where the connection is, by what is known there: its sound, and
 * who is in focus, whichever process decides that.
 */
export class FocusCounters {
  readonly #stats: SpotlightStats = {
    total_spotlight_focus_succeeded: 0,
    total_spotlight_focus_failed: 0,
    total_spotlight_unfocus_audio_no_room: 0,
    total_spotlight_unfocus_audio_out_packet: 0,
    total_spotlight_unfocus_audio_publish: 0,
    total_spotlight_audible_to_focus_delay_us: 0,
  }
  #isFocused = false
  /** Since when it is heard out of focus, without a pause of `HOLD`; null while it is not. */
  #audibleMs: Milliseconds | null = null
  #lastAudibleMs: Milliseconds = 0
  /** Whether any of that was speech. */
  #spoke = false

  /**
   * A packet of its sound, before it is decided whether that brings it into focus.
   * @param isSpeech only of what is audible
   * @param nowMs monotonic
   */
  heard(isAudible: boolean, isSpeech: boolean, nowMs: Milliseconds): void {
    if (this.#isFocused) return
    this.#endWhereSilent(nowMs)
    if (!isAudible) return
    this.#audibleMs ??= nowMs
    this.#lastAudibleMs = nowMs
    this.#spoke ||= isSpeech
  }

  /** The same packet, afterwards: others get it only where it is in focus. */
  decided(isSpeech: boolean): void {
    if (this.#isFocused) return
    if (isSpeech) this.#stats.total_spotlight_unfocus_audio_no_room++
    else this.#stats.total_spotlight_unfocus_audio_out_packet++
  }

  /**
   * Whether it is in focus from now on.
   * @param nowMs monotonic
   */
  changed(isFocused: boolean, nowMs: Milliseconds): void {
    if (isFocused === this.#isFocused) return
    this.#isFocused = isFocused
    if (isFocused) this.#entered(nowMs)
    this.#audibleMs = null
    this.#spoke = false
  }

  /** @param nowMs monotonic */
  stats(nowMs: Milliseconds): SpotlightStats {
    this.#endWhereSilent(nowMs)
    return { ...this.#stats }
  }

  #entered(nowMs: Milliseconds): void {
    this.#endWhereSilent(nowMs)
    this.#stats.total_spotlight_focus_succeeded++
    if (this.#audibleMs === null || !this.#spoke) return
    this.#stats.total_spotlight_unfocus_audio_publish++
    this.#stats.total_spotlight_audible_to_focus_delay_us += Math.round((nowMs - this.#audibleMs) * 1000)
  }

  #endWhereSilent(nowMs: Milliseconds): void {
    if (this.#audibleMs === null || nowMs - this.#lastAudibleMs < HOLD) return
    if (this.#spoke) this.#stats.total_spotlight_focus_failed++
    this.#audibleMs = null
    this.#spoke = false
  }
}
