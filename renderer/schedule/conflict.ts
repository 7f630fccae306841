/** Schedules of a system share no time: who is in the way, and where there is room. Pure. */

/** Milliseconds since 1970; the end is the first moment that is no longer part of it. */
export interface Period {
  readonly startsAt: number
  readonly endsAt: number
}

export interface Overlap<Other extends Period> {
  readonly other: Other
  /** What both have, milliseconds. */
  readonly shared: Period
}

/** Those that share time with `period`, in their order; touching edges share none. */
export const overlaps = <Other extends Period>(
  period: Period,
  others: readonly Other[],
): readonly Overlap<Other>[] =>
  others
    .filter((other) => other.startsAt < period.endsAt && period.startsAt < other.endsAt)
    .map((other) => ({
      other,
      shared: {
        startsAt: Math.max(period.startsAt, other.startsAt),
        endsAt: Math.min(period.endsAt, other.endsAt),
      },
    }))

/** `period` as it is where it is free, else of the same length at the first free start after it. */
export function nextFree<Span extends Period>(period: Span, others: readonly Period[]): Span {
  const length = period.endsAt - period.startsAt
  let startsAt = period.startsAt
  for (const other of others.toSorted((a, b) => a.startsAt - b.startsAt)) {
    if (other.startsAt < startsAt + length && startsAt < other.endsAt) startsAt = other.endsAt
  }
  return { ...period, startsAt, endsAt: startsAt + length }
}

/** `period` cut where the first other one begins; null where no time is left before that. */
export function cutAtNext<Span extends Period>(period: Span, others: readonly Period[]): Span | null {
  const clashes = overlaps(period, others)
  if (clashes.length === 0) return period
  const endsAt = Math.min(...clashes.map(({ other }) => other.startsAt))
  return endsAt > period.startsAt ? { ...period, endsAt } : null
}
