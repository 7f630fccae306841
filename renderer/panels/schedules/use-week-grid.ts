/** What the grid shows, and what pointer and keys do in it. */
import type { KeyboardEvent } from 'react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { GridProps } from './calendar.ts'
import { draftOf, holdsAnother, isWritten, useDraft, type Draft } from './draft.ts'
import { focusCalendar } from './focus.ts'
import { newDraft, nextFullHour } from './form-values.ts'
import { itemsOf } from './items.ts'
import { atMinutes, segmentsOf, STEP_MS } from './layout.ts'
import { useBlockKeys } from './use-block-keys.ts'
import { useDrag } from './use-drag.ts'
import { useDragEscape, useFocusOn, useKeepInView, useScroll } from './use-grid-view.ts'
import { refusalOf, useRefusalKeys } from './use-refusal.ts'
import { dateOf } from '../../zone-time.ts'

export function useWeekGrid(props: GridProps) {
  const { days, schedules, zone, now, canChange, open, create, close, openId, follow } = props
  const { draft, refusal, items, placed, original, moved } = useItems(props)
  /** What is changed is not given up by a press on the grid. */
  const isBegun = draft !== null && isWritten(draft)
  const body = useRef<HTMLDivElement>(null)
  const scroller = useScroll(props)
  const focusOn = useFocusOn(body)

  const scheduleOf = (id: string | null) => schedules.find(({ scheduleId }) => scheduleId === id) ?? null
  const draftFor = (id: string): Draft | null => {
    if (id === (draft?.scheduleId ?? 'new')) return draft
    const schedule = scheduleOf(id)
    return schedule && draftOf(schedule)
  }
  const opened = (changed: Draft) => {
    if (changed.scheduleId === null) create(changed.startsAt)
    else open(changed.scheduleId)
  }
  const { cursor, setSlot, moveSlot } = useSlot(props)
  const make = (at: number) => {
    if (!isBegun) useDraft.getState().set(newDraft(at))
    create(at)
  }

  const drag = useDrag({
    body,
    days,
    take: (target, at) => {
      const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
      if (!canChange) return null
      if (id === undefined) {
        const anchor = Math.floor(at / STEP_MS) * STEP_MS
        setSlot(anchor)
        if (holdsAnother(null)) return null
        const fresh = newDraft(anchor)
        // A new one that has a name already is drawn elsewhere.
        return {
          grip: 'new',
          base: isBegun ? { ...fresh, name: draft.name, renditions: draft.renditions } : fresh,
        }
      }
      const item = items.find((one) => one.id === id)
      const base = draftFor(id)
      if (item === undefined || base === null || holdsAnother(base.scheduleId)) return null
      const grip = target.closest('[data-grip]') === null ? 'move' : 'end'
      return (grip === 'end' ? item.resizable : item.movable) ? { grip, base } : null
    },
    drop: opened,
  })
  const { cancel, end } = drag
  const putBack = useCallback(() => {
    const { draft: current, change, set } = useDraft.getState()
    if (cancel() || current === null) return
    if (original !== null) change({ startsAt: original.startsAt, endsAt: original.endsAt })
    else {
      set(null)
      close()
    }
  }, [cancel, original, close])
  useRefusalKeys(refusal, putBack, () => {
    const { draft: current } = useDraft.getState()
    end()
    if (current === null) return
    opened(current)
    follow(current)
  })
  useDragEscape(drag.dragging, cancel)
  useKeepInView(body, draft, drag.dragging)

  const keys = useBlockKeys({
    ...{ zone, now, canChange },
    changed: (next) => {
      focusOn(next.scheduleId ?? 'new')
      if (next.scheduleId !== null && next.scheduleId !== openId) open(next.scheduleId)
      follow(next)
    },
    deleted: (id) => {
      if (draft?.scheduleId === id) useDraft.getState().set(null)
      if (openId === id) close()
      else focusCalendar()
    },
  })
  const onKey = (event: KeyboardEvent, id: string) => keys(event, draftFor(id), scheduleOf(id))
  return {
    draft,
    refusal,
    placed,
    original: moved ? original : null,
    body,
    scroller,
    cursor,
    moveSlot,
    make,
    drag,
    onKey,
  }
}

/** What is drawn: the schedules that the days have, and the draft among them. */
function useItems({ days, schedules, onAir, now, canChange, openId }: GridProps) {
  const draft = useDraft((s) => s.draft)
  const sending = useDraft((s) => s.sending)
  const unread = useDraft((s) => s.unread)
  const refusal = useMemo(
    () => (sending || unread ? null : refusalOf(draft, schedules)),
    [draft, sending, unread, schedules],
  )
  const items = useMemo(
    () => itemsOf({ schedules, draft, sending, unread, refusal, onAir, now, canChange, openId }),
    [schedules, draft, sending, unread, refusal, onAir, now, canChange, openId],
  )
  const placed = items.flatMap((item) => {
    const segments = segmentsOf(item, days)
    return segments.length === 0 ? [] : [{ item, segments }]
  })
  const original = schedules.find(({ scheduleId }) => scheduleId === draft?.scheduleId) ?? null
  const moved =
    draft !== null &&
    original !== null &&
    (original.startsAt !== draft.startsAt || original.endsAt !== draft.endsAt)
  return { draft, refusal, items, placed, original, moved }
}

/** The slot that the arrow keys move. */
function useSlot({ days, now, zone, showDate }: GridProps) {
  const [slot, setSlot] = useState(() => nextFullHour(now, zone))
  const [first, last] = [days[0], days.at(-1)]
  // The cursor is where the operator looks: another week brings it along.
  const inView = first !== undefined && last !== undefined && slot >= first.startsAt && slot < last.endsAt
  const cursor = inView || first === undefined ? slot : atMinutes(first, 9 * 60)
  const moveSlot = (at: number) => {
    setSlot(at)
    if (first && last && (at < first.startsAt || at >= last.endsAt)) showDate(dateOf(at, zone))
  }
  return { cursor, setSlot, moveSlot }
}
