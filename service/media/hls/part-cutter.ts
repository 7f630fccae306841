/**
 * Cuts the segment that is being made into parts (draft-pantos-hls-rfc8216bis 4.4.4.9), each as long as whole
 * units allow within the target. Pure: no files, no clock.
 *
 * A part ends when a unit has come that it has no room for, so that a segment always has something left for its
 * last part: players are told of the next part before it exists. Where no unit comes for longer than a part may
 * be, the part is said to be as long as it may.
 */
import type { AccessUnit, Track } from '../../contract/media.ts'
import type { Seconds, Ticks } from '../../contract/units.ts'
import type { TrackUnits } from './track-units.ts'

type Kind = Track['kind']

/** A part of a segment, of which it is the only one where it is the first and the last. */
export interface CutPart {
  /** Position in its segment. */
  readonly index: number
  readonly tracks: readonly TrackUnits[]
  /** What all of its segment has. */
  readonly kinds: readonly Kind[]
  readonly durationSeconds: Seconds
  /** True where decoding can start with it. */
  readonly independent: boolean
  readonly isLast: boolean
}

/** The units of a segment so far. */
export type OpenUnits = Readonly<Record<Kind, readonly AccessUnit[]>>

export interface PartCutterOptions {
  readonly targetSeconds: Seconds
  readonly timescales: Readonly<Record<Kind, number>>
  onPart(part: CutPart): void
}

/** Times in milliseconds are rounded. */
const ROUNDING: Seconds = 1e-6

/** Of one segment; see the head of this file. */
export class PartCutter {
  readonly #options: PartCutterOptions
  readonly #lead: Kind
  readonly #given: Record<Kind, number> = { video: 0, audio: 0 }
  #from: Seconds | null = null
  #kinds: readonly Kind[] | null = null
  #count = 0

  /** @param lead the kind whose units say where parts begin */
  constructor(options: PartCutterOptions, lead: Kind) {
    this.#options = options
    this.#lead = lead
  }

  /** False where the parts given out were of a segment without this kind: it has to wait for the next one. */
  takes(kind: Kind): boolean {
    return this.#kinds === null || this.#kinds.includes(kind)
  }

  /**
   * A unit of the leading kind is about to be added.
   * @param isWhole false while a kind that is waited for has not come
   */
  reach(open: OpenUnits, unit: AccessUnit, isWhole: boolean): void {
    const start = this.#seconds(unit.dts)
    const end = start + this.#seconds(unit.duration)
    while (this.#left(open) > 0 && this.#isFull(open, end) && (isWhole || this.#kinds !== null)) {
      this.#cut(open, start, false, {})
    }
  }

  /**
   * The segment ends here.
   * @param next decoding times of what follows, where it continues without a gap
   */
  finish(open: OpenUnits, next: Partial<Record<Kind, Ticks>>): void {
    const last = open[this.#lead].at(-1)
    if (!last) return
    const end = this.#seconds(next[this.#lead] ?? last.dts + last.duration)
    while (this.#left(open) > 0 && this.#isFull(open, end)) {
      if (this.#fitting(open, end) === open[this.#lead].length) break
      this.#cut(open, end, false, {})
    }
    this.#cut(open, end, true, next)
  }

  #seconds(ticks: Ticks): Seconds {
    return ticks / this.#options.timescales[this.#lead]
  }

  #left(open: OpenUnits): number {
    return open[this.#lead].length - this.#given[this.#lead]
  }

  #isFull(open: OpenUnits, end: Seconds): boolean {
    const first = open[this.#lead][this.#given[this.#lead]]
    this.#from ??= first ? this.#seconds(first.dts) : end
    return end - this.#from > this.#options.targetSeconds + ROUNDING
  }

  /** How many units of the leading kind there are up to the end of the longest part that may be cut now. */
  #fitting(open: OpenUnits, nextStart: Seconds): number {
    const units = open[this.#lead]
    const from = this.#from ?? nextStart
    let until = this.#given[this.#lead] + 1
    const startOf = (i: number) => (i < units.length ? this.#seconds(units[i]?.dts ?? 0) : nextStart)
    while (until < units.length && startOf(until + 1) - from <= this.#options.targetSeconds + ROUNDING)
      until += 1
    return Math.min(until, units.length)
  }

  #cut(open: OpenUnits, nextStart: Seconds, isLast: boolean, next: Partial<Record<Kind, Ticks>>): void {
    const lead = this.#lead
    const from = this.#from ?? nextStart
    const until = isLast ? open[lead].length : this.#fitting(open, nextStart)
    const following = open[lead][until]
    const end = following ? this.#seconds(following.dts) : nextStart
    this.#kinds ??= (['video', 'audio'] as const).filter((kind) => open[kind].length > 0)
    const tracks = this.#kinds.flatMap((kind) => {
      const to = isLast ? open[kind].length : kind === lead ? until : this.#countBefore(open[kind], kind, end)
      const units = open[kind].slice(this.#given[kind], to)
      const last = units.at(-1)
      this.#given[kind] = Math.max(this.#given[kind], to)
      if (!last) return []
      const endDts = open[kind][to]?.dts ?? next[kind] ?? last.dts + last.duration
      return [{ kind, units, endDts }]
    })
    this.#from = end
    if (tracks.length === 0) return
    const first = tracks.find((track) => track.kind === lead)?.units[0]
    this.#options.onPart({
      index: this.#count++,
      ...{ tracks, kinds: this.#kinds, isLast },
      durationSeconds: Math.min(Math.max(end - from, 0.001), this.#options.targetSeconds),
      independent: lead === 'audio' || first?.key === true,
    })
  }

  #countBefore(units: readonly AccessUnit[], kind: Kind, end: Seconds): number {
    const timescale = this.#options.timescales[kind]
    const count = units.findIndex((unit) => unit.dts / timescale >= end)
    return count === -1 ? units.length : count
  }
}
