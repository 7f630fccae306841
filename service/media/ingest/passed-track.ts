import type { AccessUnit, Track } from '../../contract/media.ts'
import { FrameGrid, VIDEO_TIMESCALE } from './frame-grid.ts'
import type { SourceUnit } from './source.ts'

/** Samples of one AAC-LC block (ISO/IEC 14496-3). */
const AAC_SAMPLES = 1024
/** RTMP times are rounded to ms; audio is counted in samples and only set right when it is this far off. */
const AUDIO_DRIFT_SECONDS = 0.1

/** Turns the publisher's own units of one kind into those of a track that is passed through. */
export class PassedTrack {
  readonly track: Track
  readonly #grid: FrameGrid | null
  #held: Omit<AccessUnit, 'duration'> | null = null
  #nextAudio: number | null = null

  /** @param track as the source describes it; its timescale is replaced where media needs a finer one */
  constructor(track: Track) {
    const isVideo = track.kind === 'video'
    this.track = isVideo ? { ...track, timescale: VIDEO_TIMESCALE } : track
    this.#grid = isVideo ? new FrameGrid(track.frameRate) : null
  }

  /** Gives the units that are complete: video is one unit late, since its duration is known only then. */
  push(unit: SourceUnit): AccessUnit[] {
    return this.#grid ? this.#video(unit, this.#grid) : this.#audio(unit)
  }

  /** The last video unit, with the duration of a nominal frame. */
  flush(): AccessUnit[] {
    const held = this.#held
    this.#held = null
    if (!held || this.track.kind !== 'video') return []
    return [{ ...held, duration: Math.round(VIDEO_TIMESCALE / Math.max(1, this.track.frameRate)) }]
  }

  #video({ dts: at, pts: shown, key, data }: SourceUnit, grid: FrameGrid): AccessUnit[] {
    const held = this.#held
    // Decoding times must rise even where the publisher repeats one.
    const dts = Math.max(grid.next(at), (held?.dts ?? -Infinity) + 1)
    this.#held = { dts, pts: Math.max(grid.near(shown), dts), key, data }
    return held ? [{ ...held, duration: dts - held.dts }] : []
  }

  #audio(unit: SourceUnit): AccessUnit[] {
    const asked = (unit.dts * this.track.timescale) / 1000
    const next = this.#nextAudio ?? asked
    const ahead = next - asked
    const tolerated = AUDIO_DRIFT_SECONDS * this.track.timescale
    // A sound card whose clock is fast gives more sound than there is time: now and then a block is left out.
    if (ahead > tolerated) return []
    const dts = Math.round(-ahead > tolerated ? asked : next)
    this.#nextAudio = dts + AAC_SAMPLES
    return [{ pts: dts, dts, duration: AAC_SAMPLES, key: true, data: unit.data }]
  }
}
