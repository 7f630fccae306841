/** What runs now and how long still, or how late it is, and what comes next; as last known, without contact. */
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import type { PlannedSchedule } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { useEngine, useKnownUntil } from '../../api/events/hooks.ts'
import { useOpenIncident } from '../../api/incidents.ts'
import { useLate } from '../../api/late.ts'
import type { useScheduleNow } from '../../api/schedules.ts'
import { shortDuration, zoneNames } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
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
  const overrun = useEngine()?.overrun[0] ?? null
  const isFailing = useOpenIncident()
  const isLow = useMediaQuery('(max-height: 859px)')
  if (error !== null && current === null && next === null && late === null) {
    return <Notice tone="fail">{t('controlRoom.schedulesFailed', { reason: errorText(t, error) })}</Notice>
  }
  // Between two schedules, the one that is still on air.
  const shown = current ?? overrun
  // Beside what is late the next one has less room, and where the window is low both have while viewers wait.
  const isFolded = late === null && isLow && isFailing
  const Coming = late || isFolded ? NextInShort : Next
  return (
    <section className={css.strip} aria-label={t('controlRoom.strip')} data-folded={isFolded || undefined}>
      {late ? <StripLate late={late} /> : shown && <Now schedule={shown} />}
      {next && <Coming schedule={next} channels={channels} destinations={destinations} />}
      {next === null && <p className={css.nothing}>{t('controlRoom.nothingNext')}</p>}
    </section>
  )
}

function Now({ schedule }: { schedule: PlannedSchedule }) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const { startsAt, endsAt } = schedule
  const clock = useNow()
  const knownUntil = useKnownUntil()
  const now = knownUntil ?? clock
  // It was to start after contact was lost: whether it has, nobody saw.
  const isUnseen = now < startsAt
  const part = Math.min(1, Math.max(0, (now - startsAt) / (endsAt - startsAt)))
  return (
    <div className={css.now}>
      <div className={css.line}>
        <span className="meta">{t('controlRoom.now')}</span>
        <span className="meta num">
          {useSpan()(schedule)} {zoneNames(schedule, timeZone)}
        </span>
      </div>
      <ScheduleName schedule={schedule} />
      {!isUnseen && (
        <div className={css.progress} aria-hidden="true">
          <span style={{ width: `${part * 100}%` }} />
        </div>
      )}
      <div className={css.line}>
        {isUnseen ? (
          <StateWord glyph="waiting" tone="idle" text={t('state.unknown')} />
        ) : now < endsAt ? (
          <>
            <span className="meta num">
              {t('controlRoom.elapsed', { time: shortDuration(now - startsAt) })}
            </span>
            <span className="meta num">{t('controlRoom.left', { time: shortDuration(endsAt - now) })}</span>
          </>
        ) : (
          <span className={`num ${css.over ?? ''}`}>
            <Glyph name="warn" tone="warn" />
            {t('status.overBy', { time: shortDuration(now - endsAt) })}
          </span>
        )}
      </div>
    </div>
  )
}
