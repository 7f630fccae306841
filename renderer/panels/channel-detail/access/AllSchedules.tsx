import { useTranslation } from 'react-i18next'
import { accessKey, changeScheduleAccess } from '../../../api/access.ts'
import { queries } from '../../../queries.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { SwitchRow } from './Band.tsx'
import { FlipSwitch } from './FlipSwitch.tsx'

/** Whether addresses of schedules are for one user and a time; for the whole system, so for masters. */
export function AllSchedules({ channelId, on }: { channelId: string; on: boolean }) {
  const { t } = useTranslation()
  const { isMaster } = useSignedIn().user
  const title = t('access.schedulesExpire')
  return (
    <SwitchRow
      label={t('access.allSchedules')}
      title={title}
      help={t(isMaster ? 'access.schedulesExpireHelp' : 'access.mastersOnly')}
    >
      <FlipSwitch
        label={title}
        on={on}
        isLocked={!isMaster}
        flip={async (wanted) => {
          await changeScheduleAccess(wanted)
          await queries.invalidateQueries({ queryKey: accessKey(channelId) })
        }}
      />
    </SwitchRow>
  )
}
