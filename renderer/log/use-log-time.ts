import { nearness, zoneName } from '../i18n/format.ts'
import { useSignedIn } from '../stores/session.ts'
import { engineNow } from '../ui/Moment.tsx'

/** What a day, and a year, take in front of a time, px. */
const WIDTHS = { day: 0, year: 70, other: 112 }

/**
 * What the column of times of a log needs, newest first.
 * @param oldest time of the last row, milliseconds since 1970; undefined without rows
 * @returns what times take beyond the time of day, px, and the short name of their zone
 */
export function useLogTime(oldest: number | undefined): { readonly dayWidth: number; readonly zone: string } {
  const { timeZone } = useSignedIn().system
  const now = engineNow()
  const dayWidth = WIDTHS[nearness(oldest ?? now, now, timeZone) ?? 'other']
  return { dayWidth, zone: zoneName(now, timeZone) }
}
