import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLive } from '../api/events/hooks.ts'
import { retryNow } from '../api/events/store.ts'
import { timeOfDay } from '../i18n/format.ts'
import { useSignedIn } from '../stores/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { told } from '../ui/told.ts'
import css from './ContactStrip.module.css'

/** Says that what is shown is old, since when, and that the console goes on trying. */
export function ContactStrip() {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const { lostAt, connected } = useLive()
  if (connected || lostAt === null) return null
  return (
    <div className={css.strip} data-place="frame" {...told('contact', 'lost')}>
      <Notice
        tone="warn"
        actions={
          <Button size="xs" onClick={retryNow}>
            {t('common.retry')}
          </Button>
        }
      >
        {[t('engine.lost', { time: timeOfDay(lostAt, timeZone) }), t('engine.retrying')].join(
          t('common.sentenceSeparator'),
        )}
      </Notice>
    </div>
  )
}
