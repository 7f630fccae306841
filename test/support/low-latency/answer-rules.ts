/** Rules of what the server answers when it is asked for a playlist (6.2.5). */
import { merged, contentOf } from './merge.ts'
import { allSegments, compare, lastPosition } from './playlist.ts'
import type { Playlist, Position } from './playlist.ts'
import { unless } from './rule.ts'
import type { Rule } from './rule.ts'
import { numberOf } from './tags.ts'

/** What a player sends along: the directives of the draft. */
export interface Directives {
  /** `_HLS_msn` */
  readonly number?: number
  /** `_HLS_part` */
  readonly part?: number
  /** `_HLS_skip` */
  readonly skip?: 'YES' | 'v2'
}

/** A request for a playlist, and its answer. */
export interface Exchange {
  readonly asked: Directives
  /** Milliseconds to the end of the answer, from when the server had got round to the request. */
  readonly tookMs: number
  readonly status: number
  /** By ALPN: h2, http/1.1. */
  readonly protocol: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Null where the answer is no playlist. */
  readonly playlist: Playlist | null
  /** The last load before the request. */
  readonly before: Playlist
  /** All of it, loaded without a delta as of the same part; null where nobody did. */
  readonly whole: Playlist | null
}

const OK = 200
const BAD_REQUEST = 400
const UNAVAILABLE = 503
const THREE = 3
/** How long an answer is on its way at most, on a busy computer. */
const ON_ITS_WAY_MS = 3000

/** What a player may ask for ahead of the last part. @param target of parts, seconds */
export const advancePartLimit = (target: number): number => (target < 1 ? THREE / target : THREE)

const isBlocking = ({ asked, before }: Exchange) => asked.number !== undefined && !before.isEnded
const isPlaylist = ({ status, playlist }: Exchange) => status === OK && playlist !== null

/** True where the playlist has the part, or anything behind it. */
function has(playlist: Playlist, { number, part }: Position): boolean {
  return allSegments(playlist).some(
    (segment) =>
      segment.number > number ||
      (segment.number === number && (segment.uri !== null || segment.parts.length > part)),
  )
}

/** True where all parts of the segment are known, and this is not one of them: it means the next segment's first. */
function isBehindTheLast({ asked, playlist }: Exchange): boolean {
  const segment = playlist?.segments.find(({ number }) => number === asked.number)
  return segment !== undefined && segment.parts.length > 0 && (asked.part ?? 0) >= segment.parts.length
}

/**
 * Whether a player may not ask for it yet: more than two segments, or the Advance Part Limit, ahead of the last. Null
 * where the draft leaves open what the last one is: the last whole segment, or the one that is being made.
 */
export function isTooFar({ number, part = 0 }: Directives, before: Playlist): boolean | null {
  const last = lastPosition(before)
  if (number === undefined || !last) return null
  const whole = before.segments.at(-1)?.number ?? before.mediaSequence - 1
  const limit = advancePartLimit(before.partTarget ?? 1)
  if (number > last.number + 2) return true
  if (number === last.number && before.open && part > last.part + Math.ceil(limit)) return true
  return number > whole + 2 || part > (number === last.number ? last.part : 0) + limit ? null : false
}

