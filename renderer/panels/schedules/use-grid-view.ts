/** What part of the grid is seen, and where the focus is in it. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { CalendarProps } from './calendar.ts'
import type { Period } from '../../schedule/conflict.ts'
import { HOUR_PX, minutesAt } from './layout.ts'

/** Begins at 8:00, or so that the present is in view; then wherever the schedule is that is opened. */
export function useScroll({ days, today, now, openId }: CalendarProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const begin = useEffectEvent((element: HTMLElement) => {
    const day = days.find(({ date }) => date === today)
    const present = day === undefined ? null : (minutesAt(day, now) / 60) * HOUR_PX
    const morning = 8 * HOUR_PX
    const seen = present === null || (present > morning && present < morning + element.clientHeight - 80)
    element.scrollTop = seen ? morning : Math.max(0, present - element.clientHeight / 3)
  })
  // Once: later on the operator scrolls.
  useLayoutEffect(() => {
    if (scroller.current !== null) begin(scroller.current)
  }, [])
  // Once it is drawn: its week may come after it is opened.
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (seen.current === openId) return
    const block = scroller.current?.querySelector(`[data-id="${CSS.escape(openId ?? '')}"]`)
    if (openId !== undefined && !block) return
    seen.current = openId
    block?.scrollIntoView({ block: 'nearest' })
  })
  return scroller
}

/** Keeps the focus on a block that moves, also into another week. */
export function useFocusOn(body: { readonly current: HTMLElement | null }) {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const block = body.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(wanted.current)}"]`)
    if (!block) return
    wanted.current = null
    block.focus({ preventScroll: true })
    block.scrollIntoView({ block: 'nearest' })
  })
  return (id: string) => {
    wanted.current = id
  }
}

/** Scrolls to the draft when its time was changed by keys or in the form. */
export function useKeepInView(
  body: { readonly current: HTMLElement | null },
  draft: (Period & { readonly scheduleId: string | null }) | null,
  dragging: boolean,
): void {
  const { scheduleId = null, startsAt, endsAt } = draft ?? {}
  const show = useEffectEvent(() => {
    if (dragging || startsAt === undefined) return
    body.current
      ?.querySelector(`[data-id="${CSS.escape(scheduleId ?? 'new')}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    show()
  }, [startsAt, endsAt])
}

/** Esc while dragging, also where nothing is in the way. */
export function useDragEscape(dragging: boolean, cancel: () => boolean): void {
  useEffect(() => {
    if (!dragging) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && cancel()) event.preventDefault()
    }
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [dragging, cancel])
}
