/**
 * The spool folder of a recording, and its index. The folder has `segments.bin` (all segments behind each
 * other), `init-<n>.mp4` and `index.ndjson`: one JSON object per line, one fact each, written after the
 * bytes it speaks of. A writer that goes on in a folder begins with another `v` line.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { LostMedia, RecordedFile } from '../../contract/archive.ts'
import type { Bytes } from '../../contract/units.ts'
import { errorCode } from '../../platform/error-code.ts'

export const INDEX_VERSION = 1
export const INDEX_NAME = 'index.ndjson'
export const SEGMENTS_NAME = 'segments.bin'

const count = z.number().int().nonnegative()
const seconds = z.number().nonnegative()
const md5 = z.string().regex(/^[0-9a-f]{32}$/)

const spooledInit = z.object({ number: count, bytes: count, md5 })
const spooledSegment = z.object({
  number: count,
  /** Where it begins in segments.bin. */
  offset: count,
  bytes: count,
  md5,
  /** Number of its initialization segment. */
  init: count,
  /** On the publisher's timeline. */
  startSeconds: z.number(),
  durationSeconds: seconds,
  /** It does not continue the segment before it. */
  discontinuity: z.boolean(),
  /** Wall clock time of its first frame, milliseconds since 1970. */
  programDateTime: z.number(),
})
const indexLine = z.union([
  z.object({ v: z.literal(INDEX_VERSION), pid: count }),
  z.object({ init: spooledInit }),
  z.object({ segment: spooledSegment }),
  /** Totals so far. */
  z.object({ lost: z.object({ segments: count, seconds }) }),
  /** Nothing follows. */
  z.object({ end: z.literal(true) }),
])

export type SpooledInit = Readonly<z.infer<typeof spooledInit>>
export type SpooledSegment = Readonly<z.infer<typeof spooledSegment>>
export type IndexLine = Readonly<z.infer<typeof indexLine>>

/** What an index tells of whole files. */
export interface SpoolIndex {
  /** Process that writes it, or wrote it last; 0 where there is none. */
  readonly pid: number
  /** In the order of their numbers, as all here. */
  readonly inits: readonly SpooledInit[]
  readonly segments: readonly SpooledSegment[]
  readonly lost: LostMedia
  readonly ended: boolean
}

/** One line of an index, with its line feed. */
export function writeIndexLine(line: IndexLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Name of an initialization segment, in the spool and in the store. */
export function initFileName(number: number): string {
  return `init-${number}.mp4`
}

/** Name of a segment's object, at least six digits so that names sort. */
export function segmentFileName(number: number): string {
  return `${String(number).padStart(6, '0')}.m4s`
}

/**
 * Facts whose bytes are not all on disk count as not written, and so do a line that was torn and one of a
 * later kind. Of two lines with one number the later counts: earlier versions wrote another segment in the place
 * of one whose line could not be flushed. A folder that is not there, or has no index, is an empty recording that has ended.
 * @throws Error of the file system when the folder is there and can't be read
 */
export async function readIndex(folder: string): Promise<SpoolIndex> {
  // The index first: what it tells is on disk by then, however much is written meanwhile.
  const content = await orMissing(readFile(join(folder, INDEX_NAME), 'utf8'), null)
  if (content === null)
    return { pid: 0, inits: [], segments: [], lost: { segments: 0, seconds: 0 }, ended: true }
  const told = collect(content.split('\n').slice(0, -1))
  const inits: SpooledInit[] = []
  for (const init of told.inits) {
    if ((await sizeOf(join(folder, initFileName(init.number)))) === init.bytes) inits.push(init)
  }
  const size = await sizeOf(join(folder, SEGMENTS_NAME))
  const known = new Set(inits.map(({ number }) => number))
  const segments = told.segments.filter((s) => s.offset + s.bytes <= size && known.has(s.init))
  return { ...told, inits, segments }
}

/** The objects that are to be uploaded: each initialization segment before the first segment that needs it. */
export function recordedFiles({ inits, segments }: SpoolIndex): RecordedFile[] {
  const files: RecordedFile[] = []
  const waiting = [...inits]
  const takeInits = (last: number) => {
    while (waiting[0] && waiting[0].number <= last) files.push(...waiting.splice(0, 1).map(initFile))
  }
  for (const segment of segments) {
    takeInits(segment.init)
    files.push(segmentFile(segment))
  }
  takeInits(Infinity)
  return files
}

export function initFile({ number, bytes, md5 }: SpooledInit): RecordedFile {
  return { kind: 'init', name: initFileName(number), bytes, md5, offset: 0, durationSeconds: 0 }
}

export function segmentFile(segment: SpooledSegment): RecordedFile {
  const { number, bytes, md5, offset, durationSeconds } = segment
  return { kind: 'segment', name: segmentFileName(number), bytes, md5, offset, durationSeconds }
}

function collect(lines: readonly string[]): SpoolIndex {
  const told = { pid: 0, lost: { segments: 0, seconds: 0 }, ended: false }
  const inits = new Map<number, SpooledInit>()
  const segments = new Map<number, SpooledSegment>()
  for (const text of lines) {
    const line = parseLine(text)
    if (line === null) continue
    if ('v' in line) {
      told.pid = line.pid
      told.ended = false
    } else if ('init' in line) inits.set(line.init.number, line.init)
    else if ('segment' in line) segments.set(line.segment.number, line.segment)
    else if ('lost' in line) told.lost = line.lost
    else told.ended = true
  }
  return { ...told, inits: [...inits.values()], segments: [...segments.values()] }
}

function parseLine(text: string): IndexLine | null {
  try {
    return indexLine.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

async function sizeOf(path: string): Promise<Bytes> {
  return orMissing(
    stat(path).then(({ size }) => size),
    0,
  )
}

async function orMissing<T, U>(reading: Promise<T>, missing: U): Promise<T | U> {
  try {
    return await reading
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return missing
    throw error
  }
}
