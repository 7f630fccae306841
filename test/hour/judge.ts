/** What is to be held against what a page told while something was wrong. Pure. */
import type { Look, Word } from './looks.ts'

export interface Truth {
  /** Of what happened, this is true, at any time from then on. */
  readonly isTrue: (word: Word) => boolean
  /** Beside it, this holds too: what it leads to. */
  readonly holds: (word: Word) => boolean
}

/** Seconds from a moment until something true was told; null where it never was. */
export function firstTrue(looks: readonly Look[], from: number, { isTrue }: Truth): number | null {
  const first = during(looks, from, Infinity).find(({ words }) => words.some(isTrue))
  return first ? Math.max(0, first.at - from) / 1000 : null
}

/** Seconds from a moment until nothing of it was told any more; null where it stayed. */
export function lastTrue(looks: readonly Look[], from: number, { isTrue }: Truth): number | null {
  const after = during(looks, from, Infinity)
  // What is over is listed until somebody has taken note.
  const last = after.findLastIndex(({ words }) =>
    words.some((word) => isTrue(word) && !word.value.endsWith(' over')),
  )
  const next = after[last + 1]
  return next ? Math.max(0, next.at - from) / 1000 : null
}

/** Who says that all is well, where something was told that is not. */
const isWell = ({ matter, value }: Word): boolean =>
  (matter === 'state' && value === 'healthy') || (matter === 'finding' && value === 'none')

/** What is said to be wrong with somebody. */
const isBlame = ({ matter, value }: Word): boolean =>
  matter === 'finding'
    ? value !== 'none'
    : matter === 'state'
      ? !CALM.has(value)
      : ALARMS.has(matter) || (matter === 'ingest' && value !== 'running')

/** States that blame nobody. */
const CALM: ReadonlySet<string> = new Set([
  ...['idle', 'authorising', 'receiving', 'connected', 'packaging', 'packagingSoon', 'healthy'],
  ...['ended', 'findings', 'unknown'],
])
const ALARMS: ReadonlySet<string> = new Set([
  'plate',
  'webhooks',
  'archives',
  'overload',
  'late-alarm',
  'contact',
])

/**
 * Words between two moments that are neither true of what happened nor of what it leads to; and, while it lasts, that
 * all is well with what it was told of.
 * @param about the channel that it happened to; empty where it happened to none
 */
export function falseWords(
  looks: readonly Look[],
  { from, mended, to, about }: { from: number; mended: number; to: number; about: string },
  truth: Truth,
): string[] {
  const found = new Set<string>()
  let isTold = false
  for (const { at, words } of during(looks, from, to)) {
    isTold ||= words.some(truth.isTrue)
    for (const word of words) {
      const isOver = at >= mended
      const denies = isTold && !isOver && isWell(word) && (word.of === about || word.of === '')
      const isFalse = (isBlame(word) && !truth.isTrue(word) && !truth.holds(word)) || denies
      // Something else of a channel is told while what happened to it goes on.
      if (isFalse) found.add(`${word.matter} ${word.value}, ${word.place}`)
    }
  }
  return [...found]
}

/** Places of one page that tell the same as often as one of them does. */
const TOGETHER: Readonly<Record<string, readonly (readonly [place: string, matter: string])[]>> = {
  room: [
    ...places('webhooks', 'navigation', 'status bar', 'health'),
    ...places('archives', 'navigation', 'status bar', 'health'),
    ...places('overload', 'findings', 'status bar', 'health'),
    ...places('late', 'strip', 'status bar'),
    ...places('late-alarm', 'navigation', 'findings'),
    ...places('incidents', 'navigation', 'findings'),
  ],
  channel: [
    ...places('webhooks', 'navigation', 'status bar'),
    ...places('archives', 'navigation', 'status bar'),
  ],
}
function places(matter: string, ...names: string[]): (readonly [string, string])[] {
  return names.map((name) => [name, matter] as const)
}

/** Matters that are told in the same words everywhere. */
const SAME_WORDS: ReadonlySet<string> = new Set(['state', 'age', 'webhooks'])
/** Of these there are several at once. */
const SEVERAL: ReadonlySet<string> = new Set(['finding', 'cpu'])

/** Where two places of a page told another value of the same at the same moment. @param page which of them it is */
export function disagreements(looks: readonly Look[], page: 'room' | 'channel'): string[] {
  return looks.flatMap(({ at, words }) => {
    const single = words.filter(({ matter }) => !SEVERAL.has(matter))
    const groups = Map.groupBy(single, ({ matter, of }) => `${matter} ${of}`)
    const split = [...groups.values()].filter((group) => new Set(group.map(valueOf)).size > 1)
    const missing = (TOGETHER[page] ?? []).filter(
      ([place, matter]) =>
        words.some((word) => word.matter === matter) &&
        !words.some((word) => word.matter === matter && word.place === place),
    )
    return [
      ...split.map((group) => `${at}: ${group.map((word) => `${word.place} ${valueOf(word)}`).join(' | ')}`),
      ...missing.map(([place, matter]) => `${at}: ${place} does not tell ${matter}`),
    ]
  })
}

/** What one page tells for so long, the other one has told meanwhile; what is shorter may pass between its updates. */
const LONG_MS = 1_500
const EVERYWHERE: ReadonlySet<string> = new Set([
  'state',
  'age',
  'viewers',
  'webhooks',
  'archives',
  'overload',
])

/** Where the channel's page never told what the control room told for a while, though it tells of the matter. */
export function pagesApart(room: readonly Look[], channel: readonly Look[]): string[] {
  return spans(room).flatMap(({ key, value, from, to }) => {
    if (to - from < LONG_MS) return []
    const seen = during(channel, from, to).map(({ words }) => words.filter((word) => keyOf(word) === key))
    const told = seen.flat()
    // A page may tell nothing of it any more, as the status bar does without contact.
    const isSilent = (seen.at(-1)?.length ?? 0) === 0
    if (isSilent || told.some((word) => word.value === value)) return []
    return [
      `${from}: ${key} is ${value}, and ${told.map((word) => word.value).join(', ')} on the channel’s page`,
    ]
  })
}

const keyOf = ({ matter, of }: Word): string => `${matter} ${of}`

/** How long each value was told; of what is told in several places, once. */
function spans(looks: readonly Look[]) {
  const open = new Map<string, { key: string; value: string; from: number; to: number }>()
  const all: { key: string; value: string; from: number; to: number }[] = []
  for (const { at, words } of looks) {
    const now = new Map(
      words.filter(({ matter }) => EVERYWHERE.has(matter)).map((word) => [keyOf(word), word.value]),
    )
    for (const [key, span] of open) {
      span.to = at
      if (now.get(key) !== span.value) open.delete(key)
    }
    for (const [key, value] of now) {
      if (open.has(key)) continue
      const span = { key, value, from: at, to: at }
      open.set(key, span)
      all.push(span)
    }
  }
  return all
}

const valueOf = ({ matter, value, text }: Word): string =>
  SAME_WORDS.has(matter) ? `${value} “${text}”` : value

/** The looks from a moment on to another, with the one that stood at the first. */
function during(looks: readonly Look[], from: number, to: number): Look[] {
  const standing = looks.findLast(({ at }) => at <= from)
  const later = looks.filter(({ at }) => at > from && at < to)
  return standing ? [{ ...standing, at: from }, ...later] : later
}
