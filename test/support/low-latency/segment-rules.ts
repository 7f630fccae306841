/** Rules of one media playlist: its segments and their parts. */
import { allSegments, distances, lengthOf } from './playlist.ts'
import type { Part, Playlist, Segment } from './playlist.ts'
import { ROUNDING, unless } from './rule.ts'
import type { Rule } from './rule.ts'
import { attributesOf, numberOf, textOf } from './tags.ts'

/** Of the part target, at least; with few exceptions. */
const FULL_PART = 0.85
const LIVE_EDGE = 3
/** Twice is a must, three times is advised. */
const HOLD_BACK = { must: 2, should: 3 } as const
/** Parts and their segment have the same samples: their sums differ by the rounding of each. */
const SUM_SECONDS = 0.01

const partsOf = (playlist: Playlist): readonly Part[] => allSegments(playlist).flatMap(({ parts }) => parts)
const isLive = ({ isEnded }: Playlist) => !isEnded

/** A sentence for each segment that a test does not hold for. */
const each =
  (holds: (segment: Segment, playlist: Playlist) => boolean, what: (segment: Segment) => string) =>
  (playlist: Playlist): readonly string[] =>
    allSegments(playlist)
      .filter((segment) => !holds(segment, playlist))
      .map((segment) => `segment ${segment.number}: ${what(segment)}`)

/** Parts that are shorter than 85 % of the target and have no leave to be. */
function shortParts({ segments, open, partTarget }: Playlist): readonly string[] {
  return allSegments({ segments, open }).flatMap(({ parts }) =>
    parts
      .filter(({ duration, isIndependent, isGap }, i) => {
        const next = parts[i + 1]
        const isFree = isIndependent || isGap || !next || next.isGap
        return !isFree && duration + ROUNDING < FULL_PART * (partTarget ?? 0)
      })
      .map(({ uri, duration }) => `${uri} lasts ${duration} of ${partTarget}`),
  )
}

const holdBack =
  (times: number) =>
  ({ control, partTarget }: Playlist): readonly string[] => {
    const seconds = numberOf(control.get('PART-HOLD-BACK'))
    if (seconds === null || partTarget === null) return []
    return unless(seconds + ROUNDING >= times * partTarget, `it is ${seconds}, of parts of ${partTarget}`)
  }

/** Where a date maps to two segments by a second or more, or by all of the first. */
function ambiguousDates({ segments }: Playlist): readonly string[] {
  return segments.flatMap(({ date, duration }, i) => {
    const next = segments[i + 1]
    if (!next || next.date === null || date === null) return []
    const overlap = (date - next.date) / 1000 + duration
    return unless(
      !(overlap >= Math.min(1, duration)),
      `segment ${next.number} begins ${overlap.toFixed(3)} s early`,
    )
  })
}

