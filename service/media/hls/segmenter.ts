/**
 * Decides where segments begin and end. Units come in decoding order from the interleaver; whole segments
 * go out. Pure: no files, no clock.
 *
 * - With video, a segment starts at a key frame: the first one at or after each multiple of the asked
 *   segment length on the publisher's timeline, so that all renditions cut at the same instants. Without
 *   video, or while video is silent, sound is cut at the same multiples.
 * - A segment is never longer than the playlist may list. Where the source's key frames come too rarely
 *   for the multiples, the cut is made at the key frame before, as far as the intervals until then tell;
 *   where even that is too late, the segment ends, what follows is dropped up to the next key frame, and that
 *   one starts after a break. So does one that has no room for more, as of units whose time hardly goes on.
 * - Sound that went on alone is not gone back behind: video is back with the first key frame after it.
 * - A jump of the timeline (back by more than a second, or ahead beyond the longest segment) is a break.
 */
import { keptBytes } from '../../contract/media.ts'
import type { AccessUnit, AudioTrack, Track, VideoTrack } from '../../contract/media.ts'
import type { Bytes, Seconds, Ticks } from '../../contract/units.ts'
import { maximumSegmentSeconds } from '../../protocol/hls/target-duration.ts'
import { PartCutter } from './part-cutter.ts'
import type { CutPart } from './part-cutter.ts'
import type { TrackUnits } from './track-units.ts'

type Kind = Track['kind']

export interface CutSegment {
  /** Only tracks that have units here; video first. */
  readonly tracks: readonly TrackUnits[]
  /** On the publisher's timeline. */
  readonly startSeconds: Seconds
  readonly durationSeconds: Seconds
  /** True where the timeline does not continue the segment before. */
  readonly afterBreak: boolean
}

/** What of a segment is known when its first part is there. */
export type SegmentStart = Pick<CutSegment, 'startSeconds' | 'afterBreak'>

export interface SegmenterOptions {
  readonly tracks: readonly Track[]
  readonly segmentSeconds: Seconds
  onSegment(segment: CutSegment): void
  /** Where segments are listed in parts; the last comes right before its segment. */
  readonly parts?: {
    readonly targetSeconds: Seconds
    onPart(part: CutPart, segment: SegmentStart): void
  }
}

interface OpenSegment {
  readonly startSeconds: Seconds
  readonly video: AccessUnit[]
  readonly audio: AccessUnit[]
  readonly cutter: PartCutter | null
  /** What its units count for. */
  bytes: Bytes
}

/** Reordering and priming reach back a little before the publisher's start; more than this is broken. */
export const EARLIEST_SECONDS = -10
/** A key frame this much before a multiple counts as being there: RTMP times are rounded to 1 ms. */
const EARLY_KEY_SECONDS = 0.05
const SMALL_BACK_JUMP_SECONDS = 1
/** Sound that comes later than this after its segment was cut is dropped. */
const LATE_AUDIO_SECONDS = 1
/** For how long sound is dropped while video comes without a key frame; then sound goes on alone. */
const KEY_PATIENCE_SECONDS = 10
const MAXIMUM_REORDERING_SECONDS = 10
/** Encoders send a key frame more at a change of scene; how long they take otherwise is told by some before. */
const KEY_INTERVALS = 16
const MAXIMUM_SEGMENT_BYTES = 128 * 1024 * 1024

/** See the head of this file. */
export class Segmenter {
  readonly #options: SegmenterOptions
  readonly #video: VideoTrack | null
  readonly #audio: AudioTrack | null
  readonly #limit: Seconds
  readonly #lastDts: Record<Kind, Ticks | null> = { video: null, audio: null }
  #open: OpenSegment | null = null
  #soundAlone: boolean
  #break = false
  #lastKeySeconds: Seconds | null = null
  /** Between the newest key frames. */
  #keyIntervals: Seconds[] = []
  #waitingForKeySince: Seconds | null = null
  #droppedUnits = 0

  constructor(options: SegmenterOptions) {
    this.#options = options
    this.#video = options.tracks.find((track) => track.kind === 'video') ?? null
    this.#audio = options.tracks.find((track) => track.kind === 'audio') ?? null
    this.#limit = maximumSegmentSeconds(options.segmentSeconds)
    this.#soundAlone = this.#video === null
  }

  /** Units that could not be put into a segment. */
  get droppedUnits(): number {
    return this.#droppedUnits
  }

