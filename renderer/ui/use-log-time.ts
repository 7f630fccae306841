import { zoneName } from '../i18n/format.ts'
import { useSignedIn } from '../stores/session.ts'
import { engineNow, useMoment } from './Moment.tsx'

/**
 * What the column of times of a log needs, newest first.
 * @param oldest time of the last row, milliseconds since 1970; undefined without rows
 * @returns whether times are written with their day, and the short name of their zone
 */
export function useLogTime(oldest: number | undefined): { readonly withDay: boolean; readonly zone: string } {
  const { timeZone } = useSignedIn().system
  const withDay = useMoment()(oldest ?? engineNow()).length > '00:00:00'.length
  return { withDay, zone: zoneName(engineNow(), timeZone) }
}
