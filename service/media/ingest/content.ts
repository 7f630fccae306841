import type { PictureMeasured, SoundMeasured } from '../../contract/media.ts'
import type { Decibels, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'

type Levels = readonly [Decibels, Decibels]

/**
 * What a transcoder tells of the media that it decodes, by the clock of this process: how loud it is, and since
 * when it is silent, black or still. A beginning stays where it was first told.
 */
export class Content {
  readonly #clock: Clock
  #sound: ConnectionStats['sound'] = null
  #picture: ConnectionStats['picture'] = null
  #peaks: Levels | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Null where none is decoded. */
  get sound(): ConnectionStats['sound'] {
    return this.#sound
  }

  /** Null where none is decoded. */
  get picture(): ConnectionStats['picture'] {
    return this.#picture
  }

  soundMeasured({ peaksDb, shortTermLufs, silentMs }: SoundMeasured): void {
    const [left, right] = this.#peaks ?? peaksDb
    this.#peaks = [Math.max(left, peaksDb[0]), Math.max(right, peaksDb[1])]
    this.#sound = { shortTermLufs, silentSince: this.#since(this.#sound?.silentSince, silentMs) }
  }

  pictureMeasured({ blackMs, frozenMs }: PictureMeasured): void {
    this.#picture = {
      blackSince: this.#since(this.#picture?.blackSince, blackMs),
      frozenSince: this.#since(this.#picture?.frozenSince, frozenMs),
    }
  }

  /** The highest levels since they were taken last; null where no sound came. */
  takeLevels(): Levels | null {
    const peaks = this.#peaks
    this.#peaks = null
    return peaks
  }

  /** Nothing is decoded any more. */
  forget(): void {
    this.#sound = null
    this.#picture = null
    this.#peaks = null
  }

  #since(before: EpochMilliseconds | null | undefined, ms: Milliseconds | null): EpochMilliseconds | null {
    return ms === null ? null : (before ?? this.#clock.now() - ms)
  }
}
