/** Reads media playlists as this project writes them (RFC 8216 4.3), from disk or back from a store. */
import type { ListedSegment, MediaPlaylist, SegmentKey } from './media-playlist.ts'

/** What the lines before an address say of it. */
interface Said {
  mapUri: string
  key: SegmentKey | null
  discontinuity: boolean
  programDateTime: number
  durationSeconds: number
}

/**
 * Tags that this project does not write into plain playlists are left out.
 * @returns null for what is no media playlist, or lists something without a length, a date or a map
 */
export function readMediaPlaylist(text: string): MediaPlaylist | null {
  const lines = text.split('\n').filter((line) => line !== '')
  if (lines[0] !== '#EXTM3U') return null
  const numberOf = (tag: string): number => Number(valueOf(lines, tag) ?? NaN)
  const targetDuration = numberOf('#EXT-X-TARGETDURATION:')
  const segments = segmentsOf(lines)
  if (!Number.isInteger(targetDuration) || segments === null) return null
  const start = valueOf(lines, '#EXT-X-START:TIME-OFFSET=')
  return {
    targetDuration,
    mediaSequence: numberOf('#EXT-X-MEDIA-SEQUENCE:') || 0,
    discontinuitySequence: numberOf('#EXT-X-DISCONTINUITY-SEQUENCE:') || 0,
    startTimeOffset: start === null ? null : Number.parseFloat(start),
    segments,
    ended: lines.includes('#EXT-X-ENDLIST'),
  }
}

function valueOf(lines: readonly string[], tag: string): string | null {
  return lines.find((line) => line.startsWith(tag))?.slice(tag.length) ?? null
}

function segmentsOf(lines: readonly string[]): ListedSegment[] | null {
  const segments: ListedSegment[] = []
  const said: Said = {
    mapUri: '',
    key: null,
    discontinuity: false,
    programDateTime: NaN,
    durationSeconds: NaN,
  }
  for (const line of lines) {
    if (line.startsWith('#')) note(said, line)
    else {
      if (said.mapUri === '' || Number.isNaN(said.programDateTime + said.durationSeconds)) return null
      segments.push({ uri: line, ...said })
      Object.assign(said, { discontinuity: false, programDateTime: NaN, durationSeconds: NaN })
    }
  }
  return segments
}

function note(said: Said, line: string): void {
  const [, tag = '', value = ''] = /^(#[^:]*):?(.*)$/.exec(line) ?? []
  if (tag === '#EXT-X-DISCONTINUITY') said.discontinuity = true
  else if (tag === '#EXT-X-MAP') said.mapUri = /URI="([^"]*)"/.exec(value)?.[1] ?? ''
  else if (tag === '#EXT-X-KEY') said.key = keyOf(value)
  else if (tag === '#EXT-X-PROGRAM-DATE-TIME') said.programDateTime = Date.parse(value)
  else if (tag === '#EXTINF') said.durationSeconds = Number.parseFloat(value)
}

function keyOf(attributes: string): SegmentKey | null {
  const [, uri, ivHex] = /^METHOD=AES-128,URI="([^"]*)",IV=0x([0-9a-f]{32})$/.exec(attributes) ?? []
  return uri === undefined || ivHex === undefined ? null : { uri, ivHex }
}

/** Addresses of the media playlists that a multivariant playlist names. */
export function variantUris(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
