/** Collects the samples of one track of a movie, run by run; `sample-table-boxes.ts` writes them. */
import type { Track } from '../../contract/media.ts'
import type { Bytes, Ticks } from '../../contract/units.ts'
import { spreadFirstDecodeTimes } from './first-decode-times.ts'
import type { FragmentRun } from './read-fragment.ts'
import type { InitTrack } from './read-init.ts'
import { SampleColumn } from './sample-column.ts'

/** Samples whose data lie behind each other and that share a sample entry. */
export interface Chunk {
  /** Of its first byte, from the beginning of the movie's media data. */
  readonly position: Bytes
  readonly samples: number
  /** Index of its sample entry. */
  readonly entry: number
}

/** A run and where it belongs in the movie. */
export interface PlacedRun {
  readonly run: FragmentRun
  /** Of the initialization segment that the run was written for. */
  readonly track: InitTrack
  /** Decoding time of its first sample on the movie's timeline, ticks of the run's own timescale. */
  readonly startDts: Ticks
  readonly position: Bytes
}

/** Readers take a longer duration for a negative one. */
const LONGEST_DURATION = 0x7fffffff

/** All times are in ticks of the track's first timescale. */
export class SampleTable {
  readonly kind: Track['kind']
  readonly timescale: number
  /** Pixels; 0 for sound. */
  readonly width: number
  readonly height: number
  readonly entries: Uint8Array[] = []
  readonly chunks: Chunk[] = []
  readonly sizes = new SampleColumn()
  readonly durations = new SampleColumn()
  /** Presentation minus decoding times; may be negative. */
  readonly compositions = new SampleColumn()
  /** Numbers of the samples where decoding can start, the first being 1. */
  readonly syncs = new SampleColumn()
  #leastComposition: Ticks = 0
  #reordered = false
  #firstDts: Ticks = 0
  #lastDts: Ticks = -Infinity
  #firstPts: Ticks = Infinity
  #endPts: Ticks = -Infinity

  constructor({ kind, timescale, width, height }: InitTrack) {
    this.kind = kind
    this.timescale = timescale
    this.width = width
    this.height = height
  }

  /** The smallest of `compositions`, at most 0. */
  get leastComposition(): Ticks {
    return this.#leastComposition
  }

  /** Some sample is not presented when it is decoded. */
  get reordered(): boolean {
    return this.#reordered
  }

  get firstDts(): Ticks {
    return this.#firstDts
  }

  /** Decoding time of the last sample; -Infinity before there is one. */
  get lastDts(): Ticks {
    return this.#lastDts
  }

  /** When the sample that is presented first is presented. */
  get firstPts(): Ticks {
    return this.#firstPts
  }

  /** When the sample that is presented last has been; -Infinity before there is one. */
  get endPts(): Ticks {
    return this.#endPts
  }

  /** A time in ticks of another timescale, in those of this track. */
  convert(ticks: Ticks, timescale: number): Ticks {
    return timescale === this.timescale ? ticks : Math.round((ticks * this.timescale) / timescale)
  }

  /** Its first sample must be decoded after the last one; what is between them is added to the last one. */
  append(placed: PlacedRun): void {
    const { run, track, startDts, position } = this.#spread(placed)
    const { sizes, durations, compositions, syncs } = run
    this.#endLastAt(this.convert(startDts, track.timescale))
    let ownDts = startDts
    for (let i = 0; i < sizes.length; i++) {
      const dts = this.convert(ownDts, track.timescale)
      const pts = this.convert(ownDts + (compositions[i] ?? 0), track.timescale)
      ownDts += durations[i] ?? 0
      this.#push(sizes[i] ?? 0, dts, pts, this.convert(ownDts, track.timescale) - dts)
      if (this.kind === 'video' && syncs[i] === 1) this.syncs.push(this.sizes.length)
    }
    this.chunks.push({ position, samples: sizes.length, entry: this.#entryOf(track.sampleEntry) })
  }

  /** As it was decoded by its publisher, where there is room for that. */
  #spread(placed: PlacedRun): PlacedRun {
    const run = spreadFirstDecodeTimes(placed.run)
    const startDts = placed.startDts + run.startDts - placed.run.startDts
    return this.convert(startDts, placed.track.timescale) > this.#lastDts
      ? { ...placed, run, startDts }
      : placed
  }

  #push(size: Bytes, dts: Ticks, pts: Ticks, duration: Ticks): void {
    if (this.sizes.length === 0) this.#firstDts = dts
    this.sizes.push(size)
    this.durations.push(duration)
    this.compositions.push(pts - dts)
    if (pts !== dts) this.#reordered = true
    this.#leastComposition = Math.min(this.#leastComposition, pts - dts)
    this.#firstPts = Math.min(this.#firstPts, pts)
    this.#endPts = Math.max(this.#endPts, pts + duration)
    this.#lastDts = dts
  }

  /** A gap of many hours is more than one sample can last; then those before it last longer too. */
  #endLastAt(dts: Ticks): void {
    let missing = dts - this.#lastDts - this.durations.at(this.durations.length - 1)
    for (let i = this.durations.length - 1; i >= 0 && missing !== 0; i--) {
      const own = this.durations.at(i)
      const duration = Math.min(own + missing, LONGEST_DURATION)
      this.durations.set(i, duration)
      missing -= duration - own
    }
  }

  #entryOf(entry: Uint8Array): number {
    const known = this.entries.findIndex((other) => isSame(other, entry))
    return known === -1 ? this.entries.push(entry) - 1 : known
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
