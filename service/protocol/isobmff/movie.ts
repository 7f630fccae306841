/**
 * The head of a movie that plays while it loads: `ftyp`, `moov` and the head of one `mdat`, in front of
 * media data that lies elsewhere (ISO/IEC 14496-12).
 */
import type { Bytes, EpochMilliseconds, Seconds } from '../../contract/units.ts'
import { BoxWriter } from './box-writer.ts'
import { LANGUAGE_UNDETERMINED, writeHandler, writeMatrix, writeMediaInformation } from './movie-boxes.ts'
import { sampleTableCapacity, writeChunkOffsets, writeSampleTable } from './sample-table-boxes.ts'
import type { ChunkOffsets } from './sample-table-boxes.ts'
import type { SampleTable } from './sample-table.ts'

/** Ticks per second of the movie's own times: whole for pictures, and exact enough for the rest. */
const TIMESCALE = 90_000
const UINT32 = 0xffffffff
const SECONDS_FROM_1904_TO_1970 = 2_082_844_800
const MDAT_HEAD_BYTES = 8
const LARGE_MDAT_HEAD_BYTES = 16
/** What the boxes around the sample tables need at most: of the movie, and of each track. */
const MOVIE_BYTES = 256
const TRACK_BYTES = 768

export interface MovieFacts {
  /** Size of the media data that follows. */
  readonly mediaBytes: Bytes
  /** Wall clock time of the first frame. */
  readonly startedAt: EpochMilliseconds
}

export interface MovieHead {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly durationSeconds: Seconds
}

/** When a track is presented; movie ticks, but `mediaTime` in the track's. */
interface Edit {
  /** From the movie's beginning to the track's. */
  readonly delay: number
  readonly duration: number
  /** Composition time in the track that is presented first. */
  readonly mediaTime: number
}

interface TimedTrack {
  readonly id: number
  readonly table: SampleTable
  readonly edit: Edit
}

/** The movie begins with what is presented first, at 0; every frame of every track is presented. */
export function writeMovieHead(
  tables: readonly SampleTable[],
  { mediaBytes, startedAt }: MovieFacts,
): MovieHead {
  const start = Math.min(...tables.map(({ firstPts, timescale }) => firstPts / timescale))
  const tracks = tables.map((table, i) => ({ id: i + 1, table, edit: editOf(table, start) }))
  const duration = tracks.reduce((longest, { edit }) => Math.max(longest, edit.delay + edit.duration), 0)
  const capacity = tables.reduce((sum, table) => sum + TRACK_BYTES + sampleTableCapacity(table), MOVIE_BYTES)
  const large = capacity + mediaBytes > UINT32
  const created = Math.floor(startedAt / 1000) + SECONDS_FROM_1904_TO_1970
  const writer = new BoxWriter(capacity)
  writer.box('ftyp', () => {
    writer.ascii('isom')
    writer.u32(0x200)
    writer.ascii('isomiso2avc1mp41')
  })
  let offsets: readonly ChunkOffsets[] = []
  writer.box('moov', () => {
    writeMovieHeader(writer, created, duration, tracks.length)
    offsets = tracks.map((track) => writeTrack(writer, track, created, large))
  })
  const base = writer.length + (large ? LARGE_MDAT_HEAD_BYTES : MDAT_HEAD_BYTES)
  for (const own of offsets) writeChunkOffsets(writer, own, base, large)
  writer.u32(large ? 1 : MDAT_HEAD_BYTES + mediaBytes)
  writer.ascii('mdat')
  if (large) writer.u64(LARGE_MDAT_HEAD_BYTES + mediaBytes)
  return { bytes: writer.finish(), durationSeconds: duration / TIMESCALE }
}

