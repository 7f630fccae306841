/** Rules between two loads of a media playlist, one after the other; delta updates are merged before. */
import { contentOf } from './merge.ts'
import {
  allSegments,
  compare,
  distances,
  hintedPart,
  lastPosition,
  lengthOf,
  nextPosition,
} from './playlist.ts'
import type { Part, Playlist, Segment } from './playlist.ts'
import { ROUNDING, unless } from './rule.ts'
import type { Rule } from './rule.ts'

export interface Change {
  readonly before: Playlist
  readonly after: Playlist
}

const THREE = 3

/** Segments that are listed under another number than before. */
function renumbered({ before, after }: Change): readonly string[] {
  const numbers = new Map(before.segments.map(({ uri, number }) => [uri, number]))
  return after.segments.flatMap(({ uri, number }) => {
    const was = numbers.get(uri) ?? number
    return unless(was === number, `${uri} was ${was}, is ${number}`)
  })
}

/** Segments of both, whole ones or not, by their numbers; none where those are not to be relied on. */
function both({ before, after }: Change): readonly { was: Segment; is: Segment }[] {
  if (renumbered({ before, after }).length > 0) return []
  const later = new Map(allSegments(after).map((segment) => [segment.number, segment]))
  return allSegments(before).flatMap((was) => {
    const is = later.get(was.number)
    return is ? [{ was, is }] : []
  })
}

/** Segments that have left: those before the first one of the later load. */
const left = ({ before, after }: Change): readonly Segment[] =>
  before.segments.filter(({ number }) => number < after.mediaSequence)

const seconds = (segments: readonly Segment[]) =>
  segments.reduce((sum, segment) => sum + lengthOf(segment), 0)

/** What is said of a segment, which stays; its duration and address come with its end. */
function said({ uri, duration, date, key, map, hasDiscontinuity, isGap }: Segment): Record<string, unknown> {
  const ofWhole = uri === null ? {} : { uri, duration, isGap }
  return { ...ofWhole, date, key, map, hasDiscontinuity }
}

/** A sentence for each thing said of a segment that is not said of it any more. */
function changed(change: Change): readonly string[] {
  return both(change).flatMap(({ was, is }) => {
    const now: Record<string, unknown> = { ...said(is), uri: is.uri, duration: is.duration, isGap: is.isGap }
    return Object.entries(said(was)).flatMap(([name, value]) =>
      unless(
        Object.is(value, now[name]),
        `segment ${was.number}: ${name} was ${String(value)}, is ${String(now[name])}`,
      ),
    )
  })
}

const same = (a: Part, b: Part | undefined) =>
  b !== undefined &&
  a.uri === b.uri &&
  a.duration === b.duration &&
  a.isIndependent === b.isIndependent &&
  a.isGap === b.isGap

/** Where parts that both loads list of a segment are not the same, or are fewer while it is being made. */
function changedParts(change: Change): readonly string[] {
  return both(change).flatMap(({ was, is }) => {
    if (is.parts.length === 0 && is.uri !== null) return []
    const wrong = was.parts.find((part, i) => !same(part, is.parts[i]))
    const isGrown = was.uri !== null && is.parts.length > was.parts.length
    return [
      ...(wrong ? [`segment ${was.number}: ${wrong.uri} was ${wrong.tag.value}`] : []),
      ...unless(
        !isGrown,
        `segment ${was.number} has ${is.parts.length} parts, had ${was.parts.length} at its end`,
      ),
    ]
  })
}

/** Segments whose parts are not listed any more, though they are. */
const withoutParts = (change: Change): readonly Segment[] =>
  both(change).flatMap(({ was, is }) => (was.parts.length > 0 && is.parts.length === 0 ? [is] : []))

/** A part that came in the place of the one that was hinted. Where a segment ended before it, the hint was given up. */
function comeInstead(change: Change): readonly string[] {
  const hinted = hintedPart(change.before)
  const { number, part } = nextPosition(change.before)
  const segment = allSegments(change.after).find((one) => one.number === number)
  const come = segment?.parts[part]
  if (hinted === null || !come || segment.hasDiscontinuity || renumbered(change).length > 0) return []
  return unless(come.uri === hinted, `${hinted} was hinted, ${come.uri} came`)
}

const RESTRAINED = [
  '#EXT-X-PART-INF',
  '#EXT-X-SERVER-CONTROL',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  '#EXT-X-START',
] as const

