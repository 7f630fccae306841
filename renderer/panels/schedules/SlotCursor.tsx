/** The one tab stop of the free grid: arrows move it by a quarter of an hour or a day, Enter makes a schedule. */
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { zoneName } from '../../i18n/format.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { announce } from '../../ui/Announcer.tsx'
import { placeOf } from './Block.tsx'
import { movedBy, movedByDays, segmentsOf, STEP_MS, type Day } from './layout.ts'
import { clockText, dayText } from '../../schedule/texts.ts'
import css from './WeekGrid.module.css'

interface Props {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly move: (at: number) => void
  readonly make: (at: number) => void
  readonly days: readonly Day[]
  readonly schedules: readonly ScheduleView[]
  readonly zone: string
}

export function SlotCursor({ at, move, make, days, schedules, zone }: Props) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const button = useRef<HTMLButtonElement>(null)
  const slot = { startsAt: at, endsAt: at + STEP_MS }
  const taken = schedules.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  const label = t(taken ? 'schedules.grid.slotTaken' : 'schedules.grid.slot', {
    day: dayText(at, zone, language),
    time: clockText(at, zone),
    zone: zoneName(at, zone),
    name: taken?.name,
  })
  useEffect(() => {
    if (document.activeElement !== button.current) return
    button.current?.scrollIntoView({ block: 'nearest' })
    announce(label)
  }, [label])
  const keyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowUp') move(movedBy(slot, -STEP_MS).startsAt)
    else if (event.key === 'ArrowDown') move(movedBy(slot, STEP_MS).startsAt)
    else if (event.key === 'ArrowLeft') move(movedByDays(slot, -1, zone).startsAt)
    else if (event.key === 'ArrowRight') move(movedByDays(slot, 1, zone).startsAt)
    else return
    event.preventDefault()
  }
  const [segment = { day: 0, from: 0, to: 15 }] = segmentsOf(slot, days)
  return (
    <button
      ref={button}
      type="button"
      className={css.slot}
      data-slot
      style={placeOf(segment, days.length)}
      aria-label={label}
      onClick={() => make(at)}
      onKeyDown={keyDown}
    />
  )
}
