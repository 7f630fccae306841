/** Media playlists as the checker understands them; nothing is refused, as rules tell what is wrong. */
import { attributesOf, integerOf, isYes, numberOf, tagOf, textOf } from './tags.ts'
import type { Attributes, Tag } from './tags.ts'

/** A Partial Segment (4.4.4.9). */
export interface Part {
  readonly uri: string
  /** Seconds; NaN where none is told. */
  readonly duration: number
  readonly isIndependent: boolean
  readonly isGap: boolean
  readonly tag: Tag
}

/** A Media Segment, or what there is of the one that is being made. */
export interface Segment {
  /** Media Sequence Number. */
  readonly number: number
  readonly discontinuitySequence: number
  /** Null while it is being made. */
  readonly uri: string | null
  /** Seconds; NaN where none is told. */
  readonly duration: number
  readonly parts: readonly Part[]
  readonly hasDiscontinuity: boolean
  readonly isGap: boolean
  /** Milliseconds since 1970; null where it has none. */
  readonly date: number | null
  /** What is in force for it, as it is written. */
  readonly key: string | null
  readonly map: string | null
  /** Tags of the segment that stand behind its first part. */
  readonly late: readonly Tag[]
}

export interface Playlist {
  readonly text: string
  readonly tags: readonly Tag[]
  /** Seconds; NaN where none is told. */
  readonly targetDuration: number
  /** Seconds; null where there are no parts. */
  readonly partTarget: number | null
  readonly control: Attributes
  readonly mediaSequence: number
  readonly discontinuitySequence: number
  /** How many segments EXT-X-SKIP stands for; null where it is not there. */
  readonly skipped: number | null
  readonly segments: readonly Segment[]
  /** What is being made, where it has parts already. */
  readonly open: Segment | null
  readonly hints: readonly Attributes[]
  readonly reports: readonly Attributes[]
  readonly isEnded: boolean
}

type Draft = { -readonly [K in keyof Segment]: Segment[K] }

const OF_THE_FIRST_PART = ['DISCONTINUITY', 'KEY', 'MAP', 'PROGRAM-DATE-TIME'].map((name) => `#EXT-X-${name}`)

/** Reads whatever text it is given; what has no number counts from 0, as the draft says. */
export function readPlaylist(text: string): Playlist {
  const lines = text.split(/\r?\n/)
  const tags = lines.flatMap((line, i) => tagOf(line, i + 1) ?? [])
  const first = (name: string) => tags.find((tag) => tag.name === `#EXT-X-${name}`)
  const all = (name: string) => tags.filter((tag) => tag.name === `#EXT-X-${name}`).map(attributesOf)
  const mediaSequence = integerOf(first('MEDIA-SEQUENCE')?.value) ?? 0
  const discontinuitySequence = integerOf(first('DISCONTINUITY-SEQUENCE')?.value) ?? 0
  const skip = first('SKIP')
  const skipped = skip ? (integerOf(attributesOf(skip).get('SKIPPED-SEGMENTS')) ?? 0) : null
  const listed = segmentsOf(lines, mediaSequence + (skipped ?? 0), discontinuitySequence)
  const partInf = first('PART-INF')
  const control = first('SERVER-CONTROL')
  return {
    ...{ text, tags, mediaSequence, discontinuitySequence, skipped, ...listed },
    targetDuration: integerOf(first('TARGETDURATION')?.value) ?? Number.NaN,
    partTarget: partInf ? numberOf(attributesOf(partInf).get('PART-TARGET')) : null,
    control: control ? attributesOf(control) : new Map<string, string>(),
    hints: all('PRELOAD-HINT'),
    reports: all('RENDITION-REPORT'),
    isEnded: first('ENDLIST') !== undefined,
  }
}

