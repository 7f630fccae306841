/** What the engine has told of a channel's health so far, and the part of it that is shown. Pure. */
import type { HealthColumns, HealthView, Measure } from '../../../../service/contract/console/health.ts'
import type { ChannelSearch } from '../search.ts'

/** Milliseconds since 1970, engine time. */
export interface Span {
  readonly from: number
  readonly to: number
}

export type Values = readonly (number | null)[]

/** The rows of a span; where none came for a while, one of nulls stands between them. */
export interface Frame {
  readonly span: Span
  /** Milliseconds since 1970, oldest first. */
  readonly times: readonly number[]
  readonly values: Readonly<Partial<Record<Measure, Values>>>
  /** Between two rows. */
  readonly stepMs: number
}

const MINUTE = 60_000
const RECENT = 30 * MINUTE
const SECOND_STEP = 1000
const SESSION_STEP = 10_000

/** What was known and what is new; of another session only the new. */
export function joined(before: HealthView | undefined, news: HealthView): HealthView {
  if (before?.startedAt !== news.startedAt || before.kind !== news.kind) return news
  const lastEvent = before.events.at(-1)?.id ?? 0
  return {
    ...news,
    recent: append(before.recent, news.recent, news.now - RECENT),
    session: append(before.session, news.session, 0),
    events: [...before.events, ...news.events.filter(({ id }) => id > lastEvent)].slice(-500),
  }
}

function append(before: HealthColumns, news: HealthColumns, oldest: number): HealthColumns {
  const last = before.at.at(-1) ?? 0
  const firstNew = news.at.findIndex((at) => at > last)
  const added = firstNew < 0 ? news.at.length : firstNew
  const firstKept = before.at.findIndex((at) => at >= oldest)
  const kept = firstKept < 0 ? before.at.length : firstKept
  const join = <T>(a: readonly T[] = [], b: readonly T[] = []) => [...a.slice(kept), ...b.slice(added)]
  const measures = Object.keys(news.values) as Measure[]
  return {
    at: join(before.at, news.at),
    values: Object.fromEntries(measures.map((m) => [m, join(before.values[m], news.values[m])])),
  }
}

/** What is shown: up to now, or up to the end of what is over. @param span as it stands in the address */
export function spanOf(view: HealthView, span: ChannelSearch['span']): Span {
  const to = view.endedAt ?? view.now
  const start = view.startedAt ?? to
  if (span === 'session') return { from: Math.min(start, to - MINUTE), to }
  return { from: to - Number(span ?? 5) * MINUTE, to }
}

/** The rows within a span: by the second where it is not longer than 30 minutes, else in steps of 10 s. */
export function frameOf(view: HealthView, span: Span): Frame {
  const coarse = span.to - span.from > RECENT
  const stepMs = coarse ? SESSION_STEP : SECOND_STEP
  const columns = coarse ? view.session : view.recent
  const shown = columns.at.findIndex((at) => at >= span.from - stepMs)
  const first = shown < 0 ? columns.at.length : shown
  const at = columns.at.slice(first)
  // One measurement may come late; more than that is a pause.
  const gaps = at.flatMap((time, i) => (time - (at[i - 1] ?? time) > stepMs * 2.5 ? [i] : []))
  const spread = <T>(rows: readonly T[], fill: (i: number) => T): T[] =>
    rows.flatMap((row, i) => (gaps.includes(i) ? [fill(i), row] : [row]))
  const measures = Object.entries(columns.values) as [Measure, Values][]
  return {
    span,
    stepMs,
    times: spread(at, (i) => (at[i - 1] ?? 0) + 1),
    values: Object.fromEntries(
      measures.map(([m, v]) => [m, spread<number | null>(v.slice(first), () => null)]),
    ),
  }
}

/** Index of the row nearest to a moment; -1 where there is none. */
export function nearest(times: readonly number[], at: number): number {
  let best = -1
  for (const [i, time] of times.entries()) {
    if (best < 0 || Math.abs(time - at) <= Math.abs((times[best] ?? 0) - at)) best = i
  }
  return best
}

/** Mean of what is known within a span; null where nothing is. */
export function meanWithin({ times }: Frame, values: Values, { from, to }: Span): number | null {
  const known = values.filter((value, i) => {
    const at = times[i] ?? 0
    return value !== null && at >= from && at <= to
  })
  return known.length === 0
    ? null
    : known.reduce<number>((sum, value) => sum + (value ?? 0), 0) / known.length
}

/** The shortest span that shows when a finding began. */
export function spanThatShows(view: HealthView, since: number): ChannelSearch['span'] {
  const ago = (view.endedAt ?? view.now) - since
  if (ago < 5 * MINUTE) return undefined
  return ago < RECENT ? '30' : 'session'
}
