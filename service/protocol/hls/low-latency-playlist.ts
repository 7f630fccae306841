/** Media playlists of low latency (draft-pantos-hls-rfc8216bis 4.4). */
import type { Seconds } from '../../contract/units.ts'
import { quoted } from './attributes.ts'
import { writeSegmentAddress, writeSegmentHead } from './media-playlist.ts'
import type { ListedSegment, SegmentHead } from './media-playlist.ts'
import { partHoldBack, skipBoundary } from './part-target.ts'

/** A Partial Segment (4.4.4.9). */
export interface ListedPart {
  /** Relative to the playlist. */
  readonly uri: string
  readonly durationSeconds: Seconds
  /** True where decoding can start with it. */
  readonly independent: boolean
}

/** A segment with the parts that are listed of it. */
export interface SegmentInParts {
  readonly segment: ListedSegment
  readonly parts: readonly ListedPart[]
}

/** How far another rendition is (4.4.5.4). */
export interface RenditionReport {
  /** Of its playlist, relative to this one. */
  readonly uri: string
  readonly lastMsn: number
  /** Null where no part of it was listed. */
  readonly lastPart: number | null
}

export interface LowLatencyPlaylist {
  /** Seconds, an integer; the same for the playlist's whole life. */
  readonly targetDuration: number
  readonly partTarget: Seconds
  readonly mediaSequence: number
  readonly discontinuitySequence: number
  readonly segments: readonly SegmentInParts[]
  /** Segments at the beginning that are left out, as the player has them (4.4.5.2). */
  readonly skipped: number
  /** The segment that is being made, once it has a part. */
  readonly open: { readonly head: SegmentHead; readonly parts: readonly ListedPart[] } | null
  /** Address of the part that comes next (4.4.5.3); null where none does. */
  readonly hint: string | null
  readonly reports: readonly RenditionReport[]
  /** True when nothing will be added. */
  readonly ended: boolean
}

/** The lowest version that has EXT-X-SKIP (8). */
const VERSION = 9

/**
 * There is no EXT-X-START: players begin PART-HOLD-BACK from the end, and a start that is further away would
 * take from them what this is for. EXT-X-INDEPENDENT-SEGMENTS stands in the multivariant playlist, for all (4.4.2.1).
 */
export function writeLowLatencyPlaylist(playlist: LowLatencyPlaylist): string {
  const { targetDuration, partTarget, skipped, open, hint } = playlist
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    `#EXT-X-TARGETDURATION:${targetDuration}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=${skipBoundary(targetDuration).toFixed(1)},` +
      `PART-HOLD-BACK=${partHoldBack(partTarget).toFixed(5)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partTarget.toFixed(5)}`,
    `#EXT-X-MEDIA-SEQUENCE:${playlist.mediaSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${playlist.discontinuitySequence}`,
  ]
  if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`)
  // What comes first names its initialization segment again: a player has not to look for it in what it has.
  let previous: SegmentHead | null = null
  for (const { segment, parts } of playlist.segments.slice(skipped)) {
    writeSegmentHead(lines, segment, previous)
    for (const part of parts) lines.push(partLine(part))
    writeSegmentAddress(lines, segment)
    previous = segment
  }
  if (open) {
    writeSegmentHead(lines, open.head, previous)
    for (const part of open.parts) lines.push(partLine(part))
  }
  if (hint !== null) lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI=${quoted(hint)}`)
  for (const { uri, lastMsn, lastPart } of playlist.reports) {
    const part = lastPart === null ? '' : `,LAST-PART=${lastPart}`
    lines.push(`#EXT-X-RENDITION-REPORT:URI=${quoted(uri)},LAST-MSN=${lastMsn}${part}`)
  }
  if (playlist.ended) lines.push('#EXT-X-ENDLIST')
  return `${lines.join('\n')}\n`
}

function partLine({ uri, durationSeconds, independent }: ListedPart): string {
  const duration = `DURATION=${durationSeconds.toFixed(5)}`
  return `#EXT-X-PART:${duration},URI=${quoted(uri)}${independent ? ',INDEPENDENT=YES' : ''}`
}