  /** @param silent tracks that have sent nothing for so long that nobody waits for them */
  push(kind: Kind, unit: AccessUnit, silent: ReadonlySet<Kind>): void {
    const track = kind === 'video' ? this.#video : this.#audio
    if (!track || !this.#accepts(track, unit)) this.#droppedUnits += 1
    else if (track.kind === 'video') this.#pushVideo(track, unit, silent.has('audio'))
    else this.#pushAudio(track, unit, silent.has('video'))
  }

  /** The input ends here: what is left becomes the last segment. */
  finish(): void {
    this.#closeAtContent()
  }

  /** What there is becomes a segment now; the next one starts after a break, where decoding can. */
  cut(): void {
    if (!this.#open) return
    this.#closeAtContent()
    this.#break = true
  }

  /** Decoding times have to rise. A few late units are dropped; a jump back starts a new timeline. */
  #accepts(track: Track, unit: AccessUnit): boolean {
    const { kind, timescale } = track
    const reordering = Math.abs(unit.pts - unit.dts) / timescale
    const isSane = reordering <= MAXIMUM_REORDERING_SECONDS && unit.duration >= 0
    if (!isSane || !(unit.dts / timescale >= EARLIEST_SECONDS)) return false
    const last = this.#lastDts[kind]
    if (last !== null && unit.dts <= last) {
      if ((last - unit.dts) / timescale < SMALL_BACK_JUMP_SECONDS) return false
      this.#startNewTimeline()
    }
    this.#lastDts[kind] = unit.dts
    return true
  }

  #startNewTimeline(): void {
    this.#closeAtContent()
    this.#break = true
    this.#lastDts.video = null
    this.#lastDts.audio = null
    this.#lastKeySeconds = null
    this.#keyIntervals = []
    this.#waitingForKeySince = null
    this.#soundAlone = this.#video === null
  }

  #pushVideo(track: VideoTrack, unit: AccessUnit, audioIsSilent: boolean): void {
    const seconds = unit.pts / track.timescale
    if (unit.key && !this.#isBehindSound(seconds)) {
      this.#cutAtKey(seconds, unit.dts)
      this.#open ??= this.#startSegment(seconds, 'video')
    }
    const open = this.#open
    if (!open || this.#soundAlone) {
      this.#droppedUnits += 1
    } else if (seconds - open.startSeconds >= this.#limit || isFull(open)) {
      this.#closeAtContent()
      this.#break = true
      this.#droppedUnits += 1
    } else {
      open.cutter?.reach(open, unit, !this.#audio || audioIsSilent || open.audio.length > 0)
      add(open, 'video', unit)
    }
  }

