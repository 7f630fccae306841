/** What runs now and how long still, or how late it is; and what comes next. */
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { useLate } from '../../api/late.ts'
import type { useScheduleNow } from '../../api/schedules.ts'
import { shortDuration, zoneName } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { StripLate } from './StripLate.tsx'
import { Next, NextInShort } from './StripNext.tsx'
import { ScheduleName, useSpan } from './StripParts.tsx'
import css from './Strip.module.css'

interface Props {
  readonly schedules: ReturnType<typeof useScheduleNow>
  readonly channels: readonly ChannelView[]
  readonly destinations: readonly DestinationView[] | null
}

export function Strip({ schedules: { current, next, error }, channels, destinations }: Props) {
  const { t } = useTranslation()
  const late = useLate()
  if (error !== null && current === null && next === null && late === null) {
    return <Notice tone="fail">{t('controlRoom.schedulesFailed', { reason: errorText(t, error) })}</Notice>
  }
  // Beside what is late the next one has less room.
  const Coming = late ? NextInShort : Next
  return (
    <section className={css.strip} aria-label={t('controlRoom.strip')}>
      {late ? <StripLate late={late} /> : current && <Now schedule={current} />}
      {next && <Coming schedule={next} channels={channels} destinations={destinations} />}
      {next === null && <p className={css.nothing}>{t('controlRoom.nothingNext')}</p>}
    </section>
  )
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
      <ScheduleName schedule={schedule} />
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
