/**
 * Puts the fragments of a recording on the timeline of one movie.
 *
 * Times in fragments count from 1970 on the publisher's timeline, and that is what the movie follows:
 * where a segment is missing, or a track is for some segments, the last sample before it lasts until the
 * next one. Only where times go backwards, the movie goes on where it ended.
 */
import type { Track } from '../../contract/media.ts'
import type { Bytes, Seconds } from '../../contract/units.ts'
import { ProtocolError } from '../protocol-error.ts'
import type { Fragment } from './read-fragment.ts'
import type { InitTrack } from './read-init.ts'
import { SampleTable } from './sample-table.ts'
import type { PlacedRun } from './sample-table.ts'

/** The sound of a segment may begin that much before the pictures of the last one end. */
const OVERLAP_SECONDS = 2
/** Longer than this nothing is missing: the publisher counts anew. */
const LONGEST_GAP_SECONDS = 6 * 3600

interface Part extends PlacedRun {
  readonly table: SampleTable
}

/** See the head of this file. */
export class MovieTimeline {
  readonly #tables = new Map<Track['kind'], SampleTable>()
  /** What is taken from the fragments' times; null before the first one. */
  #origin: Seconds | null = null
  #mediaBytes: Bytes = 0

  /** The tracks that have samples, video first. */
  get tables(): readonly SampleTable[] {
    return (['video', 'audio'] as const).flatMap((kind) => this.#tables.get(kind) ?? [])
  }

  /** Media data of all fragments. */
  get mediaBytes(): Bytes {
    return this.#mediaBytes
  }

  /**
   * Adds a fragment; its media data follows that of the last one.
   * @param tracks of its initialization segment
   * @param mediaBytes of the fragment
   * @throws ProtocolError when the fragment has tracks that its initialization segment has not; nothing was added
   */
  add(fragment: Fragment, tracks: readonly InitTrack[], mediaBytes: Bytes): void {
    const runs = fragment.runs.map((run) => {
      const track = tracks.find(({ trackId }) => trackId === run.trackId)
      if (!track) throw new ProtocolError('isobmff', 'moof: a track that the initialization segment has not')
      return { run, track, position: this.#mediaBytes + run.dataOffset - fragment.mediaOffset }
    })
    const start = Math.min(...runs.map(({ run, track }) => run.startDts / track.timescale))
    const place = (origin: Seconds): readonly Part[] =>
      runs.map((given) => {
        const { run, track } = given
        const table = this.#tables.get(track.kind) ?? new SampleTable(track)
        return { ...given, table, startDts: run.startDts - Math.round(origin * track.timescale) }
      })
    // Whole seconds at first, so that no time is rounded.
    this.#origin ??= Math.floor(start)
    let parts = place(this.#origin)
    if (!this.#goesOn(parts, start - this.#origin)) {
      this.#origin = start - this.#end()
      parts = place(this.#origin)
    }
    for (const part of parts) {
      this.#tables.set(part.track.kind, part.table)
      part.table.append(part)
    }
    this.#mediaBytes += mediaBytes
  }

  #goesOn(parts: readonly Part[], start: Seconds): boolean {
    const step = start - this.#end()
    return (
      !(step < -OVERLAP_SECONDS || step > LONGEST_GAP_SECONDS) &&
      parts.every(({ table, track, startDts }) => table.convert(startDts, track.timescale) > table.lastDts)
    )
  }

  /** Where everything so far ends; NaN where there is nothing. */
  #end(): Seconds {
    const ends = this.tables.map(({ endPts, timescale }) => endPts / timescale)
    return ends.length > 0 ? Math.max(...ends) : NaN
  }
}
