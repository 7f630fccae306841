/** When what is broadcast: a calendar, and the form of a schedule beside it. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSignedIn } from '../../stores/session.ts'
import { useNewThing } from '../../frame/new-thing.ts'
import { useTitle } from '../../frame/use-title.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Agenda } from './Agenda.tsx'
import type { CalendarProps } from './calendar.ts'
import type { Period } from '../../schedule/conflict.ts'
import { useDraft } from './draft.ts'
import { ScheduleForm } from './Form.tsx'
import { focusCalendar } from './focus.ts'
import { Head } from './Head.tsx'
import { segmentsOf } from './layout.ts'
import { Month } from './Month.tsx'
import type { OnAir } from './schedule-state.ts'
import { newScheduleSearch, scheduleSearch, type Search, type View } from '../../schedule/search.ts'
import { rangeText } from '../../schedule/texts.ts'
import { Timeline } from './timeline/Timeline.tsx'
import { useCanSchedule } from './use-can-schedule.ts'
import { useRange } from './use-range.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { dateOf, startOfDay } from '../../zone-time.ts'
import css from './Schedules.module.css'

const route = getRouteApi('/schedules')
const MINUTE_MS = 60_000
const NONE: CalendarProps['schedules'] = []

export function Schedules() {
  const { t } = useTranslation()
  const { timeZone: zone } = useSignedIn().system
  const language = usePreferences((s) => s.language)
  const search = route.useSearch()
  const { view = 'week' } = search
  const now = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS
  const today = useMemo(() => dateOf(now, zone), [now, zone])
  const date = search.date ?? today
  const at = useMemo(() => startOfDay(date, zone), [date, zone])
  const { days, span, query } = useRange(view, date, zone)
  const { go, open, create, make, close } = useWays()
  const canChange = useCanSchedule()
  useTitle(t('room.schedules'))
  useNewThing(make)
  // What was not saved does not outlive the room.
  useEffect(() => () => useDraft.getState().set(null), [])
  const onAir = useOnAir()
  const showDate = useCallback((day: string) => go({ date: day }), [go])
  const openDay = useCallback((day: string) => go({ view: 'day', date: day }), [go])
  const follow = useCallback(
    (period: Period, replace = false) => {
      if (segmentsOf(period, days).length === 0) go({ date: dateOf(period.startsAt, zone), replace })
    },
    [days, zone, go],
  )
  useFocusBack(search)
  const range = rangeText(view, at, span, zone, language)
  const schedules = query.data ?? NONE
  const calendar: CalendarProps = {
    ...{
      days,
      schedules,
      loaded: query.data !== undefined,
      onAir,
      zone,
      now,
      today,
      range,
      canChange,
      open,
      create,
    },
    openDay,
    follow,
    openId: search.schedule,
    close,
  }
  return (
    <>
      <Head {...{ view, date, range, zone, at, go, make }} />
      <div
        className={css.page}
        data-open={search.schedule !== undefined || search.new !== undefined || undefined}
      >
        <section
          className={css.calendar}
          data-pane="calendar"
          tabIndex={-1}
          aria-label={t('schedules.grid.calendar')}
        >
          {query.error !== null && (
            <div className={css.failed}>
              <LoadFailed query={query}>
                {t('schedules.failed', { reason: errorText(t, query.error) })}
              </LoadFailed>
            </div>
          )}
          {view === 'month' && <Month {...calendar} month={date.slice(0, 7)} />}
          {view === 'agenda' && <Agenda {...calendar} make={make} span={span} />}
          {view === 'timeline' && <Timeline {...calendar} make={make} span={span} />}
          {(view === 'week' || view === 'day') && <WeekGrid {...calendar} showDate={showDate} />}
        </section>
        {(search.schedule !== undefined || search.new !== undefined) && (
          <ScheduleForm schedules={schedules} close={close} follow={follow} />
        )}
      </div>
    </>
  )
}

interface To {
  readonly view?: View
  readonly date?: string | null
  /** True in place of the address before. */
  readonly replace?: boolean
}

/** Where the room's own controls lead; all keep their identity. */
function useWays() {
  const navigate = route.useNavigate()
  return useMemo(() => {
    const place = ({ view, date }: Search): Search => ({
      ...(view === undefined ? {} : { view }),
      ...(date === undefined ? {} : { date }),
    })
    const beside = (search: Search, ignoreBlocker = false) =>
      void navigate({ search: (before) => ({ ...place(before), ...search }), replace: true, ignoreBlocker })
    return {
      /** Another view or another day; null is today. The form stays. */
      go: ({ view, date, replace = false }: To) =>
        void navigate({
          replace,
          search: ({ date: dateBefore, ...before }) => ({
            ...before,
            ...(view === undefined ? {} : { view }),
            ...(date === undefined && dateBefore !== undefined ? { date: dateBefore } : {}),
            ...(typeof date === 'string' ? { date } : {}),
          }),
        }),
      open: (scheduleId: string) => beside(scheduleSearch(scheduleId)),
      create: (startsAt: number) => beside(newScheduleSearch(startsAt)),
      make: () => beside(newScheduleSearch()),
      /** Whoever closes it has asked. */
      close: () => beside({}, true),
    }
  }, [navigate])
}

/** When the form closes, the focus goes back to its schedule. */
function useFocusBack({ schedule, new: start }: Search): void {
  const open = schedule ?? start
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (open === undefined && before.current !== undefined) focusCalendar(before.current)
    before.current = open
  }, [open])
}

function useOnAir(): OnAir {
  const channels = useChannels()
  return useMemo(
    () =>
      new Map(
        channels?.flatMap(({ channelId, onAirSince: s }) => (s === null ? [] : [[channelId, s] as const])),
      ),
    [channels],
  )
}
