/** The media playlist of a recording that is complete. */
import { writeMediaPlaylist } from './media-playlist.ts'
import type { ListedSegment } from './media-playlist.ts'

/**
 * EXTINF has to round to no more than the target duration (RFC 8216 4.3.3.1), which here is chosen when
 * all segments are known. There is no EXT-X-START: a recording is watched from its beginning.
 * @param segments all of the recording, at least one
 */
export function writeArchivePlaylist(segments: readonly ListedSegment[]): string {
  const longest = segments.reduce((most, { durationSeconds }) => Math.max(most, durationSeconds), 0)
  return writeMediaPlaylist({
    targetDuration: Math.max(1, Math.round(longest)),
    mediaSequence: 0,
    discontinuitySequence: 0,
    startTimeOffset: null,
    segments,
    ended: true,
    isVod: true,
  })
}