function segmentsOf(
  lines: readonly string[],
  from: number,
  discontinuities: number,
): Pick<Playlist, 'segments' | 'open'> {
  const segments: Segment[] = []
  const begin = (): Draft => ({
    ...{ number: from + segments.length, discontinuitySequence: discontinuities, uri: null },
    ...{ duration: Number.NaN, hasDiscontinuity: false, isGap: false, date: null },
    ...{ parts: [], late: [], key: draft?.key ?? null, map: draft?.map ?? null },
  })
  let draft: Draft | null = null
  draft = begin()
  for (const [i, line] of lines.entries()) {
    const tag = tagOf(line, i + 1)
    if (tag) {
      note(draft, tag)
      if (tag.name === '#EXT-X-DISCONTINUITY') draft.discontinuitySequence = discontinuities += 1
    } else if (line !== '' && !line.startsWith('#')) {
      segments.push({ ...draft, uri: line })
      draft = begin()
    }
  }
  return { segments, open: draft.parts.length > 0 ? draft : null }
}

function note(draft: Draft, tag: Tag): void {
  if (draft.parts.length > 0 && OF_THE_FIRST_PART.includes(tag.name)) draft.late = [...draft.late, tag]
  switch (tag.name) {
    case '#EXT-X-DISCONTINUITY':
      draft.hasDiscontinuity = true
      break
    case '#EXT-X-GAP':
      draft.isGap = true
      break
    case '#EXT-X-KEY':
      draft.key = attributesOf(tag).get('METHOD') === 'NONE' ? null : tag.value
      break
    case '#EXT-X-MAP':
      draft.map = tag.value
      break
    case '#EXT-X-PROGRAM-DATE-TIME':
      draft.date = Number.isNaN(Date.parse(tag.value)) ? null : Date.parse(tag.value)
      break
    case '#EXTINF':
      draft.duration = numberOf(tag.value.split(',')[0]) ?? Number.NaN
      break
    case '#EXT-X-PART':
      draft.parts = [...draft.parts, partOf(tag)]
      break
    default:
  }
}

function partOf(tag: Tag): Part {
  const attributes = attributesOf(tag)
  return {
    uri: textOf(attributes, 'URI') ?? '',
    duration: numberOf(attributes.get('DURATION')) ?? Number.NaN,
    isIndependent: isYes(attributes, 'INDEPENDENT'),
    isGap: isYes(attributes, 'GAP'),
    tag,
  }
}

/** Complete ones, and the one that is being made. */
export function allSegments({ segments, open }: Pick<Playlist, 'segments' | 'open'>): readonly Segment[] {
  return open ? [...segments, open] : segments
}

/** Seconds, of the parts where it is being made. */
export function lengthOf({ uri, duration, parts }: Segment): number {
  return uri === null ? parts.reduce((sum, part) => sum + part.duration, 0) : duration
}

/** Seconds from the end of each segment to the end of the playlist, parts of the one being made included. */
export function distances(playlist: Pick<Playlist, 'segments' | 'open'>): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let seconds = 0
  for (const segment of allSegments(playlist).toReversed()) {
    found.set(segment.number, seconds)
    seconds += lengthOf(segment)
  }
  return found
}

/** Media Sequence Number and Part Index. */
export interface Position {
  readonly number: number
  readonly part: number
}

/** The last part that is listed; of a segment without parts, the segment itself with part -1. Null for an empty one. */
export function lastPosition(playlist: Pick<Playlist, 'segments' | 'open'>): Position | null {
  const last = allSegments(playlist).at(-1)
  return last ? { number: last.number, part: last.parts.length - 1 } : null
}

/** What a player asks for next: the part behind the last one, of the segment that is being made or the next. */
export function nextPosition({ segments, open, mediaSequence }: Playlist): Position {
  if (open) return { number: open.number, part: open.parts.length }
  return { number: (segments.at(-1)?.number ?? mediaSequence - 1) + 1, part: 0 }
}

/** Address of the part that is hinted; null where none is. */
export function hintedPart({ hints }: Pick<Playlist, 'hints'>): string | null {
  const hint = hints.find((one) => one.get('TYPE') === 'PART')
  return hint ? textOf(hint, 'URI') : null
}

/** Below 0 where `a` comes before `b`. */
export const compare = (a: Position, b: Position): number => a.number - b.number || a.part - b.part
