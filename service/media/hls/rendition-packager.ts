/** From one rendition's access units to finished segment files, before anything is written anywhere. */
import type { AccessUnit, RenditionPlan, Track } from '../../contract/media.ts'
import type { EpochMilliseconds, Milliseconds, Seconds, Ticks } from '../../contract/units.ts'
import type { NewPart } from '../../protocol/hls/part-list.ts'
import { initName, partName, segmentName } from '../../protocol/hls/paths.ts'
import type { ListedSegment, SegmentHead } from '../../protocol/hls/media-playlist.ts'
import { writeInitSegment } from '../../protocol/isobmff/init-segment.ts'
import { writeMediaFragment } from '../../protocol/isobmff/media-fragment.ts'
import type { FragmentTrack } from '../../protocol/isobmff/media-fragment.ts'
import { alignFirstDecodeTimes } from './first-decode-times.ts'
import { Interleaver } from './interleaver.ts'
import type { CutPart } from './part-cutter.ts'
import type { SegmentCipher } from './segment-cipher.ts'
import { Segmenter } from './segmenter.ts'
import type { CutSegment, SegmentStart } from './segmenter.ts'
import type { TrackUnits } from './track-units.ts'

type Kind = Track['kind']

/** A file of a connection; `name` is relative to its folder. */
export interface NamedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface PackagedSegment {
  readonly file: NamedFile
  /** What it is before encryption; the same bytes where it is not encrypted. */
  readonly clear: Uint8Array
  /** The initialization segment, where this is the first segment that needs it. */
  readonly init: NamedFile | null
  /** As the connection's own playlist lists it. */
  readonly listed: ListedSegment
  /** On the publisher's timeline. */
  readonly startSeconds: Seconds
  readonly number: number
  /** What the first part of the segment after it will be called. */
  readonly nextPart: string
}

/** A part of a segment; its own playlist lists it as `part` says. */
export interface PackagedPart {
  readonly file: NamedFile
  /** The initialization segment, where this is the first part that needs it. */
  readonly init: NamedFile | null
  readonly part: NewPart
  /** Its segment comes next. */
  readonly isLast: boolean
}

export interface RenditionPackagerOptions {
  readonly rendition: number
  readonly plan: RenditionPlan
  readonly cipher: SegmentCipher | null
  /** Number in the names of the first files; 0 by default. */
  readonly firstNumber?: number
  /** Monotonic. */
  now(): Milliseconds
  /** Called with the time of the first unit, on the publisher's timeline. */
  onFirstUnit(seconds: Seconds): void
  /**
   * Added to every time in the files, a whole number: reordering and priming make decoding times negative,
   * `tfdt` cannot be. Asked for after onFirstUnit.
   */
  offsetSeconds(): Seconds
  /** Wall clock time of a moment on the publisher's timeline. */
  wallClock(seconds: Seconds): EpochMilliseconds
  onSegment(segment: PackagedSegment): void
  /** Where segments are listed in parts. */
  readonly parts?: {
    /** Asked when the tracks are known. */
    targetSeconds(tracks: readonly Track[]): Seconds
    onPart(part: PackagedPart): void
  }
}

/** The segment that is being made, as far as it is known from its first units on. */
interface Opened {
  readonly number: number
  readonly head: SegmentHead
  readonly init: NamedFile | null
}

/** Where each track of a file before ended. */
type Ends = Record<Kind, Ticks | null>

/** The stretch between two calls of setTracks. */
interface Run {
  readonly tracks: readonly Track[]
  readonly interleaver: Interleaver
  readonly segmenter: Segmenter
}

/** See the head of this file. Segments keep counting over changes of tracks. */
export class RenditionPackager {
  readonly #options: RenditionPackagerOptions
  #run: Run | null = null
  #init: { readonly run: Run; readonly kinds: string; readonly name: string } | null = null
  #initCount = 0
  #segmentCount = 0
  #newInit: NamedFile | null = null
  #opened: Opened | null = null
  #partCount = 0
  readonly #ends: Ends = { video: null, audio: null }
  readonly #partEnds: Ends = { video: null, audio: null }
  readonly #listedTracks: Record<Kind, Track | null> = { video: null, audio: null }
  #droppedUnits = 0
  #isStarted = false

  constructor(options: RenditionPackagerOptions) {
    this.#options = options
  }

  /** False when setTracks said that there is nothing to produce. */
  get hasTracks(): boolean {
    return this.#run === null || this.#run.tracks.length > 0
  }

