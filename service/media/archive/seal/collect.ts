/** Reads the heads of a recording's segments, from which its movie and its playlist are made. */
import { open, readFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { MovieTimeline } from '../../../protocol/isobmff/movie-timeline.ts'
import { fragmentHeadBytes, readFragment } from '../../../protocol/isobmff/read-fragment.ts'
import type { Fragment } from '../../../protocol/isobmff/read-fragment.ts'
import { readInitSegment } from '../../../protocol/isobmff/read-init.ts'
import type { InitTrack } from '../../../protocol/isobmff/read-init.ts'
import { ProtocolError } from '../../../protocol/protocol-error.ts'
import { initFileName, SEGMENTS_NAME } from '../../spool/index-file.ts'
import type { SpooledSegment, SpoolIndex } from '../../spool/index-file.ts'
import type { MediaRange } from './movie-files.ts'

/** What a recording's movie and playlist are made from. */
export interface CollectedRecording {
  /** Those that can be read, in order. */
  readonly segments: readonly SpooledSegment[]
  readonly timeline: MovieTimeline
  /** The media data of each of the segments. */
  readonly ranges: readonly MediaRange[]
}

type InitTracks = ReadonlyMap<number, readonly InitTrack[]>

/** Enough for the head of a segment of some seconds. */
const READ_BYTES = 16 * 1024

/**
 * A segment that cannot be read, because the machine stopped before all of it was on disk, is left out.
 * @throws Error of the file system
 */
export async function collectRecording(folder: string, index: SpoolIndex): Promise<CollectedRecording> {
  const collected = {
    segments: new Array<SpooledSegment>(),
    timeline: new MovieTimeline(),
    ranges: new Array<MediaRange>(),
  }
  if (index.segments.length === 0) return collected
  const inits = await readInits(folder, index)
  await using file = await open(join(folder, SEGMENTS_NAME), 'r')
  const buffer = new Uint8Array(READ_BYTES)
  for (const segment of index.segments) {
    try {
      const fragment = await readHead(file, segment, buffer)
      const length = segment.bytes - fragment.mediaOffset
      collected.timeline.add(fragment, inits.get(segment.init) ?? [], length)
      collected.segments.push(segment)
      collected.ranges.push({ offset: segment.offset + fragment.mediaOffset, length })
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
    }
  }
  return collected
}

/** Those that cannot be read are missing. */
async function readInits(folder: string, { inits }: SpoolIndex): Promise<InitTracks> {
  const tracks = new Map<number, readonly InitTrack[]>()
  for (const { number } of inits) {
    const bytes = await readFile(join(folder, initFileName(number)))
    try {
      tracks.set(number, readInitSegment(bytes))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
    }
  }
  return tracks
}

/** @param buffer is overwritten */
async function readHead(file: FileHandle, segment: SpooledSegment, buffer: Uint8Array): Promise<Fragment> {
  const { offset, bytes: segmentBytes } = segment
  const start = await readAt(file, buffer.subarray(0, Math.min(buffer.length, segmentBytes)), offset)
  const headBytes = fragmentHeadBytes(start)
  if (headBytes <= start.length || headBytes > segmentBytes) return readFragment(start, segmentBytes)
  return readFragment(await readAt(file, new Uint8Array(headBytes), offset), segmentBytes)
}

async function readAt(file: FileHandle, buffer: Uint8Array, position: number): Promise<Uint8Array> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
  return buffer.subarray(0, bytesRead)
}