export const ANSWER_RULES: readonly Rule<Exchange>[] = [
  {
    ...{ id: 'content-type', section: '4', level: 'must' },
    says: 'A playlist is told by its type, application/vnd.apple.mpegurl, or its name.',
    broken: (exchange) =>
      unless(
        !isPlaylist(exchange) ||
          /^(application\/vnd\.apple\.mpegurl|audio\/mpegurl)/i.test(exchange.headers['content-type'] ?? ''),
        `${exchange.headers['content-type']}`,
      ),
  },
  {
    ...{ id: 'compressed', section: '6.2.1', level: 'should' },
    says: 'Playlists are compressed by gzip for who accepts that.',
    broken: (exchange) =>
      unless(!isPlaylist(exchange) || exchange.headers['content-encoding'] === 'gzip', 'it is not'),
  },
  {
    ...{ id: 'multiplexed', section: 'B.1', level: 'must' },
    says: 'What is played with low latency comes by HTTP/2 or newer.',
    broken: ({ protocol }) => unless(/^h[23]$/.test(protocol), protocol),
  },
  {
    ...{ id: 'answered', section: '6.2.5.2', level: 'must' },
    says: 'Who asks for what may be asked for gets a playlist, or is told that it can not be had yet.',
    broken: (exchange) => {
      const { asked, status, before } = exchange
      const isWrong = asked.part !== undefined && asked.number === undefined
      const mayRefuse = asked.number !== undefined && isTooFar(asked, before) !== false
      return unless(
        isWrong || mayRefuse || isPlaylist(exchange) || status === UNAVAILABLE,
        `status ${status}`,
      )
    },
  },
  {
    ...{ id: 'waits-for-segment', section: '6.2.5.2', level: 'must' },
    says: 'A request with _HLS_msn alone is answered once that segment is whole.',
    broken: (exchange) => {
      const { asked, playlist } = exchange
      if (!isBlocking(exchange) || asked.part !== undefined || !playlist || playlist.isEnded) return []
      const last = playlist.segments.at(-1)?.number ?? -1
      return unless(last >= (asked.number ?? 0), `asked for ${asked.number}, ${last} is the last`)
    },
  },
  {
    ...{ id: 'waits-for-part', section: '6.2.5.2', level: 'must' },
    says: 'A request with _HLS_msn and _HLS_part is answered once that part is listed.',
    broken: (exchange) => {
      const { asked, playlist } = exchange
      if (!isBlocking(exchange) || asked.part === undefined || !playlist || playlist.isEnded) return []
      const isThere = has(playlist, { number: asked.number ?? 0, part: asked.part })
      return unless(isThere, `asked for ${asked.number}.${asked.part}, which is not listed`)
    },
  },
  {
    ...{ id: 'behind-the-last-part', section: '6.2.5.2', level: 'must' },
    says: 'A part behind the last one of its segment means the first one of the next segment.',
    broken: (exchange) => {
      const { asked, playlist } = exchange
      if (!isBlocking(exchange) || !playlist || playlist.isEnded || !isBehindTheLast(exchange)) return []
      const next = { number: (asked.number ?? 0) + 1, part: 0 }
      return unless(
        has(playlist, next),
        `asked for ${asked.number}.${asked.part}, ${next.number}.0 is not listed`,
      )
    },
  },
  {
    ...{ id: 'whole-playlist', section: '6.2.5.2', level: 'must' },
    says: 'All of the playlist is delivered, whatever segment was asked for, also one that has left.',
    broken: ({ asked, playlist, before }) => {
      if (asked.skip !== undefined || !playlist) return []
      const first = before.segments.find(({ number }) => number >= playlist.mediaSequence)
      const isThere = !first || playlist.segments.some(({ number }) => number === first.number)
      return [
        ...unless(playlist.skipped === null, 'segments are skipped'),
        ...unless(isThere, `segment ${first?.number} is missing`),
      ]
    },
  },
  {
    ...{ id: 'ended-answers', section: '6.2.5.1, 6.2.5.2', level: 'must' },
    says: 'Of an ended playlist all is delivered at once, whatever is asked.',
    broken: (exchange) => {
      const { asked, before, playlist, status, tookMs } = exchange
      const isMalformed = asked.part !== undefined && asked.number === undefined
      if (!before.isEnded || isMalformed) return []
      return [
        ...unless(
          isPlaylist(exchange) && playlist?.skipped === null,
          `status ${status}, skipped ${playlist?.skipped}`,
        ),
        ...unless(tookMs < ON_ITS_WAY_MS, `after ${tookMs.toFixed(0)} ms`),
      ]
    },
  },
  {
    ...{ id: 'too-far', section: '6.2.5.2', level: 'should' },
    says: 'Who asks for more than two segments ahead, or for a part beyond the Advance Part Limit, is refused at once, with 400.',
    broken: ({ asked, before, status, tookMs }) =>
      before.isEnded || isTooFar(asked, before) !== true
        ? []
        : unless(
            status === BAD_REQUEST && tookMs < ON_ITS_WAY_MS,
            `status ${status} after ${tookMs.toFixed(0)} ms`,
          ),
  },
  {
    ...{ id: 'part-alone', section: '6.2.5.2', level: 'must' },
    says: '_HLS_part without _HLS_msn is refused, with 400.',
    broken: ({ asked, status, before }) =>
      unless(
        before.isEnded || asked.part === undefined || asked.number !== undefined || status === BAD_REQUEST,
        `status ${status}`,
      ),
  },
  {
    ...{ id: 'no-endless-wait', section: '6.2.5.2', level: 'should' },
    says: 'Who has waited three target durations is told that it can not be had yet, with 503.',
    broken: (exchange) => {
      const { tookMs, before, status } = exchange
      const limit = THREE * before.targetDuration * 1000 + ON_ITS_WAY_MS
      return unless(tookMs < limit, `status ${status} after ${tookMs.toFixed(0)} ms`)
    },
  },
  {
    ...{ id: 'delta-offered', section: '6.2.5.1', level: 'must' },
    says: 'Who asks for a delta update gets one, where there is something to skip.',
    broken: ({ asked, before, playlist }) => {
      const boundary = numberOf(before.control.get('CAN-SKIP-UNTIL'))
      if (asked.skip === undefined || boundary === null || !playlist || playlist.isEnded) return []
      // The first segment begins this far from the end of the last whole one.
      const rest = playlist.segments.slice(1).reduce((sum, { duration }) => sum + duration, 0)
      return unless(
        playlist.skipped !== null || rest <= boundary,
        `nothing is skipped of ${playlist.segments.length} segments`,
      )
    },
  },
  {
    ...{ id: 'no-delta-unasked', section: '6.2.5.1', level: 'must' },
    says: 'Nothing is skipped where the server does not offer it.',
    broken: ({ before, playlist }) =>
      unless(
        before.control.has('CAN-SKIP-UNTIL') || playlist === null || playlist.skipped === null,
        'segments are skipped',
      ),
  },
  {
    ...{ id: 'delta-is-the-whole', section: '6.2.5.1', level: 'must' },
    says: 'A delta update, put together with the load before, is the whole playlist.',
    broken: ({ before, playlist, whole }) => {
      const together = playlist && playlist.skipped !== null ? merged(before, playlist) : null
      const isSame = together && whole && compareLast(together, whole)
      if (!together || !whole || !isSame) return []
      const [ours, theirs] = [contentOf(together), contentOf(whole)]
      // What is skipped is listed without its parts in both.
      return theirs.flatMap((line, i) => unless(line === ours[i], `${ours[i]} instead of ${line}`))
    },
  },
]

/** True where both end with the same part of the same playlist. */
function compareLast(a: Playlist, b: Playlist): boolean {
  const [one, other] = [lastPosition(a), lastPosition(b)]
  return (
    one !== null &&
    other !== null &&
    compare(one, other) === 0 &&
    a.segments.length === b.segments.length &&
    a.mediaSequence === b.mediaSequence
  )
}
