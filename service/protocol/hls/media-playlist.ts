/** Media playlists (RFC 8216 4.3). */
import type { EpochMilliseconds, Seconds } from '../../contract/units.ts'
import { decimal, quoted } from './attributes.ts'

/** AES-128 of one segment (RFC 8216 4.3.2.4). */
export interface SegmentKey {
  readonly uri: string
  /** 16 bytes as 32 hexadecimal digits. */
  readonly ivHex: string
}

export interface ListedSegment {
  /** Relative to the playlist, as is `mapUri`. */
  readonly uri: string
  readonly mapUri: string
  readonly durationSeconds: Seconds
  /** True where timestamps or tracks do not continue the segment before. */
  readonly discontinuity: boolean
  /** Wall clock time of the segment's first frame. */
  readonly programDateTime: EpochMilliseconds
  readonly key: SegmentKey | null
}

export interface MediaPlaylist {
  /** Seconds, an integer; the same for the playlist's whole life. */
  readonly targetDuration: number
  readonly mediaSequence: number
  readonly discontinuitySequence: number
  /** Seconds, written as given; null where players begin as they like. */
  readonly startTimeOffset: Seconds | null
  readonly segments: readonly ListedSegment[]
  /** True when nothing will be added. */
  readonly ended: boolean
  /** True where nothing was or will ever be changed (RFC 8216 4.3.3.5). */
  readonly isVod?: boolean
}

/** What is known of a segment before it is complete. */
export type SegmentHead = Omit<ListedSegment, 'uri' | 'durationSeconds'>

/** 7 is the lowest version that has all tags used here; EXT-X-MAP without I-frames needs 6. */
export const PLAYLIST_VERSION = 7

/**
 * The text of a media playlist. Each encrypted segment has its own EXT-X-KEY with an explicit IV: the
 * default IV is the media sequence number, and the same segment has different ones in its connection's
 * and in its channel's playlist. EXT-X-MAP always stands outside the scope of a key, so that the
 * initialization segment does not count as encrypted (RFC 8216 4.3.2.5).
 */
export function writeMediaPlaylist(playlist: MediaPlaylist): string {
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${PLAYLIST_VERSION}`,
    `#EXT-X-TARGETDURATION:${playlist.targetDuration}`,
    `#EXT-X-MEDIA-SEQUENCE:${playlist.mediaSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${playlist.discontinuitySequence}`,
    ...(playlist.isVod ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ]
  const { startTimeOffset } = playlist
  if (startTimeOffset !== null) lines.push(`#EXT-X-START:TIME-OFFSET=${decimal(startTimeOffset)}`)
  let previous: SegmentHead | null = null
  for (const segment of playlist.segments) {
    writeSegment(lines, segment, previous)
    previous = segment
  }
  if (playlist.ended) lines.push('#EXT-X-ENDLIST')
  return `${lines.join('\n')}\n`
}

function writeSegment(lines: string[], segment: ListedSegment, previous: SegmentHead | null): void {
  writeSegmentHead(lines, segment, previous)
  writeSegmentAddress(lines, segment)
}

/** The tags that come before a segment, and before its parts where it has some. */
export function writeSegmentHead(lines: string[], segment: SegmentHead, previous: SegmentHead | null): void {
  const { key } = segment
  const newMap = segment.mapUri !== previous?.mapUri
  if (segment.discontinuity) lines.push('#EXT-X-DISCONTINUITY')
  if (previous?.key && (newMap || !key)) lines.push('#EXT-X-KEY:METHOD=NONE')
  if (newMap) lines.push(`#EXT-X-MAP:URI=${quoted(segment.mapUri)}`)
  if (key) lines.push(`#EXT-X-KEY:METHOD=AES-128,URI=${quoted(key.uri)},IV=0x${key.ivHex}`)
  lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.programDateTime).toISOString()}`)
}

export function writeSegmentAddress(lines: string[], { durationSeconds, uri }: ListedSegment): void {
  lines.push(`#EXTINF:${durationSeconds.toFixed(5)},`, uri)
}
