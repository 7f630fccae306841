/** Days side by side with their hours downwards: schedules in their places, and the draft as it goes. */
import type { CSSProperties } from 'react'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../stores/preferences.ts'
import { modKey } from '../../ui/KeyCap.tsx'
import { Block, placeOf } from './Block.tsx'
import type { CalendarProps } from './calendar.ts'
import { ConflictTip } from './ConflictTip.tsx'
import { draftOf, useDraft, type Draft } from './draft.ts'
import { newDraft, nextFullHour } from './form-values.ts'
import { itemsOf } from './items.ts'
import { atMinutes, minutesAt, segmentsOf, STEP_MS } from './layout.ts'
import { Ruler } from './Ruler.tsx'
import { SlotCursor } from './SlotCursor.tsx'
import { dayText, ownZone, weekdayText } from './texts.ts'
import { useBlockKeys } from './use-block-keys.ts'
import { useDrag } from './use-drag.ts'
import { refusalOf, useRefusalKeys } from './use-refusal.ts'
import { dateOf } from './zone-time.ts'
import css from './WeekGrid.module.css'
import { HOUR_MS } from '../../time.ts'

const HOUR_PX = 48

interface Props extends CalendarProps {
  /** @param date `YYYY-MM-DD` */
  readonly showDate: (date: string) => void
}

export const WeekGrid = memo(function WeekGrid(props: Props) {
  const { days, schedules, loaded, zone, now, today, range, may, open } = props
  const { t } = useTranslation()
  const { draft, refusal, placed, original, body, scroller, cursor, moveSlot, make, drag, onKey } =
    useWeekGrid(props)
  const first = days[0]
  const todays = days.find(({ date }) => date === today) ?? null
  const draftPlace = draft === null ? undefined : segmentsOf(draft, days)[0]
  const hour = nextFullHour(now, zone)
  const ghost =
    loaded && may && placed.length === 0 ? segmentsOf({ startsAt: hour, endsAt: hour + HOUR_MS }, days) : []
  if (first === undefined) return null
  return (
    <div className={css.scroller} ref={scroller} data-dragging={drag.dragging || undefined}>
      <div
        className={css.grid}
        data-second={ownZone() !== zone || undefined}
        style={{ '--days': days.length } as CSSProperties}
      >
        <Heads {...props} />
        <Ruler day={first} zone={zone} today={todays} now={now} />
        <div
          ref={body}
          className={css.body}
          role="group"
          aria-label={t('schedules.grid.label', { range })}
          {...drag.handlers}
        >
          {todays !== null && (
            <div className={css.now} style={{ top: `${(minutesAt(todays, now) / 1440) * 100}%` }} />
          )}
          {may && <SlotCursor {...{ days, schedules, zone, make }} at={cursor} move={moveSlot} />}
          {ghost.slice(0, 1).map((segment) => (
            <div key="hint" className={css.hint} style={placeOf(segment, days.length)}>
              <Hint />
            </div>
          ))}
          {original !== null &&
            segmentsOf(original, days).map((segment) => (
              <div
                key={`was ${segment.day}`}
                className={css.ghost}
                style={placeOf(segment, days.length)}
                aria-hidden="true"
              >
                {original.name}
              </div>
            ))}
          {placed.map(({ item, segments }) => (
            <Block
              key={item.id}
              {...{ item, segments, zone }}
              columns={days.length}
              open={() => item.id !== 'new' && open(item.id)}
              onKeyDown={(event) => onKey(event, item)}
            />
          ))}
          {refusal?.clashes.flatMap(({ shared, other }) =>
            segmentsOf(shared, days).map((segment) => (
              <div
                key={`${other.scheduleId} ${segment.day}`}
                className={css.hatch}
                style={placeOf(segment, days.length)}
              />
            )),
          )}
          {refusal !== null && draftPlace !== undefined && (
            <ConflictTip {...{ refusal, zone }} segment={draftPlace} columns={days.length} />
          )}
        </div>
      </div>
    </div>
  )
})