export const SEGMENT_RULES: readonly Rule<Playlist>[] = [
  {
    ...{ id: 'segment-length', section: '4.4.3.1', level: 'must' },
    says: 'A segment, rounded to seconds, is no longer than the target duration.',
    broken: each(
      (segment, { targetDuration }) =>
        segment.uri === null || !(Math.round(segment.duration) > targetDuration),
      ({ duration }) => `${duration} s`,
    ),
  },
  {
    ...{ id: 'extinf', section: '4.4.4, 4.4.4.1', level: 'must' },
    says: 'Each segment has EXTINF, with a decimal number.',
    broken: each(
      ({ uri, duration }) => uri === null || !Number.isNaN(duration),
      () => 'none',
    ),
  },
  {
    ...{ id: 'key-form', section: '4.4.4.4', level: 'must' },
    says: 'EXT-X-KEY has a URI and, where it has one, an IV of 128 bits; with METHOD=NONE it has nothing else.',
    broken: ({ tags }) =>
      tags.flatMap((tag) => {
        if (tag.name !== '#EXT-X-KEY') return []
        const key = attributesOf(tag)
        const isNone = key.get('METHOD') === 'NONE'
        const isGood = isNone
          ? key.size === 1
          : key.has('METHOD') &&
            textOf(key, 'URI') !== null &&
            /^0[xX][0-9a-fA-F]{32}$/.test(key.get('IV') ?? `0x${'0'.repeat(32)}`)
        return unless(isGood, `line ${tag.line}: ${tag.value}`)
      }),
  },
  {
    ...{ id: 'map', section: '3.1.2, 4.4.4.5', level: 'must' },
    says: 'Fragmented MP4 has an EXT-X-MAP with a URI.',
    broken: each(
      ({ map }, { skipped }) =>
        map === null
          ? skipped !== null
          : textOf(attributesOf({ name: '#EXT-X-MAP', value: map, line: 0 }), 'URI') !== null,
      ({ map }) => map ?? 'none',
    ),
  },
  {
    ...{ id: 'date-form', section: '4.4.4.6', level: 'should' },
    says: 'Dates have a time zone and milliseconds.',
    broken: ({ tags }) =>
      tags
        .filter(({ name }) => name === '#EXT-X-PROGRAM-DATE-TIME')
        .flatMap(({ value, line }) =>
          unless(
            /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,}(Z|[+-]\d\d:?\d\d)$/.test(value),
            `line ${line}: ${value}`,
          ),
        ),
  },
  {
    ...{ id: 'date-ambiguous', section: '6.2.1', level: 'must' },
    says: 'A date is in one segment; overlaps are below a second and never whole segments.',
    broken: ambiguousDates,
  },
  {
    ...{ id: 'date-at-discontinuity', section: '6.2.1', level: 'should' },
    says: 'Where there are dates, each segment behind a discontinuity has one.',
    broken: (playlist) =>
      allSegments(playlist).every(({ date }) => date === null)
        ? []
        : each(
            ({ hasDiscontinuity, date }) => !hasDiscontinuity || date !== null,
            () => 'no date',
          )(playlist),
  },
  {
    ...{ id: 'dated', section: 'B.1', level: 'must' },
    says: 'What is played with low latency is dated.',
    broken: (playlist) =>
      unless(
        playlist.partTarget === null ||
          playlist.skipped !== null ||
          allSegments(playlist).some(({ date }) => date !== null) ||
          allSegments(playlist).length === 0,
        'no date',
      ),
  },
  {
    ...{ id: 'part-inf', section: '4.4.3.7', level: 'must' },
    says: 'Where there are parts, EXT-X-PART-INF tells their target.',
    broken: (playlist) =>
      unless(partsOf(playlist).length === 0 || playlist.partTarget !== null, 'it does not'),
  },
  {
    ...{ id: 'part-hold-back', section: '4.4.3.8', level: 'must' },
    says: 'With EXT-X-PART-INF there is a PART-HOLD-BACK.',
    broken: ({ partTarget, control }) =>
      unless(partTarget === null || numberOf(control.get('PART-HOLD-BACK')) !== null, 'none'),
  },
  {
    ...{ id: 'part-hold-back-least', section: '4.4.3.8', level: 'must' },
    says: 'PART-HOLD-BACK is at least two part targets.',
    broken: holdBack(HOLD_BACK.must),
  },
  {
    ...{ id: 'part-hold-back-advised', section: '4.4.3.8', level: 'should' },
    says: 'PART-HOLD-BACK is at least three part targets.',
    broken: holdBack(HOLD_BACK.should),
  },
  {
    ...{ id: 'part-form', section: '4.4.4.9', level: 'must' },
    says: 'A part has a URI and a duration.',
    broken: (playlist) =>
      partsOf(playlist).flatMap(({ uri, duration, tag }) =>
        unless(uri !== '' && duration > 0, `line ${tag.line}`),
      ),
  },
  {
    ...{ id: 'part-length', section: '4.4.4.9', level: 'must' },
    says: 'No part is longer than the part target.',
    broken: (playlist) =>
      partsOf(playlist).flatMap(({ uri, duration }) =>
        unless(
          !(duration > (playlist.partTarget ?? Infinity) + ROUNDING),
          `${uri} lasts ${duration} of ${playlist.partTarget}`,
        ),
      ),
  },
  {
    ...{ id: 'part-full', section: '4.4.4.9', level: 'must' },
    says: 'Parts last 85 % of the target, but independent ones, gaps, those before a gap, and the last of a segment.',
    broken: shortParts,
  },
  {
    ...{ id: 'tags-before-parts', section: '4.4.4.9', level: 'must' },
    says: 'Discontinuity, key, map and date of a segment stand before its first part.',
    broken: (playlist) =>
      allSegments(playlist).flatMap(({ number, late }) =>
        late.map(({ name }) => `segment ${number}: ${name}`),
      ),
  },
  {
    ...{ id: 'parts-are-the-segment', section: '3.2', level: 'must' },
    says: 'The parts of a whole segment are all of it.',
    broken: each(
      (segment) =>
        segment.uri === null ||
        segment.parts.length === 0 ||
        Math.abs(sumOf(segment.parts) - segment.duration) <= SUM_SECONDS,
      ({ parts, duration }) => `its parts last ${sumOf(parts).toFixed(5)} of ${duration}`,
    ),
  },
  {
    ...{ id: 'parts-at-the-edge', section: '6.2.2', level: 'should' },
    says: 'Parts are listed of segments that end within three target durations of the end.',
    broken: (playlist) => {
      const behind = distances(playlist)
      return isLive(playlist)
        ? each(
            ({ number, parts }, { targetDuration }) =>
              parts.length === 0 || !((behind.get(number) ?? 0) > LIVE_EDGE * targetDuration + ROUNDING),
            ({ number }) => `it ends ${behind.get(number)?.toFixed(3)} s before the end`,
          )(playlist)
        : []
    },
  },
  {
    ...{ id: 'discontinuities-counted', section: '6.2.2', level: 'must' },
    says: 'What has lost segments and has discontinuities has EXT-X-DISCONTINUITY-SEQUENCE.',
    broken: ({ mediaSequence, tags }) => {
      const has = (name: string) => tags.some((tag) => tag.name === `#EXT-X-${name}`)
      return unless(
        mediaSequence === 0 || !has('DISCONTINUITY') || has('DISCONTINUITY-SEQUENCE'),
        'it has none',
      )
    },
  },
  {
    ...{ id: 'delta-keeps-the-edge', section: '6.2.5.1', level: 'must' },
    says: 'A delta update leaves out nothing that is nearer to the end, that of what is being made, than the skip boundary.',
    broken: (playlist) => {
      const boundary = numberOf(playlist.control.get('CAN-SKIP-UNTIL'))
      if (playlist.skipped === null || boundary === null) return []
      const seconds = allSegments(playlist).reduce((sum, segment) => sum + lengthOf(segment), 0)
      return unless(seconds + ROUNDING >= boundary, `it has the last ${seconds.toFixed(3)} s`)
    },
  },
  {
    ...{ id: 'hint-is-next', section: '4.4.5.3, 6.2.6', level: 'should' },
    says: 'A hint is of something that is not listed yet.',
    broken: (playlist) => {
      const listed = new Set(partsOf(playlist).map(({ uri }) => uri))
      return playlist.hints.flatMap((hint) => {
        const uri = textOf(hint, 'URI') ?? ''
        return unless(hint.get('TYPE') !== 'PART' || !listed.has(uri), `${uri} is listed`)
      })
    },
  },
]

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { duration }) => sum + duration, 0)
}
