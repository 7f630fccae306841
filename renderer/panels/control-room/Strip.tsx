/** What runs now and how long still; what comes next, in how long, and whether it can. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected, useEngine } from '../../api/events/hooks.ts'
import type { useScheduleNow } from '../../api/schedules.ts'
import { grouped, shortDuration, timeOfDay, zoneName } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { useMoment } from '../../ui/Moment.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { scheduleSearch } from '../schedules/search.ts'
import { preflight, type Check } from './preflight.ts'
import css from './Strip.module.css'
import { DAY_MS, HOUR_MS } from '../../time.ts'

interface Props {
  readonly schedules: ReturnType<typeof useScheduleNow>
  readonly channels: readonly ChannelView[]
  readonly destinations: readonly DestinationView[] | null
}

export function Strip({ schedules: { current, next, error }, channels, destinations }: Props) {
  const { t } = useTranslation()
  if (error !== null && current === null && next === null) {
    return <Notice tone="fail">{t('controlRoom.schedulesFailed', { reason: errorText(t, error) })}</Notice>
  }
  return (
    <section className={css.strip} aria-label={t('controlRoom.strip')}>
      {current && <Now schedule={current} />}
      {next && <Next schedule={next} channels={channels} destinations={destinations} />}
      {next === null && <p className={css.nothing}>{t('controlRoom.nothingNext')}</p>}
    </section>
  )
}

/** `13:30–14:15`, with the day where it is not today. */
function useSpan(): (schedule: ScheduleView) => string {
  const { timeZone } = useSignedIn().system
  const momentOf = useMoment()
  const minutes = (time: string) => time.replace(/:\d\d$/, '')
  return ({ startsAt, endsAt }) => `${minutes(momentOf(startsAt))}–${minutes(timeOfDay(endsAt, timeZone))}`
}

function Now({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const now = useNow()
  const { startsAt, endsAt } = schedule
  const part = Math.min(1, Math.max(0, (now - startsAt) / (endsAt - startsAt)))
  return (
    <div className={css.now}>
      <div className={css.line}>
        <span className="meta">{t('controlRoom.now')}</span>
        <span className="meta num">
          {useSpan()(schedule)} {zoneName(startsAt, timeZone)}
        </span>
      </div>
      <Name schedule={schedule} />
      <div className={css.progress} aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </div>
      <div className={css.line}>
        <span className="meta num">{t('controlRoom.elapsed', { time: shortDuration(now - startsAt) })}</span>
        <span className="meta num">{t('controlRoom.left', { time: shortDuration(endsAt - now) })}</span>
      </div>
    </div>
  )
}

const Name = ({ schedule }: { schedule: ScheduleView }) => (
  <Link className={css.name} to="/schedules" search={scheduleSearch(schedule.scheduleId)}>
    <UserText>{schedule.name}</UserText>
  </Link>
)

function Next(props: Omit<Props, 'schedules'> & { readonly schedule: ScheduleView }) {
  const { schedule, channels, destinations } = props
  const { t } = useTranslation()
  const engine = useEngine()
  const connected = useConnected()
  const wait = schedule.startsAt - useNow()
  const checks = preflight({
    schedule,
    channel: channels.find(({ channelId }) => channelId === schedule.channelId) ?? null,
    engine: connected ? engine : null,
    destinations,
  })
  const days = Math.floor(wait / DAY_MS)
  const hours = Math.floor((wait % DAY_MS) / HOUR_MS)
  return (
    <div className={css.next}>
      <div className={css.countdown} role="timer">
        <span className="meta">{t('controlRoom.nextIn')}</span>
        <span className={`num ${css.display ?? ''}`}>
          {days > 0 ? t('controlRoom.days', { days, hours }) : shortDuration(wait)}
        </span>
      </div>
      <div className={css.coming}>
        <div className={css.line}>
          <Name schedule={schedule} />
          <span className="meta num">{useSpan()(schedule)}</span>
        </div>
        <ul className={css.checks} aria-label={t('controlRoom.preflight.title')}>
          {checks.map((check) => (
            <li key={check.id}>
              <CheckWord check={check} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function CheckWord({ check: { glyph, tone, words, id } }: { check: Check }) {
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
