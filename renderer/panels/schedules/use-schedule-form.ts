/** The values of the form of one schedule, what is wrong with them, and their sending. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codePoints } from '../../../service/contract/text.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'
import {
  changeSchedule,
  createSchedule,
  readSchedule,
  SCHEDULES_KEY,
  useSchedules,
} from '../../api/schedules.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { useSignedIn } from '../../stores/session.ts'
import { overlaps } from '../../schedule/conflict.ts'
import { draftOf, useDraft, type Draft } from './draft.ts'
import {
  byField,
  changeBody,
  createBody,
  isChanged,
  isChangedMeanwhile,
  LATER_OF_TWO,
  MAX_NAME,
  overlapFields,
  readField,
  rulesOf,
  type Field,
} from './form-values.ts'
import { useCanSchedule } from './use-can-schedule.ts'
import { DAY_MS } from '../../time.ts'

/** What stands in a field of time as it was written; it counts until the time is changed elsewhere. */
export interface Written {
  readonly text: string
  /** The time in the draft that it stands for, or would replace, milliseconds since 1970. */
  readonly at: number
}

/** All that may be in the way of a period: those in view, and those around it. */
function useOthers(values: Draft, inView: readonly ScheduleView[]): readonly ScheduleView[] {
  const day = Math.min(Math.max(0, Math.floor(values.startsAt / DAY_MS)), 1e8) * DAY_MS
  const { data = [] } = useSchedules(Math.max(0, day - 7 * DAY_MS), day + 31 * DAY_MS)
  return [...new Map([...inView, ...data].map((one) => [one.scheduleId, one])).values()].filter(
    ({ scheduleId }) => scheduleId !== values.scheduleId,
  )
}

/** Somebody else saved it since the change began. */
class Overtaken extends Error {}

/** @returns the schedule's id @throws Overtaken, ApiError */
async function write(draft: Draft, zone: string): Promise<string> {
  const { scheduleId } = draft
  if (scheduleId === null) return createSchedule(createBody(draft, zone))
  // What is in view may be some seconds old.
  const original = (await readSchedule(scheduleId)) ?? null
  if (isChangedMeanwhile(draft, original)) throw new Overtaken()
  await changeSchedule(changeBody(scheduleId, draft, zone))
  return scheduleId
}

interface Options {
  readonly values: Draft
  /** Null for one that is not registered yet. */
  readonly original: ScheduleView | null
  readonly schedules: readonly ScheduleView[]
  /** Called with the id once it is saved. */
  readonly saved: (scheduleId: string, draft: Draft) => unknown
}

export function useScheduleForm({ values, original, schedules, saved }: Options) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { timeZone: zone } = useSignedIn().system
  const canChange = useCanSchedule()
  const { set, send, leaveUnread } = useDraft()
  const [written, setWritten] = useState<{ readonly start?: Written; readonly end?: Written }>({})
  const [tried, setTried] = useState(false)
  const others = useOthers(values, schedules)

  const save = useMutation({
    mutationFn: async (draft: Draft) => {
      await saved(await write(draft, zone), draft)
      set(null)
      setTried(false)
    },
    onMutate: () => send(true),
    onSettled: () => send(false),
    onError: () => queries.invalidateQueries({ queryKey: SCHEDULES_KEY }),
  })
  const reading = (field: 'start' | 'end') => {
    const at = field === 'start' ? values.startsAt : values.endsAt
    const mine = written[field]?.at === at ? written[field] : undefined
    return { text: mine?.text, reading: readField(mine?.text ?? '', at, zone), at }
  }
  const times = { start: reading('start'), end: reading('end') }
  const unread = [times.start, times.end].some(
    (one) => one.text !== undefined && (one.reading === null || one.reading.kind === 'skipped'),
  )
  // The calendar shows the same draft.
  useEffect(() => {
    leaveUnread(unread)
    return () => leaveUnread(false)
  }, [unread, leaveUnread])
  // One that is just saved is in the way of its own draft.
  const clashes = save.isPending || unread ? [] : overlaps(values, others)
  // A refusal belongs to the values that were sent, and goes once they change.
  const failed = save.variables === values && !unread ? save.error : null
  const refusal = failed instanceof ApiError ? failed : null
  const refused = refusal?.code === 'SCHEDULE_OVERLAP' ? {} : byField(refusal?.problems ?? [])
  const rules = { ...refused, ...rulesOf(values, zone) }

  const change = (members: Partial<Omit<Draft, 'scheduleId'>>) => set({ ...values, ...members })
  const changeTime = (field: 'start' | 'end', at: number) =>
    change(
      field === 'start' ? { startsAt: at, endsAt: at + (values.endsAt - values.startsAt) } : { endsAt: at },
    )
  const errorOf = (field: Field): string | undefined => {
    const rule = rules[field]
    if (rule === undefined) return undefined
    if (field === 'name' && !tried && codePoints(values.name.trim()) <= MAX_NAME) return undefined
    return rule === LATER_OF_TWO ? t('schedules.form.rule.laterOfTwo') : carriedText(t, rule)
  }
  const changed = isChanged(values, original) || unread
  const meanwhile = canChange && !save.isPending && isChangedMeanwhile(values, original)
  const blocked = !canChange || !changed || meanwhile || clashes.length > 0 || save.isPending

  return {
    ...{ values, original, others, clashes, zone, canChange, changed, meanwhile, blocked, times, unread },
    /** True once saving was tried: what is wrong is then said at once, also where it is being written. */
    tried,
    change,
    errorOf,
    inTheWay: overlapFields(values, clashes),
    /** Takes what was written into a field of time; a text that is no time stays as it is. */
    write(field: 'start' | 'end', text: string) {
      const read = readField(text, times[field].at, zone)
      const at = read === null || read.kind === 'skipped' ? times[field].at : read.at
      setWritten({ ...written, [field]: { text, at } })
      if (at !== times[field].at) changeTime(field, at)
    },
    step: (field: 'start' | 'end', ms: number) => changeTime(field, times[field].at + ms),
    /** Shows the time itself again, where what was written is one. */
    leave(field: 'start' | 'end') {
      const { reading: read } = times[field]
      if (read !== null && read.kind !== 'skipped') setWritten({ ...written, [field]: undefined })
    },
    putBack() {
      setWritten({})
      setTried(false)
      set(null)
    },
    /** What is changed here stays, whatever was saved meanwhile. */
    keepMine() {
      if (original !== null) set({ ...values, base: draftOf(original).base })
    },
    busy: save.isPending,
    /** @returns false where a field has to be put right first */
    submit(): boolean {
      if (blocked) return true
      setTried(true)
      if (unread || Object.keys(rulesOf(values, zone)).length > 0) return false
      save.mutate(values)
      return true
    },
    /** True where the service refused it because of another one, which was not known of before. */
    overtaken: refusal?.code === 'SCHEDULE_OVERLAP' && clashes.length > 0,
    /** What the service refused and no field tells. */
    failure: failureOf(),
  }

  function failureOf(): string | null {
    // That it was overtaken is told by a notice, as soon as it was read again.
    if (failed === null || failed instanceof Overtaken) return null
    if (refusal === null) return errorText(t, failed)
    if (Object.keys(refused).length > 0) return null
    if (refusal.code === 'SCHEDULE_OVERLAP' && clashes.length > 0) return null
    const known = REFUSALS.find((code) => code === refusal.code)
    return known === undefined ? errorText(t, refusal) : t(`schedules.form.refusal.${known}`)
  }
}

const REFUSALS = ['SCHEDULE_OVERLAP', 'NOT_FOUND'] as const

export type ScheduleFormState = ReturnType<typeof useScheduleForm>
