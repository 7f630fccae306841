/** Makes a playlist and a movie of what the spool has of a recording, when nothing is added to it any more. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { MOVIE_NAME } from '../../../contract/archive.ts'
import type { RecordedFile, SealedRecording } from '../../../contract/archive.ts'
import { writeFileAtomic } from '../../../platform/atomic-file.ts'
import { writeArchivePlaylist } from '../../../protocol/hls/archive-playlist.ts'
import { writeMovieHead } from '../../../protocol/isobmff/movie.ts'
import { initFileName, readIndex, segmentFileName, SEGMENTS_NAME } from '../../spool/index-file.ts'
import type { SpooledSegment } from '../../spool/index-file.ts'
import { collectRecording } from './collect.ts'
import { movieSource, writeMovieFiles } from './movie-files.ts'
import type { MediaRange } from './movie-files.ts'

export { movieSource }

const PLAYLIST_NAME = 'index.m3u8'

const MODE = 0o600
/** The process also uploads: what is read at once must not hold it up. */
const READ_BYTES = 1024 * 1024

/**
 * Writes `index.m3u8` and the movie's head into the folder; what was made before is made again, the same
 * unless the spool has changed. A recording without a segment has no files.
 * @throws Error of the file system, or when the spool gets shorter meanwhile
 */
export async function sealRecording(folder: string): Promise<SealedRecording> {
  const { segments, timeline, ranges } = await collectRecording(folder, await readIndex(folder))
  const [first] = segments
  if (!first) return { files: [], durationSeconds: 0, videoFrames: 0, startedAt: 0 }
  const startedAt = first.programDateTime
  const { tables, mediaBytes } = timeline
  const { bytes, durationSeconds } = writeMovieHead(tables, { mediaBytes, startedAt })
  await writeMovieFiles(folder, bytes, ranges)
  const movie: RecordedFile = {
    ...{ kind: 'movie', name: MOVIE_NAME, bytes: bytes.length + mediaBytes, offset: 0, durationSeconds },
    md5: await digestMovie(folder, bytes, ranges),
  }
  return {
    files: [await writePlaylist(folder, segments), movie],
    durationSeconds,
    videoFrames: tables.find(({ kind }) => kind === 'video')?.sizes.length ?? 0,
    startedAt,
  }
}

async function writePlaylist(folder: string, segments: readonly SpooledSegment[]): Promise<RecordedFile> {
  const text = writeArchivePlaylist(
    segments.map((segment, i) => ({
      uri: segmentFileName(segment.number),
      mapUri: initFileName(segment.init),
      durationSeconds: segment.durationSeconds,
      discontinuity: i > 0 && (segment.discontinuity || segment.number - 1 !== segments[i - 1]?.number),
      programDateTime: segment.programDateTime,
      key: null,
    })),
  )
  await writeFileAtomic(join(folder, PLAYLIST_NAME), text, MODE)
  const md5 = createHash('md5').update(text).digest('hex')
  const bytes = Buffer.byteLength(text)
  return { kind: 'playlist', name: PLAYLIST_NAME, bytes, md5, offset: 0, durationSeconds: 0 }
}

/** Over the parts that movieSource joins, with one buffer for all of them. */
async function digestMovie(folder: string, head: Uint8Array, ranges: readonly MediaRange[]): Promise<string> {
  const hash = createHash('md5').update(head)
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  await using file = await open(join(folder, SEGMENTS_NAME), 'r')
  for (const { offset, length } of ranges) {
    for (let at = 0; at < length;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, length - at), offset + at)
      if (bytesRead === 0) throw new Error(`${SEGMENTS_NAME} ends at ${offset + at} bytes`)
      hash.update(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
  }
  return hash.digest('hex')
}
