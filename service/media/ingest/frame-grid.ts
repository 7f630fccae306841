import type { Milliseconds } from '../../contract/units.ts'

/** Ticks per second of video that is passed through; each of these rates has a whole or a half number for a frame. */
export const VIDEO_TIMESCALE = 90_000
const TICKS_PER_MS = VIDEO_TIMESCALE / 1000
/** Two times that were each cut to whole ms are as far from what they were, seen from each other. */
const ROUNDING = TICKS_PER_MS
/** Encoders write rates of NTSC, 30000/1001 and the like, with two or three digits. */
const NTSC = 1.001
const NTSC_DIGITS = 0.005

/**
 * RTMP has times in whole ms, by which 30 or 60 pictures a second come at unequal distances, and a recording of them
 * has a variable frame rate, which editors are bad at. Times that stand where the frame rate says, but for that
 * rounding, are put there. All others stay as they are, and the next ones are counted from them.
 */
export class FrameGrid {
  /** Of one frame, ticks. */
  readonly #frame: number
  /** Ticks. */
  #origin: number | null = null

  /** @param frameRate frames per second, as the encoder says */
  constructor(frameRate: number) {
    const whole = Math.round(frameRate * NTSC)
    const isNtsc = Math.abs(whole / NTSC - frameRate) < NTSC_DIGITS
    this.#frame = VIDEO_TIMESCALE / Math.max(1, isNtsc ? whole / NTSC : frameRate)
  }

  /** @returns ticks of the next picture in the order of decoding */
  next(time: Milliseconds): number {
    return this.#placed(time) ?? (this.#origin = ticksOf(time))
  }

  /** @returns ticks of a time beside it, as that of presentation */
  near(time: Milliseconds): number {
    return this.#placed(time) ?? ticksOf(time)
  }

  /** Null where it does not stand where the frame rate says. */
  #placed(time: Milliseconds): number | null {
    if (this.#origin === null) return null
    const ticks = time * TICKS_PER_MS
    const nearest = this.#origin + Math.round((ticks - this.#origin) / this.#frame) * this.#frame
    return Math.abs(nearest - ticks) <= ROUNDING ? Math.round(nearest) : null
  }
}

const ticksOf = (time: Milliseconds): number => Math.round(time * TICKS_PER_MS)
