/** What headers of a store's answer say of time. */
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

/** @returns how far the clock of who answered is ahead of this one; null where the header says nothing */
export function clockSkewOf(date: string | undefined, now: EpochMilliseconds): Milliseconds | null {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? null : at - now
}

/** RFC 9110 10.2.3: seconds, or a date. @returns null where the header says nothing */
export function retryAfterOf(value: string | undefined, now: EpochMilliseconds): Milliseconds | null {
  if (value === undefined) return null
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
