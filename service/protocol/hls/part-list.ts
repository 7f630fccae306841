/** The parts of the newest segments of a live playlist (draft-pantos-hls-rfc8216bis 4.4.4.9). Pure. */
import type { Seconds } from '../../contract/units.ts'
import type { LivePlaylist } from './live-playlist.ts'
import { writeLowLatencyPlaylist } from './low-latency-playlist.ts'
import type { ListedPart, RenditionReport } from './low-latency-playlist.ts'
import type { ListedSegment, SegmentHead } from './media-playlist.ts'
import { partsListedFor, skipBoundary } from './part-target.ts'
import type { PlaylistWindow } from './playlist-window.ts'

/** A part, the segment that it belongs to, and what the part after it will be called. */
export interface NewPart {
  readonly head: SegmentHead
  readonly listed: ListedPart
  /** Relative to the playlist. */
  readonly next: string
}

/**
 * Whole segments that are listed in parts, besides the one that is being made. They begin within three target
 * durations of the end (6.2.2); some players' parsers count three segments instead, which is less where they are short.
 */
const WHOLE_IN_PARTS = 2
const ROUNDING: Seconds = 0.001

const NO_PARTS: readonly ListedPart[] = []

/** What a window lists besides whole segments. */
export class PartList {
  readonly #window: PlaylistWindow
  readonly #partTarget: Seconds
  readonly #ofSegment = new Map<ListedSegment, readonly ListedPart[]>()
  #open: NewPart[] = []
  #next: string | null = null

  constructor(window: PlaylistWindow, partTarget: Seconds) {
    this.#window = window
    this.#partTarget = partTarget
  }

  get partTarget(): Seconds {
    return this.#partTarget
  }

  /** Those of the segment that is being made. */
  get open(): readonly NewPart[] {
    return this.#open
  }

  /** What the part that comes next will be called; null where none is known to come. */
  get next(): string | null {
    return this.#next
  }

  /** A part of the segment that is being made. @returns parts that are listed no more */
  add(part: NewPart): readonly ListedPart[] {
    this.#open.push(part)
    this.#next = part.next
    return this.#dropOld()
  }

  /**
   * The segment that was being made has just been added to the window, or, where there is none, was given up.
   * @param next what the first part of the one after it will be called
   * @returns parts that are listed no more
   */
  close(
    next: string,
    segment: ListedSegment | null = this.#window.segments.at(-1) ?? null,
  ): readonly ListedPart[] {
    const parts = this.#open.map(({ listed }) => listed)
    this.#open = []
    this.#next = next
    if (segment) this.#ofSegment.set(segment, parts)
    const dropped = this.#dropOld()
    return segment ? dropped : [...parts, ...dropped]
  }

  /** Nothing follows for the time being. */
  pause(): void {
    this.#next = null
  }

  /** How far this playlist is, for those of other renditions; null before its first segment. */
  report(uri: string): RenditionReport | null {
    const { openMsn, openParts, lastParts } = this.#edge()
    if (openParts > 0) return { uri, lastMsn: openMsn, lastPart: openParts - 1 }
    if (openMsn === 0) return null
    return { uri, lastMsn: openMsn - 1, lastPart: lastParts > 0 ? lastParts - 1 : null }
  }

  /** @param folder of the playlist, below the root of the origin */
  playlist(folder: string, reports: readonly RenditionReport[]): LivePlaylist {
    const { targetDuration, mediaSequence, discontinuitySequence, ended } = this.#window
    const hint = ended ? null : this.#next
    const segments = this.#window.segments.map((segment) => ({
      segment,
      parts: this.#ofSegment.get(segment) ?? NO_PARTS,
    }))
    const [first] = this.#open
    const open = first ? { head: first.head, parts: this.#open.map((part) => part.listed) } : null
    const listed = {
      ...{ targetDuration, mediaSequence, discontinuitySequence, segments, open, hint, ended },
      ...{ partTarget: this.#partTarget, reports: ended ? [] : reports },
    }
    const skipped = ended ? 0 : this.#skippable()
    return {
      ...this.#edge(),
      text: writeLowLatencyPlaylist({ ...listed, skipped: 0 }),
      delta: skipped > 0 ? writeLowLatencyPlaylist({ ...listed, skipped }) : null,
      hint: hint === null ? null : `${folder}/${hint}`,
      targetDuration,
      partTarget: this.#partTarget,
      ended,
    }
  }

  #edge(): Pick<LivePlaylist, 'openMsn' | 'openParts' | 'lastParts'> {
    const { mediaSequence, segments } = this.#window
    const last = segments.at(-1)
    return {
      openMsn: mediaSequence + segments.length,
      openParts: this.#open.length,
      lastParts: (last && this.#ofSegment.get(last)?.length) ?? 0,
    }
  }

  /** Of all listed segments, how far each ends before the end of the last. */
  #distances(): Seconds[] {
    let distance = 0
    return this.#window.segments
      .toReversed()
      .map(({ durationSeconds }) => {
        const own = distance
        distance += durationSeconds
        return own
      })
      .toReversed()
  }

  #dropOld(): readonly ListedPart[] {
    const most = partsListedFor(this.#window.targetDuration)
    const openSeconds = this.#open.reduce((sum, { listed }) => sum + listed.durationSeconds, 0)
    const distances = this.#distances()
    const kept = new Set(
      this.#window.segments.filter((segment, i, all) => {
        const begins = openSeconds + (distances[i] ?? 0) + segment.durationSeconds
        return begins <= most + ROUNDING && i >= all.length - WHOLE_IN_PARTS
      }),
    )
    const dropped: ListedPart[] = []
    for (const [segment, parts] of this.#ofSegment) {
      if (kept.has(segment)) continue
      this.#ofSegment.delete(segment)
      dropped.push(...parts)
    }
    return dropped
  }

  #skippable(): number {
    const boundary = skipBoundary(this.#window.targetDuration)
    return this.#distances().filter((distance) => distance > boundary).length
  }
}