  /** True for a picture of a time for which sound went on alone. */
  #isBehindSound(seconds: Seconds): boolean {
    const last = this.#lastDts.audio
    return this.#soundAlone && last !== null && seconds < last / (this.#audio?.timescale ?? 1)
  }

  #cutAtKey(seconds: Seconds, dts: Ticks): void {
    const open = this.#open
    this.#waitingForKeySince = null
    if (this.#lastKeySeconds !== null) {
      this.#keyIntervals.push(seconds - this.#lastKeySeconds)
      if (this.#keyIntervals.length > KEY_INTERVALS) this.#keyIntervals.shift()
    }
    this.#lastKeySeconds = seconds
    if (this.#soundAlone || (open && this.#isSpent(open, seconds))) {
      this.#closeAtContent()
      this.#break = true
      this.#soundAlone = false
    } else if (open && this.#isCut(open, seconds)) {
      this.#close(open, seconds - open.startSeconds, { video: dts })
    }
  }

  /** True where the segment has to end before whatever comes at this time. */
  #isSpent(open: OpenSegment, seconds: Seconds): boolean {
    return isFull(open) || seconds - open.startSeconds > this.#limit
  }

  #isCut(open: OpenSegment, seconds: Seconds): boolean {
    if (seconds >= this.#boundaryAfter(open.startSeconds) - EARLY_KEY_SECONDS) return true
    const age = seconds - open.startSeconds
    if (age < this.#options.segmentSeconds / 4) return false
    return age + Math.max(0, ...this.#keyIntervals) > this.#limit
  }

  #boundaryAfter(start: Seconds): Seconds {
    const { segmentSeconds } = this.#options
    return (Math.floor((start + EARLY_KEY_SECONDS) / segmentSeconds) + 1) * segmentSeconds
  }

  #pushAudio(track: AudioTrack, unit: AccessUnit, videoIsSilent: boolean): void {
    const seconds = unit.dts / track.timescale
    if (!this.#soundAlone && (videoIsSilent || this.#isKeyOverdue(seconds))) {
      this.#closeAtContent()
      this.#break = true
      this.#soundAlone = true
    }
    if (this.#soundAlone) this.#pushAudioAlone(unit, seconds)
    else this.#pushAudioBesideVideo(unit, seconds)
  }

  #isKeyOverdue(seconds: Seconds): boolean {
    if (this.#open) return false
    this.#waitingForKeySince ??= seconds
    return seconds - this.#waitingForKeySince >= KEY_PATIENCE_SECONDS
  }

  #pushAudioBesideVideo(unit: AccessUnit, seconds: Seconds): void {
    const open = this.#open
    const age = open ? seconds - open.startSeconds : null
    const fits = age !== null && age >= -LATE_AUDIO_SECONDS && age < this.#limit
    const hasRoom = open && !isFull(open) && open.cutter?.takes('audio') !== false
    if (!hasRoom || !fits) this.#droppedUnits += 1
    else add(open, 'audio', unit)
  }

  #pushAudioAlone(unit: AccessUnit, seconds: Seconds): void {
    const open = this.#open
    if (open && this.#isSpent(open, seconds)) {
      this.#closeAtContent()
      this.#break = true
    } else if (open && seconds >= this.#boundaryAfter(open.startSeconds) - 1e-6) {
      this.#close(open, seconds - open.startSeconds, { audio: unit.dts })
    }
    this.#open ??= this.#startSegment(seconds, 'audio')
    this.#open.cutter?.reach(this.#open, unit, true)
    add(this.#open, 'audio', unit)
  }

  #startSegment(startSeconds: Seconds, lead: Kind): OpenSegment {
    return { startSeconds, video: [], audio: [], cutter: this.#newCutter(startSeconds, lead), bytes: 0 }
  }

  #newCutter(startSeconds: Seconds, lead: Kind): PartCutter | null {
    const { parts } = this.#options
    if (!parts) return null
    const timescales = { video: this.#video?.timescale ?? 1, audio: this.#audio?.timescale ?? 1 }
    const start = { startSeconds, afterBreak: this.#break }
    const { targetSeconds } = parts
    return new PartCutter({ targetSeconds, timescales, onPart: (part) => parts.onPart(part, start) }, lead)
  }

  /** Ends the open segment where its own units end: video decides, and sound beyond it is dropped. */
  #closeAtContent(): void {
    const open = this.#open
    if (!open) return
    const lead = this.#video && open.video.length > 0 ? this.#video : this.#audio
    if (!lead) return
    const ends = open[lead.kind].map((unit) => (unit.pts + unit.duration) / lead.timescale)
    const end = ends.reduce((latest, value) => Math.max(latest, value), open.startSeconds)
    const { audio, video } = open
    const timescale = this.#audio?.timescale ?? 1
    const kept = video.length > 0 ? audio.filter((unit) => unit.dts / timescale < end) : audio
    this.#droppedUnits += audio.length - kept.length
    const duration = Math.min(Math.max(end - open.startSeconds, 0.001), this.#limit)
    this.#close({ ...open, audio: kept }, duration, {})
  }

  /** @param next decoding time of the unit that follows, where it continues without a gap */
  #close(open: OpenSegment, durationSeconds: Seconds, next: Partial<Record<Kind, Ticks>>): void {
    const tracks: TrackUnits[] = []
    for (const kind of ['video', 'audio'] as const) {
      const last = open[kind].at(-1)
      if (last) tracks.push({ kind, units: open[kind], endDts: next[kind] ?? last.dts + last.duration })
    }
    this.#open = null
    const afterBreak = this.#break
    this.#break = false
    open.cutter?.finish(open, next)
    this.#options.onSegment({ tracks, startSeconds: open.startSeconds, durationSeconds, afterBreak })
  }
}

const isFull = ({ bytes }: OpenSegment): boolean => bytes > MAXIMUM_SEGMENT_BYTES

function add(open: OpenSegment, kind: Kind, unit: AccessUnit): void {
  open[kind].push(unit)
  open.bytes += keptBytes(unit)
}
