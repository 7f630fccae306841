/** Makes a playlist and a movie of what the spool has of a recording, when nothing is added to it any more. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { RecordedFile, SealedRecording } from '../../../contract/archive.ts'
import type { Seconds } from '../../../contract/units.ts'
import { writeFileAtomic } from '../../../platform/atomic-file.ts'
import { writeArchivePlaylist } from '../../../protocol/hls/archive-playlist.ts'
import { writeMovieHead } from '../../../protocol/isobmff/movie.ts'
import type { ByteSource } from '../../../provider/archive/provider.ts'
import { initFileName, readIndex, segmentFileName } from '../spool/index-file.ts'
import type { SpooledSegment } from '../spool/index-file.ts'
import { collectRecording } from './collect.ts'
import { movieSource, writeMovieFiles } from './movie-files.ts'

export { movieSource }

export const PLAYLIST_NAME = 'index.m3u8'
export const MOVIE_NAME = 'recording.mp4'

const MODE = 0o600
/** The process also uploads: what is read at once must not hold it up. */
const READ_BYTES = 1024 * 1024

/**
 * Writes `index.m3u8` and the movie's head into the folder; what was made before is made again, the same
 * unless the spool has changed. A recording without a segment has no files.
 * @throws Error of the file system
 */
export async function sealRecording(folder: string): Promise<SealedRecording> {
  const { segments, timeline, ranges } = await collectRecording(folder, await readIndex(folder))
  const [first] = segments
  if (!first) return { files: [], durationSeconds: 0, videoFrames: 0, startedAt: 0 }
  const startedAt = first.programDateTime
  const { tables, mediaBytes } = timeline
  const { bytes, durationSeconds } = writeMovieHead(tables, { mediaBytes, startedAt })
  await writeMovieFiles(folder, bytes, ranges)
  return {
    files: [
      await writePlaylist(folder, segments),
      await digestMovie(await movieSource(folder), durationSeconds),
    ],
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

async function digestMovie(movie: ByteSource, durationSeconds: Seconds): Promise<RecordedFile> {
  const hash = createHash('md5')
  for (let at = 0; at < movie.size; at += READ_BYTES) {
    hash.update(await movie.read(at, Math.min(READ_BYTES, movie.size - at)))
  }
  const md5 = hash.digest('hex')
  return { kind: 'movie', name: MOVIE_NAME, bytes: movie.size, md5, offset: 0, durationSeconds }
}