  /** The latest video and audio track that segments have had. */
  get tracks(): readonly Track[] {
    return [this.#listedTracks.video, this.#listedTracks.audio].filter((track) => track !== null)
  }

  /** Units that no segment has, because they were late, broken or before the first key frame. */
  get droppedUnits(): number {
    return this.#droppedUnits + (this.#run?.segmenter.droppedUnits ?? 0)
  }

  /** @throws RangeError when a track's decoder configuration is not one */
  setTracks(tracks: readonly Track[]): void {
    const ordered = tracks.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'video' ? -1 : 1))
    writeInitSegment(ordered)
    this.finish()
    this.#droppedUnits += this.#run?.segmenter.droppedUnits ?? 0
    const { plan, parts } = this.#options
    const segmenter = new Segmenter({
      tracks: ordered,
      segmentSeconds: plan.segmentSeconds,
      onSegment: (segment) => this.#package(run, segment),
      ...(parts && {
        parts: {
          targetSeconds: parts.targetSeconds(ordered),
          onPart: (part: CutPart, start: SegmentStart) => this.#packagePart(run, part, start, parts),
        },
      }),
    })
    const interleaver = new Interleaver({
      tracks: ordered,
      now: () => this.#options.now(),
      onUnit: (kind, unit, silent) => segmenter.push(kind, unit, silent),
    })
    const run: Run = { tracks: ordered, interleaver, segmenter }
    this.#run = run
  }

  push(kind: Kind, unit: AccessUnit): void {
    const run = this.#run
    if (!run) return
    if (!this.#isStarted) {
      const timescale = run.tracks.find((track) => track.kind === kind)?.timescale
      if (!timescale) return
      this.#isStarted = true
      this.#options.onFirstUnit(unit.dts / timescale)
    }
    run.interleaver.push(kind, unit)
  }

  /** Makes the last segment of what has come so far. */
  finish(): void {
    this.#run?.interleaver.drain()
    this.#run?.segmenter.finish()
  }

  /** Makes a segment of what has come so far, in the middle of what comes. */
  cut(): void {
    this.#run?.interleaver.drain()
    this.#run?.segmenter.cut()
  }

  #package(run: Run, cut: CutSegment): void {
    const { rendition, cipher } = this.#options
    const opened = this.#open(
      run,
      cut.tracks.map(({ kind }) => kind),
      cut,
    )
    this.#opened = null
    const { number, head, init } = opened
    const clear = writeMediaFragment(
      number + 1,
      cut.tracks.map((track) => this.#placeInFile(run, track, head.discontinuity, this.#ends)),
    )
    const name = segmentName(rendition, number)
    this.#options.onSegment({
      file: { name, bytes: cipher?.encrypt(rendition, number, clear) ?? clear },
      ...{ clear, init, number },
      listed: { ...head, uri: name, durationSeconds: cut.durationSeconds },
      startSeconds: cut.startSeconds,
      nextPart: partName(rendition, number + 1, 0),
    })
  }

  #packagePart(
    run: Run,
    cut: CutPart,
    start: SegmentStart,
    parts: NonNullable<RenditionPackagerOptions['parts']>,
  ): void {
    const { rendition, cipher } = this.#options
    const { number, head, init } = this.#open(run, cut.kinds, start)
    const isFirst = cut.index === 0
    const clear = writeMediaFragment(
      ++this.#partCount,
      cut.tracks.map((track) => this.#placeInFile(run, track, isFirst && head.discontinuity, this.#partEnds)),
    )
    const name = partName(rendition, number, cut.index)
    const { durationSeconds, independent, isLast } = cut
    parts.onPart({
      file: { name, bytes: cipher?.encrypt(rendition, number, clear) ?? clear },
      init: isFirst ? init : null,
      part: {
        head,
        listed: { uri: name, durationSeconds, independent },
        next: partName(rendition, isLast ? number + 1 : number, isLast ? 0 : cut.index + 1),
      },
      isLast,
    })
  }

  /** Begins a segment, unless a part of it did. */
  #open(run: Run, kinds: readonly Kind[], { startSeconds, afterBreak }: SegmentStart): Opened {
    if (this.#opened) return this.#opened
    const { rendition, cipher, firstNumber = 0 } = this.#options
    const isFirst = this.#segmentCount === 0
    const number = firstNumber + this.#segmentCount
    this.#segmentCount += 1
    const tracksChanged = this.#chooseInit(run, kinds)
    const head = {
      mapUri: this.#init?.name ?? '',
      discontinuity: !isFirst && (afterBreak || tracksChanged),
      programDateTime: this.#options.wallClock(startSeconds),
      key: cipher?.keyOf(rendition, number) ?? null,
    }
    this.#opened = { number, head, init: this.#newInit }
    this.#newInit = null
    return this.#opened
  }

  /**
   * The initialization segment names exactly the tracks that the segment has: a player waits for ever for
   * a track that is announced and does not come.
   * @returns true where it is another one than the last segment's
   */
  #chooseInit(run: Run, has: readonly Kind[]): boolean {
    const kinds = has.join()
    if (this.#init?.run === run && this.#init.kinds === kinds) return false
    const tracks = run.tracks.filter(({ kind }) => has.includes(kind))
    for (const track of tracks) this.#listedTracks[track.kind] = track
    const { rendition, firstNumber = 0 } = this.#options
    const name = initName(rendition, firstNumber + this.#initCount)
    this.#initCount += 1
    this.#newInit = { name, bytes: writeInitSegment(tracks) }
    this.#init = { run, kinds, name }
    return true
  }

  #placeInFile(run: Run, given: TrackUnits, discontinuity: boolean, ends: Ends): FragmentTrack {
    const { kind } = given
    const timescale = run.tracks.find((track) => track.kind === kind)?.timescale ?? 1
    const offset = this.#options.offsetSeconds() * timescale
    const startsTimeline = discontinuity || ends[kind] === null
    const { units, endDts } = kind === 'video' && startsTimeline ? alignFirstDecodeTimes(given) : given
    const first = units[0]
    const ownStart = (first?.dts ?? 0) + offset
    const lastEnd = discontinuity ? null : ends[kind]
    // Audio times jitter by a rounded millisecond; where it plainly continues, it continues exactly.
    const continues =
      kind === 'audio' && lastEnd !== null && Math.abs(ownStart - lastEnd) < (first?.duration ?? 0) / 2
    ends[kind] = endDts + offset
    return { kind, units, offset, startDts: continues ? lastEnd : ownStart, endDts: endDts + offset }
  }
}