function editOf(table: SampleTable, start: Seconds): Edit {
  const { endPts, firstDts, firstPts, leastComposition, timescale } = table
  return {
    delay: Math.round((firstPts / timescale - start) * TIMESCALE),
    // Rounded up, so that the last frame is not left out.
    duration: Math.ceil(((endPts - firstPts) * TIMESCALE) / timescale),
    mediaTime: firstPts - firstDts - leastComposition,
  }
}

function writeMovieHeader(writer: BoxWriter, created: Seconds, duration: number, tracks: number): void {
  const version = versionFor([created, duration])
  writer.fullBox('mvhd', version, 0, () => {
    writeTime(writer, version, created)
    writeTime(writer, version, created)
    writer.u32(TIMESCALE)
    writeTime(writer, version, duration)
    writer.u32(0x00010000) // rate 1
    writer.u16(0x0100) // volume 1
    writer.zeros(10)
    writeMatrix(writer)
    writer.zeros(24)
    writer.u32(tracks + 1) // next track id
  })
}

function writeTrack(writer: BoxWriter, track: TimedTrack, created: Seconds, large: boolean): ChunkOffsets {
  const { table, edit } = track
  let offsets: ChunkOffsets = { at: 0, chunks: [] }
  writer.box('trak', () => {
    writeTrackHeader(writer, track, created)
    writer.box('edts', () => writeEditList(writer, edit))
    writer.box('mdia', () => {
      writeMediaHeader(writer, table, created)
      writeHandler(writer, table.kind)
      writer.box('minf', () => {
        writeMediaInformation(writer, table.kind)
        offsets = writeSampleTable(writer, table, large)
      })
    })
  })
  return offsets
}

function writeTrackHeader(writer: BoxWriter, { id, table, edit }: TimedTrack, created: Seconds): void {
  const duration = edit.delay + edit.duration
  const version = versionFor([created, duration])
  writer.fullBox('tkhd', version, 0x3, () => {
    writeTime(writer, version, created)
    writeTime(writer, version, created)
    writer.u32(id)
    writer.u32(0)
    writeTime(writer, version, duration)
    writer.zeros(8)
    writer.u16(0) // layer
    writer.u16(table.kind === 'audio' ? 1 : 0) // alternate group
    writer.u16(table.kind === 'audio' ? 0x0100 : 0) // volume
    writer.u16(0)
    writeMatrix(writer)
    writer.u32(table.width * 0x10000)
    writer.u32(table.height * 0x10000)
  })
}

/** `elst` (ISO/IEC 14496-12 8.6.6): nothing while the track has not begun, then all of it. */
function writeEditList(writer: BoxWriter, { delay, duration, mediaTime }: Edit): void {
  const version = versionFor([delay, duration, mediaTime], 0x80000000)
  writer.fullBox('elst', version, 0, () => {
    writer.u32(delay > 0 ? 2 : 1)
    if (delay > 0) {
      writeTime(writer, version, delay)
      if (version === 1) writer.u32(UINT32)
      writer.u32(UINT32) // an empty edit: media time -1
      writer.u32(0x00010000) // rate 1
    }
    writeTime(writer, version, duration)
    writeTime(writer, version, mediaTime)
    writer.u32(0x00010000)
  })
}

function writeMediaHeader(writer: BoxWriter, table: SampleTable, created: Seconds): void {
  const duration = table.endPts - table.firstPts
  const version = versionFor([created, duration])
  writer.fullBox('mdhd', version, 0, () => {
    writeTime(writer, version, created)
    writeTime(writer, version, created)
    writer.u32(table.timescale)
    writeTime(writer, version, duration)
    writer.u16(LANGUAGE_UNDETERMINED)
    writer.u16(0)
  })
}

/** Version 1 of a box has 64 bits for its times. */
function versionFor(times: readonly number[], limit = UINT32): 0 | 1 {
  return times.every((time) => time < limit) ? 0 : 1
}

function writeTime(writer: BoxWriter, version: 0 | 1, time: number): void {
  if (version === 0) writer.u32(time)
  else writer.u64(time)
}
