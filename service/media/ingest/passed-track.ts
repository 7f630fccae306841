import type { AccessUnit, Track } from '../../contract/media.ts'
import type { SourceUnit } from './source.ts'

const VIDEO_TIMESCALE = 90_000
/** Samples of one AAC-LC block (ISO/IEC 14496-3). */
const AAC_SAMPLES = 1024
/** RTMP times are rounded to ms; audio is counted in samples and only set right when it is this far off. */
const AUDIO_DRIFT_SECONDS = 0.1

/** Turns the publisher's own units of one kind into those of a track that is passed through. */
export class PassedTrack {
  readonly track: Track
  #held: SourceUnit | null = null
  #lastDts = -Infinity
  #nextAudio: number | null = null

  /** @param track as the source describes it; its timescale is replaced where media needs a finer one */
  constructor(track: Track) {
    this.track = track.kind === 'video' ? { ...track, timescale: VIDEO_TIMESCALE } : track
  }

  /** Gives the units that are complete: video is one unit late, since its duration is known only then. */
  push(unit: SourceUnit): AccessUnit[] {
    return this.track.kind === 'audio' ? this.#audio(unit) : this.#video(unit)
  }

  /** The last video unit, with the duration of a nominal frame. */
  flush(): AccessUnit[] {
    const held = this.#held
    this.#held = null
    if (!held || this.track.kind !== 'video') return []
    return [this.#videoUnit(held, VIDEO_TIMESCALE / Math.max(1, this.track.frameRate))]
  }

  #video(unit: SourceUnit): AccessUnit[] {
    const held = this.#held
    this.#held = unit
    return held ? [this.#videoUnit(held, (unit.dts - held.dts) * (VIDEO_TIMESCALE / 1000))] : []
  }

  #videoUnit(unit: SourceUnit, duration: number): AccessUnit {
    // Decoding times must rise even where the publisher repeats one.
    const dts = Math.max(unit.dts * (VIDEO_TIMESCALE / 1000), this.#lastDts + 1)
    this.#lastDts = dts
    const pts = Math.max(unit.pts * (VIDEO_TIMESCALE / 1000), dts)
    return { pts, dts, duration: Math.max(1, Math.round(duration)), key: unit.key, data: unit.data }
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
