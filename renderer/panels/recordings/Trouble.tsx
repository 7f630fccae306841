/** What went wrong with a recording, in words: the last fault of its store, and what the disk could not take. */
import { useTranslation } from 'react-i18next'
import type { RecordingDetail } from '../../../service/contract/console/recordings.ts'
import type { StoreFault } from '../../../service/contract/store-fault.ts'
import { faultText } from '../../archive/fault-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { shortDuration } from '../../i18n/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import css from './Recordings.module.css'

export function Trouble({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation()
  const { state, lastFault, lostMs } = recording
  return (
    <>
      {lastFault !== null && state !== 'available' && <Fault recording={recording} fault={lastFault} />}
      {state === 'failed' && lastFault === null && (
        <Notice tone="fail" alert={false}>
          {t('recordings.nothingRecorded')}
        </Notice>
      )}
      {lostMs > 0 && (
        <Notice tone="warn" alert={false}>
          <strong>{t('recordings.lost', { time: shortDuration(lostMs) })}</strong>
          <p className="second">{t('recordings.lostHelp')}</p>
        </Notice>
      )}
    </>
  )
}

function Fault({ recording, fault }: { recording: RecordingDetail; fault: StoreFault }) {
  const { t } = useTranslation()
  const now = useNow()
  const { state, failures, nextTryAt } = recording
  const { what, hint, raw } = faultText(t, fault)
  const failed = state === 'failed'
  return (
    <Notice tone={failed ? 'fail' : 'warn'} glyph={failed ? 'fail' : 'retry'} alert={false}>
      <strong>{failed ? what : t('recordings.faultTimes', { what, count: Math.max(1, failures) })}</strong>
      <p className="second">{hint}</p>
      {nextTryAt !== null && (
        <p className="second num">
          {nextTryAt > now
            ? t('recordings.nextTry', { time: shortDuration(nextTryAt - now) })
            : t('recordings.tryingAgain')}
        </p>
      )}
      {raw !== '' && (
        <details className={css.raw}>
          <summary>{t('recordings.details')}</summary>
          <p className="mono" lang="en">
            {raw}
          </p>
        </details>
      )}
    </Notice>
  )
}
