/** Rules between the playlists of one presentation, and of what announces them (6.2.4). */
import { allSegments, compare, lengthOf } from './playlist.ts'
import type { Playlist, Position } from './playlist.ts'
import { unless } from './rule.ts'
import type { Rule } from './rule.ts'
import { textOf } from './tags.ts'

/** Media playlists by their addresses, as of about the same time. */
export interface Presentation {
  readonly multivariant: string
  readonly playlists: ReadonlyMap<string, Playlist>
}

/** What one rendition's playlist said of another, and what was known of that by then. */
export interface Reported {
  readonly said: Position
  readonly of: string
  /** Its last part as it was for sure before this playlist was written; null where that is not known. */
  readonly known: Position | null
  /** Its last part in the first load that was asked for after this; null where that is not known. */
  readonly after: Position | null
}

/** Seconds by which dates of the same media may differ: rounding, and frames that do not begin together. */
const SAME_TIME = 0.05

const values = ({ playlists }: Presentation) => [...playlists]
const differing = <T>(presentation: Presentation, of: (playlist: Playlist) => T): readonly string[] => {
  const [first, ...others] = values(presentation).map(
    ([url, playlist]) => [url, String(of(playlist))] as const,
  )
  return others.flatMap(([url, value]) =>
    unless(value === first?.[1], `${value} in ${url}, ${first?.[1]} in ${first?.[0]}`),
  )
}

/** Segments of two playlists that begin at the same time. */
function* matching(presentation: Presentation) {
  const [first, ...others] = values(presentation)
  for (const [url, other] of others)
    for (const a of first?.[1].segments ?? [])
      for (const b of other.segments) {
        if (a.date === null || b.date === null) continue
        const apart = Math.abs(a.date - b.date) / 1000
        if (apart < Math.min(lengthOf(a), lengthOf(b)) / 2) yield { a, b, apart, url }
      }
}

export const SET_RULES: readonly Rule<Presentation>[] = [
  {
    ...{ id: 'same-target-duration', section: '6.2.4', level: 'must' },
    says: 'All renditions have the same target duration.',
    broken: (presentation) => differing(presentation, ({ targetDuration }) => targetDuration),
  },
  {
    ...{ id: 'same-control', section: '6.2.4', level: 'must' },
    says: 'All renditions have EXT-X-SERVER-CONTROL with the same values, or none has.',
    broken: (presentation) =>
      differing(presentation, ({ control }) => [...control].map((pair) => pair.join('=')).toSorted()),
  },
  {
    ...{ id: 'all-dated', section: '6.2.4', level: 'must' },
    says: 'Dates are in all renditions or in none, and the same media has the same date.',
    broken: (presentation) => [
      ...differing(presentation, (playlist) =>
        allSegments(playlist).length === 0 ? true : allSegments(playlist).some(({ date }) => date !== null),
      ),
      ...[...matching(presentation)].flatMap(({ a, b, apart, url }) =>
        unless(
          apart <= SAME_TIME,
          `segment ${b.number} in ${url} is ${apart.toFixed(3)} s off segment ${a.number}`,
        ),
      ),
    ],
  },
  {
    ...{ id: 'same-discontinuities', section: '6.2.4', level: 'must' },
    says: 'The same media has the same discontinuity sequence number in all renditions.',
    broken: (presentation) =>
      [...matching(presentation)].flatMap(({ a, b, url }) =>
        unless(
          a.discontinuitySequence === b.discontinuitySequence,
          `segment ${b.number} in ${url} has ${b.discontinuitySequence}, segment ${a.number} has ${a.discontinuitySequence}`,
        ),
      ),
  },
  {
    ...{ id: 'all-reported', section: 'B.1', level: 'should' },
    says: 'A live playlist with parts reports each other rendition.',
    broken: (presentation) =>
      values(presentation).flatMap(([url, { reports, isEnded, partTarget }]) => {
        if (isEnded || partTarget === null) return []
        const reported = new Set(reports.map((report) => new URL(textOf(report, 'URI') ?? '', url).href))
        const others = values(presentation).filter(([other, playlist]) => other !== url && !playlist.isEnded)
        return others.flatMap(([other]) => unless(reported.has(other), `${url} does not report ${other}`))
      }),
  },
  {
    ...{ id: 'no-report-of-itself', section: '4.4.5.4', level: 'should' },
    says: 'Reports are of other renditions of the presentation.',
    broken: (presentation) =>
      values(presentation).flatMap(([url, { reports }]) =>
        reports.flatMap((report) => {
          const of = new URL(textOf(report, 'URI') ?? '', url).href
          return unless(of !== url && presentation.playlists.has(of), `${url} reports ${of}`)
        }),
      ),
  },
  {
    ...{ id: 'independence-once', section: '4.4.2.1', level: 'should' },
    says: 'What the multivariant playlist says of all segments is not said in the media playlists again.',
    broken: (presentation) =>
      ['#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-START'].flatMap((name) =>
        new RegExp(`^${name}`, 'm').test(presentation.multivariant)
          ? values(presentation)
              .filter(([, { tags }]) => tags.some((tag) => tag.name === name))
              .map(([url]) => `${name} again in ${url}`)
          : [],
      ),
  },
]

const inWords = ({ number, part }: Position) => `${number}.${part}`

export const REPORT_RULES: readonly Rule<Reported>[] = [
  {
    ...{ id: 'report-has-part', section: '4.4.5.4', level: 'must' },
    says: 'A report of a segment that is listed in parts tells the last of them.',
    broken: ({ said, of, known }) =>
      unless(
        said.part >= 0 || known === null || known.number !== said.number || known.part < 0,
        `it tells none of ${of}`,
      ),
  },
  {
    ...{ id: 'report-is-new', section: '4.4.5.4', level: 'must' },
    says: 'A report is as new as the playlist that has it: at most a part behind what was loaded before.',
    broken: ({ said, of, known }) =>
      unless(
        known === null || isWithinAPart(said, known),
        `it says ${known && inWords(said)} of ${of}, which had ${known && inWords(known)}`,
      ),
  },
  {
    ...{ id: 'report-is-true', section: '4.4.5.4', level: 'must' },
    says: 'What a report tells of is there.',
    broken: ({ said, of, after }) =>
      unless(
        after === null || compare(after, said) >= 0,
        `it says ${inWords(said)} of ${of}, which has ${after && inWords(after)}`,
      ),
  },
]

/** True where `said` is at most a part before `known`, or behind it. */
function isWithinAPart(said: Position, known: Position): boolean {
  if (compare(said, known) >= 0) return true
  if (said.number === known.number) return said.part < 0 || said.part === known.part - 1
  return said.number === known.number - 1 && known.part <= 0
}

/** Where a report says that a rendition ends; null where it lacks that. */
export function reportedPosition(report: ReadonlyMap<string, string>): Position | null {
  const number = Number(report.get('LAST-MSN') ?? Number.NaN)
  return Number.isNaN(number) ? null : { number, part: Number(report.get('LAST-PART') ?? -1) }
}
