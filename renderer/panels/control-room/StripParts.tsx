/** What the parts of the strip have in common: a schedule's name and time, and a check in words. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { grouped } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { useMinute } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { scheduleSearch } from '../../schedule/search.ts'
import { clockText } from '../../schedule/texts.ts'
import type { Check } from './preflight.ts'
import css from './Strip.module.css'

type Planned = Pick<ScheduleView, 'scheduleId' | 'name' | 'startsAt' | 'endsAt'>

/** `13:30–14:15`, with the day where it is not today. */
export function useSpan(): (schedule: Planned) => string {
  const { timeZone } = useSignedIn().system
  const minute = useMinute()
  return ({ startsAt, endsAt }) => `${minute(startsAt)}–${clockText(endsAt, timeZone)}`
}

export const ScheduleName = ({ schedule }: { schedule: Planned }) => (
  <Link className={css.name} to="/schedules" search={scheduleSearch(schedule.scheduleId)}>
    <UserText>{schedule.name}</UserText>
  </Link>
)

export function CheckWord({ check: { glyph, tone, words, id } }: { check: Check }) {
  const { t } = useTranslation()
  const text =
    words.key === 'unknown'
      ? t(`controlRoom.preflight.unknown.${id}`)
      : 'count' in words
        ? t(`controlRoom.preflight.${words.key}`, { count: words.count })
        : 'number' in words
          ? t(`controlRoom.preflight.${words.key}`, { number: grouped(words.number) })
          : t(`controlRoom.preflight.${words.key}`)
  return <StateWord glyph={glyph} tone={tone} text={text} />
}
