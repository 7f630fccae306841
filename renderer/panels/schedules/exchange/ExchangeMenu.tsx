/** Schedules in and out as files. */
import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCalendarDown, IconDots, IconTableDown, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { readClock } from '../../../api/events/clock.ts'
import { allSchedules } from '../../../api/schedules.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { saveCsv } from '../../../ui/csv.ts'
import { saveFile } from '../../../save-file.ts'
import { useCanSchedule } from '../use-can-schedule.ts'
import { dateOf } from '../../../zone-time.ts'
import { openImport } from './ImportDialog.tsx'
import { calendarOf, tableOf } from './write.ts'

const icon = { size: 16, stroke: 1.6 } as const

/** @param show leads to a day, milliseconds since 1970 */
export function ExchangeMenu({ show }: { show: (at: number) => void }) {
  const { t } = useTranslation()
  const { timeZone: zone } = useSignedIn().system
  const canChange = useCanSchedule()
  const save = async (kind: 'table' | 'calendar') => {
    try {
      const now = readClock()
      const schedules = await allSchedules()
      const name = `airdesk-schedules-${dateOf(now, zone)}`
      if (kind === 'table') saveCsv(`${name}.csv`, tableOf(schedules, zone))
      else saveFile(`${name}.ics`, await calendarOf(schedules, now), 'text/calendar')
    } catch (error) {
      notifications.show({ message: t('schedules.failed', { reason: errorText(t, error) }) })
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('schedules.exchange.menu')} title={t('schedules.exchange.menu')}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canChange && (
          <Menu.Item leftSection={<IconUpload {...icon} />} onClick={() => openImport(t, show)}>
            {t('schedules.exchange.import')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTableDown {...icon} />} onClick={() => void save('table')}>
          {t('schedules.exchange.table')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCalendarDown {...icon} />} onClick={() => void save('calendar')}>
          {t('schedules.exchange.calendar')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