/** What the grid shows, and what pointer and keys do in it. */
function useWeekGrid(props: Props) {
  const { days, schedules, onAir, zone, now, may } = props
  const { open, create, close, openId, showDate } = props
  const draft = useDraft((s) => s.draft)
  const refusal = useMemo(() => refusalOf(draft, schedules), [draft, schedules])
  const items = useMemo(
    () => itemsOf({ schedules, draft, refusal, onAir, now, may, openId }),
    [schedules, draft, refusal, onAir, now, may, openId],
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

  const body = useRef<HTMLDivElement>(null)
  const scroller = useScroll(props)
  const focusOn = useFocusOn(body)

  const scheduleOf = (id: string) => schedules.find(({ scheduleId }) => scheduleId === id) ?? null
  const draftFor = (id: string): Draft | null => {
    if (id === (draft?.scheduleId ?? 'new')) return draft
    const schedule = scheduleOf(id)
    return schedule === null ? null : draftOf(schedule)
  }
  const opened = (changed: Draft) => {
    if (changed.scheduleId === null) create(changed.startsAt)
    else open(changed.scheduleId)
  }
  const { cursor, setSlot, moveSlot } = useSlot(props)
  const make = (at: number) => {
    useDraft.getState().set(newDraft(at, now, zone, schedules))
    create(at)
  }

  const drag = useDrag({
    body,
    days,
    take: (target, at) => {
      const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
      if (!may) return null
      if (id === undefined) {
        const anchor = Math.floor(at / STEP_MS) * STEP_MS
        setSlot(anchor)
        return { grip: 'new', base: newDraft(anchor, now, zone, schedules) }
      }
      const item = items.find((one) => one.id === id)
      const base = draftFor(id)
      if (item === undefined || base === null) return null
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
    if (segmentsOf(current, days).length === 0) showDate(dateOf(current.startsAt, zone))
  })
  useDragEscape(drag.dragging, cancel)

  const onKey = useBlockKeys({
    ...{ zone, now, may, draftFor, scheduleOf },
    changed: (next) => {
      focusOn(next.scheduleId ?? 'new')
      if (next.scheduleId !== null && next.scheduleId !== openId) open(next.scheduleId)
      if (segmentsOf(next, days).length === 0) showDate(dateOf(next.startsAt, zone))
    },
    deleted: (id) => {
      if (draft?.scheduleId === id) useDraft.getState().set(null)
      if (openId === id) close()
    },
  })
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

/** The slot that the arrow keys move. */
function useSlot({ days, now, zone, showDate }: Props) {
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

function Heads({ days, zone, today, openDay }: Props) {
  const language = usePreferences((s) => s.language)
  return (
    <div className={css.heads}>
      {days.map(({ date, startsAt }) => (
        <button
          key={date}
          type="button"
          className={css.head}
          aria-current={date === today ? 'date' : undefined}
          aria-label={dayText(startsAt, zone, language)}
          onClick={() => openDay(date)}
        >
          <span>{weekdayText(startsAt, zone, language)}</span>
          <span className="num">{Number(date.slice(8))}</span>
        </button>
      ))}
    </div>
  )
}

function Hint() {
  const { t } = useTranslation()
  return <span>{t('schedules.grid.hint', { key: modKey })}</span>
}

/** Begins at 8:00, or so that the present is in view; then wherever the schedule is that is opened. */
function useScroll({ days, today, now, openId }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const day = days.find(({ date }) => date === today)
    const present = day === undefined ? null : (minutesAt(day, now) / 60) * HOUR_PX
    const morning = 8 * HOUR_PX
    const seen = present === null || (present > morning && present < morning + element.clientHeight - 80)
    element.scrollTop = seen ? morning : Math.max(0, present - element.clientHeight / 3)
    // Once: later on the operator scrolls.
  }, [])
  useEffect(() => {
    if (openId === undefined) return
    scroller.current?.querySelector(`[data-id="${CSS.escape(openId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return scroller
}

/** Keeps the focus on a block that moves, also into another week. */
function useFocusOn(body: { readonly current: HTMLElement | null }) {
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

/** Esc while dragging, also where nothing is in the way. */
function useDragEscape(dragging: boolean, cancel: () => boolean): void {
  useEffect(() => {
    if (!dragging) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && cancel()) event.preventDefault()
    }
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [dragging, cancel])
}
