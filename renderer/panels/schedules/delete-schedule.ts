import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'
import { deleteSchedule } from '../../api/schedules.ts'
import { askDanger } from '../../ui/danger.tsx'

const REFUSALS = ['SCHEDULE_STARTED', 'NOT_FOUND'] as const

/** Asks, and deletes; says why not once it has started. @param now milliseconds since 1970 */
export function askDeleteSchedule(t: TFunction, schedule: ScheduleView, now: number, done: () => void): void {
  if (schedule.startsAt <= now) {
    notifications.show({ id: 'schedule-started', message: t('schedules.remove.started') })
    return
  }
  askDanger({
    title: t('schedules.remove.title', { name: schedule.name }),
    lead: t('schedules.remove.lead'),
    action: t('schedules.remove.action'),
    run: async () => {
      await deleteSchedule(schedule.scheduleId)
      done()
    },
    refusal: (_, error) => {
      const code = error instanceof ApiError ? REFUSALS.find((one) => one === error.code) : undefined
      const reason = code === undefined ? errorText(t, error) : t(`schedules.remove.refusal.${code}`)
      return t('danger.failed', { reason })
    },
  })
}
