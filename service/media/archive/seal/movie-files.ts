/**
 * A movie is no file of its own: `head.mp4` is its beginning, and `ranges.bin` tells which parts of
 * `segments.bin` follow. Each is a pair of 64-bit floating point numbers, little endian: where it begins,
 * and how long it is.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bytes } from '../../../contract/units.ts'
import { writeFileAtomic } from '../../../platform/atomic-file.ts'
import { fileSource, joinedSource } from '../../../provider/archive/byte-source.ts'
import type { ByteSource } from '../../../provider/archive/provider.ts'
import { SEGMENTS_NAME } from '../../spool/index-file.ts'

const HEAD_NAME = 'head.mp4'
const RANGES_NAME = 'ranges.bin'
const RANGE_BYTES = 16
const MODE = 0o600

/** A part of `segments.bin`. */
export interface MediaRange {
  readonly offset: Bytes
  readonly length: Bytes
}

/** Replaces what was written before. @throws Error of the file system */
export async function writeMovieFiles(
  folder: string,
  head: Uint8Array,
  ranges: readonly MediaRange[],
): Promise<void> {
  const bytes = new DataView(new ArrayBuffer(ranges.length * RANGE_BYTES))
  for (const [i, { offset, length }] of ranges.entries()) {
    bytes.setFloat64(i * RANGE_BYTES, offset, true)
    bytes.setFloat64(i * RANGE_BYTES + 8, length, true)
  }
  await writeFileAtomic(join(folder, RANGES_NAME), new Uint8Array(bytes.buffer), MODE)
  // The head last: where it is, the movie is.
  await writeFileAtomic(join(folder, HEAD_NAME), head, MODE)
}

/**
 * The movie of a recording that was sealed.
 * @throws Error of the file system when it was not
 */
export async function movieSource(folder: string): Promise<ByteSource> {
  const head = join(folder, HEAD_NAME)
  const { size } = await stat(head)
  const segments = join(folder, SEGMENTS_NAME)
  const ranges = await readRanges(join(folder, RANGES_NAME))
  return joinedSource([
    fileSource(head, 0, size),
    ...ranges.map(({ offset, length }) => fileSource(segments, offset, length)),
  ])
}

async function readRanges(path: string): Promise<MediaRange[]> {
  const file = await readFile(path)
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return Array.from({ length: Math.floor(file.byteLength / RANGE_BYTES) }, (_, i) => ({
    offset: bytes.getFloat64(i * RANGE_BYTES, true),
    length: bytes.getFloat64(i * RANGE_BYTES + 8, true),
  }))
}
