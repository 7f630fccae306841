/** A playlist delta update put together with what was loaded before (6.2.5.1, 6.3.7). */
import type { Playlist, Segment } from './playlist.ts'

/**
 * @returns the playlist as if it had been loaded whole, or null where the earlier load lacks what was skipped: then a
 *   player loads all of it
 */
export function merged(before: Playlist, delta: Playlist): Playlist | null {
  if (delta.skipped === null) return delta
  const [from, to] = [delta.mediaSequence, delta.mediaSequence + delta.skipped]
  const skipped = before.segments.filter(({ number }) => number >= from && number < to)
  const last = skipped.at(-1)
  if (skipped.length !== delta.skipped || !last) return null
  const { discontinuitySequence, key, map } = last
  // Of what was skipped, keys and maps are still in force and discontinuities still count.
  const joined = (segment: Segment): Segment => ({
    ...segment,
    discontinuitySequence:
      segment.discontinuitySequence - delta.discontinuitySequence + discontinuitySequence,
    key: says(delta, segment, '#EXT-X-KEY') ? segment.key : key,
    map: segment.map ?? map,
  })
  return {
    ...delta,
    skipped: null,
    segments: [...skipped.map(withoutParts), ...delta.segments.map(joined)],
    open: delta.open && joined(delta.open),
  }
}

/** What is skipped has left the live edge long ago. */
const withoutParts = (segment: Segment): Segment => ({ ...segment, parts: [] })

/** True where a tag of that name stands before the end of the segment. */
function says({ tags, text }: Playlist, { uri }: Segment, name: string): boolean {
  const end = uri === null ? Infinity : text.split(/\r?\n/).indexOf(uri) + 1
  return tags.some((tag) => tag.name === name && tag.line <= end)
}

/**
 * What two loads say, one line each; to compare them whatever way they were loaded. Reports of other renditions are left
 * out, which are as of the moment.
 */
export function contentOf({ segments, open, hints, isEnded, ...playlist }: Playlist): readonly string[] {
  const { targetDuration, partTarget, control, mediaSequence, discontinuitySequence } = playlist
  const ofSegment = ({ parts, late: _, ...segment }: Segment) =>
    JSON.stringify([segment, parts.map(({ tag, ...part }) => ({ ...part, tag: tag.value }))])
  return [
    JSON.stringify({ targetDuration, partTarget, mediaSequence, discontinuitySequence, isEnded }),
    JSON.stringify([...control]),
    ...(open ? [...segments, open] : segments).map(ofSegment),
    ...hints.map((attributes) => JSON.stringify([...attributes])),
  ]
}
