/** The form of a schedule beside the calendar: of one that is registered, or of a new one. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { useNow } from '../../api/events/clock.ts'
import { useSchedule, useSchedules } from '../../api/schedules.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { errorText } from '../../api/error-text.ts'
import type { Period } from '../../schedule/conflict.ts'
import { draftOf, useDraft } from './draft.ts'
import { FormBody } from './FormBody.tsx'
import { FormPane } from './FormPane.tsx'
import { newDraft, usualStart } from './form-values.ts'
import { firstDay } from './range.ts'
import { useBeginNew } from './use-begin-new.ts'
import { dateOf } from '../../zone-time.ts'
import { DAY_MS, utcDay } from '../../time.ts'

const route = getRouteApi('/schedules')

interface Props {
  /** Those in view. */
  readonly schedules: readonly ScheduleView[]
  readonly close: () => void
  /** Shows the days of a period that is not in view. @param replace true in place of the address that led here */
  readonly follow: (period: Period, replace?: boolean) => void
}

export function ScheduleForm({ schedules, close, follow }: Props) {
  const { schedule: id, new: start } = route.useSearch()
  if (id !== undefined) return <Opened key={id} {...{ id, schedules, close, follow }} />
  return start === undefined ? null : <New {...{ start, schedules, close, follow }} />
}

/** While it is not in view, it is read by itself. */
function Opened({ id, schedules, close, follow }: Props & { readonly id: string }) {
  const { t } = useTranslation()
  const inView = schedules.find(({ scheduleId }) => scheduleId === id)
  const query = useSchedule(id, inView === undefined)
  const found = inView ?? query.data ?? undefined
  const { date } = route.useSearch()
  const begin = useEffectEvent(() => {
    if (found && date === undefined) follow(found, true)
  })
  // Once: from then on the operator chooses the days.
  const isFound = found !== undefined
  useEffect(() => {
    if (isFound) begin()
  }, [isFound])
  if (found) return <Registered original={found} {...{ schedules, close, follow }} />
  return (
    <FormPane title={t('schedules.form.label')} close={close}>
      {query.error !== null ? (
        <LoadFailed query={query}>{t('schedules.failed', { reason: errorText(t, query.error) })}</LoadFailed>
      ) : query.data === null ? (
        <Gone id={id} />
      ) : (
        <Delayed>
          <p className="third" role="status">
            {t('schedules.form.loading')}
          </p>
        </Delayed>
      )}
    </FormPane>
  )
}

/** What was changed at one that somebody deleted meanwhile can be registered anew. */
function Gone({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { draft } = useDraft()
  const begin = useBeginNew()
  if (draft?.scheduleId !== id) {
    return (
      <Notice tone="info" alert={false}>
        {t('schedules.form.gone')}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warn"
      actions={
        <Button size="xs" onClick={() => begin(draft)}>
          {t('schedules.form.meanwhile.again')}
        </Button>
      }
    >
      {t('schedules.form.meanwhile.deleted')}
    </Notice>
  )
}

function Registered({ original, schedules, close, follow }: Props & { readonly original: ScheduleView }) {
  const { draft, set } = useDraft()
  const { scheduleId } = original
  const mine = draft?.scheduleId === scheduleId
  // What was changed at another one is given up when this one is opened.
  useEffect(() => {
    if (useDraft.getState().draft?.scheduleId !== scheduleId) set(null)
  }, [scheduleId, set])
  const values = mine ? draft : draftOf(original)
  return <FormBody {...{ values, original, schedules, close, follow }} />
}

function New({ start, schedules, close, follow }: Props & { readonly start: string }) {
  const { timeZone } = useSignedIn().system
  const navigate = route.useNavigate()
  const now = useNow()
  const { view = 'week', date = dateOf(now, timeZone) } = route.useSearch()
  const usual = usualStart(firstDay(view, date), now, timeZone)
  const day = utcDay(usual)
  const near = useSchedules(day - DAY_MS, day + 31 * DAY_MS)
  const { draft, set } = useDraft()
  const asked = start === 'next' ? null : Number(start)
  const ready = asked !== null || !near.isPending
  const begin = useEffectEvent(() => {
    const begun = useDraft.getState().draft
    if (begun?.scheduleId !== null) {
      const fresh = asked === null ? newDraft(usual, [...schedules, ...(near.data ?? [])]) : newDraft(asked)
      set(fresh)
      follow(fresh)
    } else if (asked !== null && asked !== begun.startsAt)
      set({ ...begun, startsAt: asked, endsAt: asked + (begun.endsAt - begun.startsAt) })
  })
  // Only what is asked for begins a draft, not the clock, nor a list that was read again.
  useEffect(() => {
    if (ready) begin()
  }, [start, ready])
  if (draft?.scheduleId !== null) return null
  return (
    <FormBody
      values={draft}
      original={null}
      {...{ schedules, close, follow }}
      created={(scheduleId) =>
        navigate({
          search: (old) => ({ ...old, new: undefined, schedule: scheduleId }),
          ignoreBlocker: true,
        })
      }
    />
  )
}
