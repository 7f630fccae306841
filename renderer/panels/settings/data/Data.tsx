/** The state of the installation: kept, restored, moved and reset. */
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StateView } from '../../../../service/contract/console/state.ts'
import { getState, STATE_KEY } from '../../../api/state.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useInstallationReason, useSystemReason } from '../use-rights.ts'
import { FileCard } from './FileCard.tsx'
import { ResetCard } from './ResetCard.tsx'
import { SnapshotsCard } from './SnapshotsCard.tsx'
import { useCountsText } from './use-counts-text.ts'
import { useRestart, useUnreadable } from './use-restart.ts'
import { SettingsFailed } from '../SettingsFailed.tsx'
import css from '../Settings.module.css'

export function Data() {
  const reason = useSystemReason()
  const installation = useInstallationReason()
  if (reason !== null) return <Reason>{reason}</Reason>
  return (
    <>
      {installation === null ? <State /> : installation && <Reason>{installation}</Reason>}
      <ResetCard />
    </>
  )
}

function Reason({ children }: { children: string }) {
  return (
    <Notice tone="info" alert={false}>
      {children}
    </Notice>
  )
}

function State() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: STATE_KEY, queryFn: getState })
  const { waiting, begin } = useRestart()
  const unreadable = useUnreadable()
  if (waiting) {
    return (
      <Notice tone="info" alert={false}>
        <span className={css.waiting}>
          <Loader size={16} /> {t('settings.data.again')}
        </span>
      </Notice>
    )
  }
  if (query.error !== null) {
    return <SettingsFailed query={query} />
  }
  if (!query.data) return null
  return (
    <>
      <Lead state={query.data} />
      {unreadable > 0 && (
        <Notice tone="warn">{t('settings.data.file.unreadable', { count: unreadable })}</Notice>
      )}
      <SnapshotsCard snapshots={query.data.snapshots} onRestart={begin} />
      <FileCard onRestart={begin} />
    </>
  )
}

function Lead({ state: { now, onAir } }: { state: StateView }) {
  const { t } = useTranslation()
  const countsText = useCountsText()
  const others = onAir.others > 0 ? [t('settings.data.onAirOthers', { count: onAir.others })] : []
  const channels = [...onAir.channels, ...others].join(t('common.listSeparator'))
  return (
    <>
      <div className="second">
        <p>
          {[t('settings.data.lead'), t('settings.data.has', { counts: countsText(now) })].join(
            t('common.sentenceSeparator'),
          )}
        </p>
        <p>{t('settings.data.holds')}</p>
      </div>
      {channels !== '' && (
        <Notice tone="warn" alert={false}>
          {t('settings.data.onAir', { channels })}
        </Notice>
      )}
    </>
  )
}
