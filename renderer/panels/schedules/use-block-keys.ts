/** Keys on a block, and in its form outside of the fields: what dragging does, and deleting. */
import { notifications } from '@mantine/notifications'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { announce } from '../../ui/Announcer.tsx'
import { askDeleteSchedule } from './delete-schedule.ts'
import { holdsAnother, useDraft, type Draft } from './draft.ts'
import { endingAt, movedBy, movedByDays, STEP_MS } from './layout.ts'
import { gripsOf } from './schedule-state.ts'
import { dayText, fromTo } from '../../schedule/texts.ts'
import { HOUR_MS } from '../../time.ts'

interface Options {
  readonly zone: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly canChange: boolean
  readonly changed: (draft: Draft) => void
  readonly deleted: (id: string) => void
}

export function useBlockKeys({ zone, now, canChange, changed, deleted }: Options) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const change = (draft: Draft) => {
    // Opening it asks first.
    if (holdsAnother(draft.scheduleId)) return changed(draft)
    useDraft.getState().set(draft)
    const name = draft.name === '' ? t('schedules.grid.unnamed') : draft.name
    const day = dayText(draft.startsAt, zone, language)
    announce(t('schedules.grid.moved', { name, day, time: fromTo(draft, zone, language) }))
    changed(draft)
  }
  const refuse = (why: 'begun' | 'over') =>
    notifications.show({ id: 'schedule-stays', message: t(`schedules.grid.${why}`) })
  /** @param draft as it stands now @param schedule as it is registered; null for a new one */
  return (event: KeyboardEvent, draft: Draft | null, schedule: ScheduleView | null) => {
    if (!canChange) return
    if (event.key === 'Delete' && schedule !== null) {
      askDeleteSchedule(t, schedule, now, () => deleted(schedule.scheduleId))
    } else if (event.altKey && draft !== null && event.key in STEPS) {
      const [steps, days] = STEPS[event.key] ?? [0, 0]
      const { movable, resizable } = gripsOf(schedule, now)
      if (event.shiftKey) {
        if (resizable) change(endingAt(draft, draft.endsAt + steps * STEP_MS + days * HOUR_MS))
        else refuse('over')
      } else if (movable) {
        change(days === 0 ? movedBy(draft, steps * STEP_MS) : movedByDays(draft, days, zone))
      } else refuse(resizable ? 'begun' : 'over')
    } else return
    event.preventDefault()
  }
}

/** By how many quarters of an hour, and by how many days (hours for the length). */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
