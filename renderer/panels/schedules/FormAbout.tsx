import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { shortId } from '../../i18n/format.ts'
import { OPERATES, WATCHES } from '../../rooms.ts'
import { useMay } from '../../stores/session.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './Form.module.css'

/** How long before its start a broadcast is prepared. */
const SOON_MS = 60 * 60_000

/** Who made it, its id, and where it goes on. @param now milliseconds since 1970 */
export function FormAbout({ schedule, now }: { readonly schedule: ScheduleView; readonly now: number }) {
  const { t } = useTranslation()
  const operates = useMay(OPERATES)
  const watches = useMay(WATCHES)
  const { scheduleId, channelId, startsAt, endsAt, createdByName } = schedule
  return (
    <div className={css.section}>
      <Facts>
        <Fact label={t('schedules.form.createdBy')}>
          <UserText>{createdByName}</UserText>
        </Fact>
        <Fact label={t('schedules.form.id')}>
          <span className="mono" title={scheduleId}>
            {shortId(scheduleId)}
          </span>
          <CopyButton value={scheduleId} thing={t('schedules.form.id')} />
        </Fact>
        {watches && (
          <Fact label={t('schedules.form.goTo')}>
            <span className={css.links}>
              {!operates ? null : channelId === null ? (
                <span className="third">{t('schedules.form.noChannel')}</span>
              ) : (
                <Link className={css.link} to="/channels/$channelId" params={{ channelId }}>
                  {t('schedules.form.channel')}
                </Link>
              )}
              <Link className={css.link} to="/chat" search={{ schedule: scheduleId }}>
                {t('schedules.form.chat')}
              </Link>
              {operates && startsAt - SOON_MS <= now && now < endsAt && (
                <Link className={css.link} to="/studio">
                  {t('schedules.form.studio')}
                </Link>
              )}
            </span>
          </Fact>
        )}
      </Facts>
    </div>
  )
}
