/** Durations and instants as callers write them. Pure. */
import type { EpochMilliseconds, Milliseconds } from '../../units.ts'

const SECOND: Milliseconds = 1000
const UNITS: Readonly<Record<string, Milliseconds>> = {
  ms: 1,
  s: SECOND,
  m: 60 * SECOND,
  h: 3600 * SECOND,
  d: 86_400 * SECOND,
}
/** Longest that a clock is moved at a time. */
const LONGEST: Milliseconds = 3653 * 86_400 * SECOND
/** ISO 8601 with weeks, days, hours, minutes and seconds: months and years are of no fixed length. */
const ISO = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/
const SHORT = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/** `24h`, `1h30m`, `20s`, `PT24H`; null for what is no duration, or a longer one than 10 years. */
export function parseDuration(text: string): Milliseconds | null {
  const ms = parseIso(text) ?? parseShort(text)
  return ms !== null && ms <= LONGEST ? Math.round(ms) : null
}

function parseIso(text: string): Milliseconds | null {
  const found = /\d/.test(text) && !text.endsWith('T') ? ISO.exec(text) : null
  if (!found) return null
  const [weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0))
  return (
    ((weeks ?? 0) * 7 + (days ?? 0)) * 86_400_000 +
    (hours ?? 0) * 3_600_000 +
    (minutes ?? 0) * 60_000 +
    (seconds ?? 0) * SECOND
  )
}

function parseShort(text: string): Milliseconds | null {
  const parts = text.match(/\d+(?:\.\d+)?(?:ms|s|m|h|d)/g)
  if (parts?.join('') !== text) return null
  let sum = 0
  for (const part of parts) {
    const [, number = '', unit = ''] = SHORT.exec(part) ?? []
    sum += Number(number) * (UNITS[unit] ?? 0)
  }
  return sum
}

/** ISO 8601 with date, time and zone; null for anything else. */
export function parseInstant(text: string): EpochMilliseconds | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) || at < 0 ? null : at
}
