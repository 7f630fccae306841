/** Keys on a block: what dragging does, and deleting. */
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console-schedules.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { announce } from '../../ui/Announcer.tsx'
import type { Item } from './Block.tsx'
import { askDeleteSchedule } from './delete-schedule.ts'
import { useDraft, type Draft } from './draft.ts'
import { endingAt, movedBy, movedByDays, STEP_MS } from './layout.ts'
import { dayText, fromTo } from './texts.ts'
import { HOUR_MS } from '../../time.ts'

interface Options {
  readonly zone: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly may: boolean
  readonly draftFor: (id: string) => Draft | null
  readonly changed: (draft: Draft) => void
  readonly scheduleOf: (id: string) => ScheduleView | null
  readonly deleted: (id: string) => void
}

export function useBlockKeys({ zone, now, may, draftFor, changed, scheduleOf, deleted }: Options) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const change = (draft: Draft) => {
    useDraft.getState().set(draft)
    const name = draft.name === '' ? t('schedules.grid.unnamed') : draft.name
    const day = dayText(draft.startsAt, zone, language)
    announce(t('schedules.grid.moved', { name, day, time: fromTo(draft, zone) }))
    changed(draft)
  }
  return (event: KeyboardEvent, item: Item) => {
    if (!may) return
    const draft = draftFor(item.id)
    const schedule = scheduleOf(item.id)
    if (event.key === 'Delete' && schedule !== null) {
      askDeleteSchedule(t, schedule, now, () => deleted(item.id))
    } else if (event.altKey && draft !== null && event.key in STEPS) {
      const [steps, days] = STEPS[event.key] ?? [0, 0]
      if (event.shiftKey) {
        if (item.resizable) change(endingAt(draft, draft.endsAt + steps * STEP_MS + days * HOUR_MS))
      } else if (item.movable) {
        change(days === 0 ? movedBy(draft, steps * STEP_MS) : movedByDays(draft, days, zone))
      }
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
