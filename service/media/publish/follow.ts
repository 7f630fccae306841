/** What a pushed playlist lists next, from what it lists and what the origin's lists. Pure. */
import type { EpochMilliseconds, Seconds } from '../../contract/units.ts'
import type { ListedSegment, MediaPlaylist } from '../../protocol/hls/media-playlist.ts'

/** What the origin lists behind the last segment that was pushed. */
export interface Fresh {
  readonly segments: readonly ListedSegment[]
  /** Something between the two is not there any more. */
  readonly broken: boolean
}

/** @param gone addresses whose files are not there any more */
export function freshOf(
  pushed: MediaPlaylist | null,
  origin: MediaPlaylist,
  gone: ReadonlySet<string>,
): Fresh {
  const last = lastOf(pushed)
  const at = last ? origin.segments.findLastIndex(({ uri }) => uri === last.uri) : -1
  if (pushed?.ended && at === -1) return freshOf(null, origin, gone)
  const behind = origin.segments.slice(at + 1)
  const whole = behind.findLastIndex(({ uri }) => gone.has(uri)) + 1
  const segments = behind.slice(whole)
  const [first] = behind
  const jumps = last !== undefined && at === -1 && first !== undefined && !comesNext(last.uri, first.uri)
  return { segments, broken: last !== undefined && (whole > 0 || jumps) }
}

/**
 * Where renditions go on after a break: at the same moment in all, so that their discontinuity sequence numbers
 * say the same (RFC 8216 6.2.4). Null where nothing is broken.
 */
export function resumeAt(renditions: readonly Fresh[]): EpochMilliseconds | null {
  const starts = renditions.flatMap(({ segments: [first], broken }) =>
    broken && first ? [first.programDateTime] : [],
  )
  return starts.length > 0 ? Math.max(...starts) : null
}

/** What is left of `fresh` from that moment on; the first of it stands behind a discontinuity. */
export function resumed({ segments }: Fresh, from: EpochMilliseconds): readonly ListedSegment[] {
  const kept = segments.filter((segment) => middleOf(segment) >= from)
  return kept.map((segment, index) => (index === 0 ? { ...segment, discontinuity: true } : segment))
}

/**
 * The pushed playlist with `added` behind it. While nothing was ever left out it is the origin's, byte for byte.
 * After a gap it counts on by itself: each segment has the number behind the one before it (RFC 8216 4.3.3.2),
 * and what left with a discontinuity is counted in EXT-X-DISCONTINUITY-SEQUENCE (4.3.3.3).
 * @param added from `freshOf`
 * @param isAll false where the rest follows later
 */
export function nextPlaylist(
  pushed: MediaPlaylist | null,
  origin: MediaPlaylist,
  added: readonly ListedSegment[],
  isAll: boolean,
): MediaPlaylist {
  const ended = origin.ended && isAll
  if (!pushed || (pushed.ended && added.length > 0)) return { ...origin, ...begun(origin, added), ended }
  const all = [...pushed.segments, ...added]
  const known = all.findIndex(({ uri }) => uri === origin.segments[0]?.uri)
  const left = all.slice(0, known === -1 ? Math.max(0, all.length - origin.segments.length) : known)
  return {
    ...origin,
    mediaSequence: pushed.mediaSequence + left.length,
    discontinuitySequence: pushed.discontinuitySequence + breaksIn(left),
    segments: all.slice(left.length),
    ended: pushed.ended || ended,
  }
}

/** How far a pushed playlist is behind, in segments and in seconds of media. */
export function lagOf(
  pushed: MediaPlaylist | null,
  origin: MediaPlaylist,
): { segments: number; seconds: Seconds } {
  const newest = lastOf(origin)
  const last = pushed?.ended === true && !origin.ended ? undefined : lastOf(pushed)
  if (!newest || last?.uri === newest.uri) return { segments: 0, seconds: 0 }
  const at = origin.segments.findLastIndex(({ uri }) => uri === last?.uri)
  const oldest = origin.segments[0] ?? newest
  const from = last ? endOf(last) : oldest.programDateTime
  const seconds = Math.max(0, endOf(newest) - from) / 1000
  const average = (endOf(newest) - oldest.programDateTime) / 1000 / origin.segments.length
  const listed = origin.segments.length - 1 - at
  return { segments: at === -1 ? Math.max(listed, Math.round(seconds / average) || 0) : listed, seconds }
}

const lastOf = (playlist: MediaPlaylist | null): ListedSegment | undefined => playlist?.segments.at(-1)

const endOf = ({ programDateTime, durationSeconds }: ListedSegment): EpochMilliseconds =>
  programDateTime + durationSeconds * 1000

/** Sound is cut between frames of its own, some milliseconds beside the pictures. */
const middleOf = ({ programDateTime, durationSeconds }: ListedSegment): EpochMilliseconds =>
  programDateTime + durationSeconds * 500

const breaksIn = (segments: readonly ListedSegment[]): number =>
  segments.filter(({ discontinuity }) => discontinuity).length

/** A playlist that begins with `added`, as the origin counts. */
function begun(origin: MediaPlaylist, added: readonly ListedSegment[]) {
  const at = origin.segments.findIndex(({ uri }) => uri === added[0]?.uri)
  const before = at === -1 ? origin.segments : origin.segments.slice(0, at)
  return {
    mediaSequence: origin.mediaSequence + before.length,
    discontinuitySequence: origin.discontinuitySequence + breaksIn(before),
    segments: added,
  }
}

/** Segments of one rendition of one connection are numbered without a gap. */
function comesNext(before: string, after: string): boolean {
  const numbered = /^(.*\/)(\d+)\.m4s$/
  const [, folder, number] = numbered.exec(before) ?? []
  const [, nextFolder, next] = numbered.exec(after) ?? []
  return folder !== undefined && folder === nextFolder && Number(number) + 1 === Number(next)
}