export const CHANGE_RULES: readonly Rule<Change>[] = [
  {
    ...{ id: 'target-duration-stays', section: '6.2.1', level: 'must' },
    says: 'The target duration is the same always.',
    broken: ({ before, after }) =>
      unless(
        before.targetDuration === after.targetDuration,
        `${before.targetDuration}, then ${after.targetDuration}`,
      ),
  },
  {
    ...{ id: 'header-stays', section: '6.2.1', level: 'must' },
    says: 'The part target and what the server offers do not change.',
    broken: ({ before, after }) =>
      RESTRAINED.flatMap((name) => {
        const [was, is] = [before, after].map(({ tags }) => tags.find((tag) => tag.name === name)?.value)
        return unless(was === is, `${name} was ${was}, is ${is}`)
      }),
  },
  {
    ...{ id: 'sequence-grows', section: '6.2.2', level: 'must' },
    says: 'The media sequence number never decreases.',
    broken: ({ before, after }) =>
      unless(
        after.mediaSequence >= before.mediaSequence,
        `${before.mediaSequence}, then ${after.mediaSequence}`,
      ),
  },
  {
    ...{ id: 'sequence-counts', section: '6.2.2', level: 'must' },
    says: 'The media sequence number grows by one for each segment that left: what stays keeps its number.',
    broken: renumbered,
  },
  {
    ...{ id: 'segments-stay', section: '6.2.1', level: 'must' },
    says: 'What is listed does not change, and leaves at the front only.',
    broken: (change) => [
      ...changed(change),
      ...change.before.segments
        .filter(({ number }) => number >= change.after.mediaSequence + allSegments(change.after).length)
        .map(({ uri, number }) => `${uri} (${number}) is listed no more`),
    ],
  },
  {
    ...{ id: 'parts-stay', section: '6.2.1', level: 'must' },
    says: 'Parts of a segment never change; more come until it is whole, and they leave together.',
    broken: changedParts,
  },
  {
    ...{ id: 'parts-leave-late', section: '6.2.1, 6.2.2', level: 'must' },
    // hls-parser refuses parts of a fourth segment from the end, the one that is being made counted, however short
    // they are: where two whole ones follow, both are content.
    says: 'Parts are not taken out while their segment is within three target durations of the end, or one of its last three.',
    broken: (change) => {
      const behind = distances(change.after)
      return withoutParts(change).flatMap((segment) => {
        const begins = (behind.get(segment.number) ?? 0) + lengthOf(segment)
        const following = change.after.segments.filter(({ number }) => number > segment.number)
        return unless(
          change.after.isEnded ||
            following.length >= 2 ||
            begins + ROUNDING > THREE * change.after.targetDuration,
          `segment ${segment.number} begins ${begins.toFixed(3)} s before the end`,
        )
      })
    },
  },
  {
    ...{ id: 'parts-leave-in-order', section: '6.2.2', level: 'must' },
    says: 'Parts leave in the order in which they are listed.',
    broken: (change) => {
      const last = withoutParts(change).at(-1)
      const kept = allSegments(change.after).filter(
        ({ number, parts }) => last && number < last.number && parts.length > 0,
      )
      return kept.map(({ number }) => `segment ${number} has parts, ${last?.number} has none any more`)
    },
  },
  {
    ...{ id: 'enough-stays', section: '6.2.2', level: 'must' },
    says: 'Nothing leaves that would leave less than three target durations in a live playlist.',
    broken: (change) => {
      const { after } = change
      const rest = seconds(after.segments)
      return unless(
        left(change).length === 0 || after.isEnded || rest + ROUNDING >= THREE * after.targetDuration,
        `${rest.toFixed(3)} s are left`,
      )
    },
  },
  {
    ...{ id: 'discontinuities-stay', section: '6.2.2', level: 'must' },
    says: 'What stays keeps its discontinuity sequence number, which never decreases.',
    broken: (change) => [
      ...unless(
        change.after.discontinuitySequence >= change.before.discontinuitySequence,
        `${change.before.discontinuitySequence}, then ${change.after.discontinuitySequence}`,
      ),
      ...both(change).flatMap(({ was, is }) =>
        unless(
          was.discontinuitySequence === is.discontinuitySequence,
          `segment ${was.number}: ${was.discontinuitySequence}, then ${is.discontinuitySequence}`,
        ),
      ),
    ],
  },
  {
    ...{ id: 'goes-on', section: '6.2.1', level: 'must' },
    says: 'A later load has at least what an earlier one had: lines are added, never taken back.',
    broken: ({ before, after }) => {
      const [was, is] = [lastPosition(before), lastPosition(after)]
      if (!was || !is) return unless(!was, 'nothing is listed any more')
      const isWhole = after.segments.some(({ number }) => number === was.number)
      return unless(
        isWhole || compare(is, was) >= 0,
        `${was.number}.${was.part}, then ${is.number}.${is.part}`,
      )
    },
  },
  {
    ...{ id: 'end-stays', section: '6.2.1', level: 'must' },
    says: 'What has ended stays as it is.',
    broken: ({ before, after }) =>
      unless(!before.isEnded || contentOf(before).join() === contentOf(after).join(), 'it has changed'),
  },
  {
    ...{ id: 'hint-comes', section: '4.4.5.3', level: 'must' },
    says: 'What was hinted is the next part, unless a discontinuity comes instead.',
    broken: comeInstead,
  },
  {
    ...{ id: 'reports-go-on', section: '4.4.5.4', level: 'must' },
    says: 'Reports of another rendition never go back.',
    broken: ({ before, after }) => {
      const earlier = new Map(before.reports.map((report) => [report.get('URI'), report]))
      return after.reports.flatMap((report) => {
        const was = earlier.get(report.get('URI'))
        if (!was) return []
        const [a, b] = [was, report].map((one) => ({
          number: Number(one.get('LAST-MSN')),
          part: Number(one.get('LAST-PART') ?? -1),
        }))
        return unless(
          !a || !b || compare(b, a) >= 0,
          `${report.get('URI')}: ${a?.number}.${a?.part}, then ${b?.number}.${b?.part}`,
        )
      })
    },
  },
]
