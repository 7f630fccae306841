/** Writes the sample table of one track: `stbl` (ISO/IEC 14496-12 8.5 to 8.7). */
import type { Bytes } from '../../contract/units.ts'
import type { BoxWriter } from './box-writer.ts'
import type { SampleColumn } from './sample-column.ts'
import type { Chunk, SampleTable } from './sample-table.ts'

/** Where the offset of a chunk has to be written once it is known. */
export interface ChunkOffsets {
  /** Position of the first offset. */
  readonly at: Bytes
  readonly chunks: readonly Chunk[]
}

/** Bytes that the boxes need at most. */
export function sampleTableCapacity(table: SampleTable): Bytes {
  const runs = countRuns(table.durations) + countRuns(table.compositions)
  const entries = table.entries.reduce((sum, entry) => sum + entry.length, 0)
  return 256 + entries + 8 * runs + 4 * (table.sizes.length + table.syncs.length) + 20 * table.chunks.length
}

/**
 * @param large offsets of 64 bits
 * @returns the offsets of chunks, left 0
 */
export function writeSampleTable(writer: BoxWriter, table: SampleTable, large: boolean): ChunkOffsets {
  const { chunks, compositions, durations, entries, sizes, syncs } = table
  let at = 0
  writer.box('stbl', () => {
    writer.fullBox('stsd', 0, 0, () => {
      writer.u32(entries.length)
      for (const entry of entries) writer.bytes(entry)
    })
    writer.fullBox('stts', 0, 0, () => writeRuns(writer, durations, 0))
    // Version 0 has no negative numbers, and not everybody reads version 1: the edit list takes back what is added.
    if (table.reordered)
      writer.fullBox('ctts', 0, 0, () => writeRuns(writer, compositions, -table.leastComposition))
    if (table.kind === 'video' && syncs.length < sizes.length) {
      writer.fullBox('stss', 0, 0, () => writeColumn(writer, syncs))
    }
    writer.fullBox('stsc', 0, 0, () => writeChunkLengths(writer, chunks))
    writer.fullBox('stsz', 0, 0, () => {
      writer.u32(0) // sizes differ
      writeColumn(writer, sizes)
    })
    writer.fullBox(large ? 'co64' : 'stco', 0, 0, () => {
      writer.u32(chunks.length)
      at = writer.length
      writer.zeros(chunks.length * (large ? 8 : 4))
    })
  })
  return { at, chunks }
}

/** Writes what writeSampleTable left open. @param base where the movie's media data begins */
export function writeChunkOffsets(
  writer: BoxWriter,
  { at, chunks }: ChunkOffsets,
  base: Bytes,
  large: boolean,
): void {
  for (const [i, { position }] of chunks.entries()) {
    if (large) writer.setU64(at + 8 * i, base + position)
    else writer.setU32(at + 4 * i, base + position)
  }
}

function writeColumn(writer: BoxWriter, column: SampleColumn): void {
  writer.u32(column.length)
  for (let i = 0; i < column.length; i++) writer.u32(column.at(i))
}

/** Equal numbers in a row as their count and the number. */
function writeRuns(writer: BoxWriter, column: SampleColumn, added: number): void {
  writer.u32(countRuns(column))
  for (let i = 0; i < column.length;) {
    const start = i
    const value = column.at(start)
    while (i < column.length && column.at(i) === value) i += 1
    writer.u32(i - start)
    writer.u32(value + added)
  }
}

function countRuns(column: SampleColumn): number {
  let count = 0
  for (let i = 0; i < column.length; i++) if (i === 0 || column.at(i) !== column.at(i - 1)) count += 1
  return count
}

/** Only chunks that differ from the one before: first chunk, samples in each, sample entry. */
function writeChunkLengths(writer: BoxWriter, chunks: readonly Chunk[]): void {
  const changes = [...chunks.keys()].filter((i) => {
    const [own, last] = [chunks[i], chunks[i - 1]]
    return own?.samples !== last?.samples || own?.entry !== last?.entry
  })
  writer.u32(changes.length)
  for (const i of changes) {
    writer.u32(i + 1)
    writer.u32(chunks[i]?.samples ?? 0)
    writer.u32((chunks[i]?.entry ?? 0) + 1)
  }
}
