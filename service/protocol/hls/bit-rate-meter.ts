import type { BitsPerSecond, Bytes, Seconds } from '../../contract/units.ts'

interface Entry {
  readonly bits: number
  readonly seconds: Seconds
}

/**
 * Peak and average segment bit rate of one rendition (RFC 8216 4.1). The peak is the largest bit rate of
 * any run of segments that together last from 0.5 to 1.5 target durations: a very short segment, which is
 * mostly one key frame, is no peak of its own.
 */
export class BitRateMeter {
  readonly #targetDuration: number
  #recent: Entry[] = []
  #bits = 0
  #seconds = 0
  #peakBps = 0

  /** @param targetDuration EXT-X-TARGETDURATION, seconds */
  constructor(targetDuration: number) {
    this.#targetDuration = targetDuration
  }

  add(bytes: Bytes, seconds: Seconds): void {
    this.#bits += bytes * 8
    this.#seconds += seconds
    this.#recent.push({ bits: bytes * 8, seconds })
    let runBits = 0
    let runSeconds = 0
    for (let i = this.#recent.length - 1; i >= 0; i--) {
      const entry = this.#recent[i]
      if (!entry || runSeconds + entry.seconds > this.#targetDuration * 1.5) {
        this.#recent = this.#recent.slice(i + 1)
        return
      }
      runBits += entry.bits
      runSeconds += entry.seconds
      if (runSeconds >= this.#targetDuration * 0.5) {
        this.#peakBps = Math.max(this.#peakBps, Math.ceil(runBits / runSeconds))
      }
    }
  }

  /** 0 until half a target duration has been added. */
  get peakBps(): BitsPerSecond {
    return this.#peakBps
  }

  /** 0 until something has been added. */
  get averageBps(): BitsPerSecond {
    return this.#seconds > 0 ? Math.round(this.#bits / this.#seconds) : 0
  }
}
