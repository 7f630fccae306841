import { getLive } from '../api/events/store.ts'
import { moment, zoneName } from '../i18n/format.ts'
import { usePreferences } from '../stores/preferences.ts'
import { useSignedIn } from '../stores/session.ts'

/** Engine time of the last message, milliseconds since 1970; this computer's before the first. */
export const engineNow = (): number => getLive().state?.engine.now ?? Date.now()

/** Writes times in the zone of the system, with the day where it is not today. */
export function useMoment(): (at: number) => string {
  const { timeZone } = useSignedIn().system
  const language = usePreferences((s) => s.language)
  return (at) => moment(at, engineNow(), timeZone, language)
}

/** The same without seconds, as schedules are told. */
export function useMinute(): (at: number) => string {
  const momentOf = useMoment()
  return (at) => momentOf(at).replace(/:\d\d$/, '')
}

/** A time of the system; UTC and the zone on hover. @param at milliseconds since 1970 */
export function Moment({ at, className }: { at: number; className?: string }) {
  const { timeZone } = useSignedIn().system
  const utc = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  return (
    <span className={`num ${className ?? ''}`} title={`${utc} · ${zoneName(at, timeZone)}`}>
      {useMoment()(at)}
    </span>
  )
}
