import { Button } from '@mantine/core'
import { IconPhoto, IconPlug, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useIncidents } from '../../api/incidents.ts'
import { useLate } from '../../api/late.ts'
import { useNewThing } from '../../frame/new-thing.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { useTestPictureChannel } from '../../channel/use-test-picture-channel.ts'
import { newScheduleSearch } from '../../schedule/search.ts'
import { useRights } from '../../stores/use-rights.ts'

const icon = { size: 16, stroke: 1.6 } as const

/** Opens the form of a new schedule. */
export function useSchedule(): () => void {
  const navigate = useNavigate()
  return useCallback(() => void navigate({ to: '/schedules', search: newScheduleSearch() }), [navigate])
}

export function Head() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const rights = useRights()
  const schedule = useSchedule()
  const testPicture = useTestPictureChannel()
  // What is late, or went wrong for viewers, has the one filled button of the room.
  const isLate = useLate()?.isAlarm === true
  const isTrouble = useIncidents().some(({ overAt }) => overAt === null) || isLate
  useNewThing(schedule)
  return (
    <PageHead
      actions={
        <>
          {rights.operates && (
            <Button
              leftSection={<IconPhoto {...icon} />}
              loading={testPicture.isPending}
              onClick={() => testPicture.mutate()}
            >
              {t('controlRoom.sendTestPicture')}
            </Button>
          )}
          <Button
            leftSection={<IconPlug {...icon} />}
            onClick={() => void navigate({ to: '/developer/tokens' })}
          >
            {t('controlRoom.connectApp')}
          </Button>
          {rights.schedules && (
            <Button
              variant={isTrouble ? 'default' : 'filled'}
              leftSection={<IconPlus {...icon} />}
              onClick={schedule}
            >
              {t('controlRoom.schedule')}
            </Button>
          )}
        </>
      }
    >
      <h1>{t('room.controlRoom')}</h1>
    </PageHead>
  )
}
