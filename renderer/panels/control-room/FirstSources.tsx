/** Where there is neither a channel nor a schedule: the ways to begin. */
import { IconCalendarPlus, IconPhoto, IconPlug } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { FirstStep, FirstSteps } from '../../ui/FirstSteps.tsx'
import { useTestPictureChannel } from '../../channel/use-test-picture-channel.ts'
import { useSchedule } from './Head.tsx'
import { useRights } from '../../stores/use-rights.ts'
import css from './ControlRoom.module.css'

const icon = { size: 18, stroke: 1.6 } as const

export function FirstSources() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const engine = useEngine()
  const rights = useRights()
  const schedule = useSchedule()
  const testPicture = useTestPictureChannel()
  const addresses = engine && (
    <div className={css.addresses}>
      <CopyField label={t('controlRoom.liveApi')} value={engine.liveBaseUrl} />
      <CopyField label={t('controlRoom.optionApi')} value={engine.optionBaseUrl} />
    </div>
  )
  return (
    <>
      <PageHead>
        <h1>{t('room.controlRoom')}</h1>
      </PageHead>
      <FirstSteps title={t('controlRoom.empty.title')} lead={t('controlRoom.empty.lead')} foot={addresses}>
        {rights.schedules && (
          <FirstStep
            icon={<IconCalendarPlus {...icon} />}
            title={t('controlRoom.empty.schedule')}
            help={t('controlRoom.empty.scheduleHelp')}
            onClick={schedule}
          />
        )}
        {rights.operates && (
          <FirstStep
            icon={<IconPhoto {...icon} />}
            title={t('controlRoom.empty.test')}
            help={t('controlRoom.empty.testHelp')}
            busy={testPicture.isPending}
            onClick={() => testPicture.mutate()}
          />
        )}
        <FirstStep
          icon={<IconPlug {...icon} />}
          title={t('controlRoom.empty.app')}
          help={t('controlRoom.empty.appHelp')}
          onClick={() => void navigate({ to: '/developer/tokens' })}
        />
      </FirstSteps>
    </>
  )
}
