/** What comes next, in how long, and whether it can. */
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected, useOperated } from '../../api/events/hooks.ts'
import { OPERATES } from '../../rooms.ts'
import { useMay } from '../../stores/session.ts'
import { shortDuration } from '../../i18n/format.ts'
import { DAY_MS, HOUR_MS } from '../../time.ts'
import { preflight, worstOf, type Checks } from './preflight.ts'
import { CheckWord, ScheduleName, useSpan } from './StripParts.tsx'
import css from './Strip.module.css'

interface Props {
  readonly schedule: ScheduleView
  readonly channels: readonly ChannelView[]
  readonly destinations: readonly DestinationView[] | null
}

/** Null for who does not look after what they are of. */
function useChecks({ schedule, channels, destinations }: Props): Checks | null {
  const operates = useMay(OPERATES)
  const engine = useOperated()
  const connected = useConnected()
  if (!operates) return null
  return preflight({
    schedule,
    channel: channels.find(({ channelId }) => channelId === schedule.channelId) ?? null,
    engine: connected ? engine : null,
    destinations,
  })
}

/** `47:53`, or days and hours. */
function useWait({ startsAt }: ScheduleView): string {
  const { t } = useTranslation()
  const wait = startsAt - useNow()
  const days = Math.floor(wait / DAY_MS)
  const hours = Math.floor((wait % DAY_MS) / HOUR_MS)
  return days > 0 ? t('controlRoom.days', { days, hours }) : shortDuration(wait)
}

export function Next(props: Props) {
  const { t } = useTranslation()
  const { schedule } = props
  const checks = useChecks(props)
  return (
    <div className={css.next}>
      <div className={css.countdown} role="timer">
        <span className="meta">{t('controlRoom.nextIn')}</span>
        <span className={`num ${css.display ?? ''}`}>{useWait(schedule)}</span>
      </div>
      <div className={css.coming}>
        <div className={css.line}>
          <ScheduleName schedule={schedule} />
          <span className="meta num">{useSpan()(schedule)}</span>
        </div>
        {checks && (
          <ul className={css.checks} aria-label={t('controlRoom.preflight.title')}>
            {checks.map((check) => (
              <li key={check.id}>
                <CheckWord check={check} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** The same beside what is more urgent, with the worst of its checks. */
export function NextInShort(props: Props) {
  const { t } = useTranslation()
  const { schedule } = props
  const checks = useChecks(props)
  return (
    <div className={css.short}>
      <span className="meta num" role="timer">
        {t('controlRoom.nextIn')} {useWait(schedule)}
      </span>
      <ScheduleName schedule={schedule} />
      <div className={css.shortLine}>
        <span className="num">{useSpan()(schedule)}</span>
        {checks && <CheckWord check={worstOf(checks)} />}
      </div>
    </div>
  )
}
