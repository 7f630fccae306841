/** Schedules: read as the console shows them, written through the option API. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { ScheduleView } from '../../service/contract/console/schedules.ts'
import type { changeScheduleRequest, createScheduleRequest } from '../../service/contract/option-api.ts'
import { queries } from '../queries.ts'
import { useNow } from './events/clock.ts'
import { every } from './renew.ts'
import { api, call } from './client.ts'
import { DAY_MS, utcDay } from '../time.ts'

export const SCHEDULES_KEY = ['schedules'] as const
const RENEW_MS = 10_000
const RENEW_FAR_MS = 60_000
const RENEW_SESSIONS_MS = 5_000

const read = async (from: number, to: number): Promise<readonly ScheduleView[]> =>
  (await call(api.schedules.list, { query: { from, to } })).schedules

/** All that there are, by start. @throws ApiError */
export const allSchedules = async (): Promise<readonly ScheduleView[]> =>
  (await call(api.schedules.list, {})).schedules

/** One as it is now; undefined where there is none. @throws ApiError */
export async function readSchedule(scheduleId: string): Promise<ScheduleView | undefined> {
  const { schedules } = await call(api.schedules.search, { query: { text: scheduleId } })
  return schedules.find((one) => one.scheduleId === scheduleId)
}

/**
 * One, wherever it is; null where there is none.
 * @param enabled whether it is needed
 */
export const useSchedule = (scheduleId: string, enabled: boolean) =>
  useQuery({
    queryKey: [...SCHEDULES_KEY, 'one', scheduleId],
    queryFn: async () => (await readSchedule(scheduleId)) ?? null,
    refetchInterval: every(RENEW_MS),
    enabled,
  })

/**
 * Schedules that have some of `[from, to)`, by start.
 * @param from @param to milliseconds since 1970
 * @param enabled whether they are needed
 * @param renew how often they are read again, milliseconds
 */
export function useSchedules(from: number, to: number, enabled = true, renew = RENEW_MS) {
  return useQuery({
    queryKey: [...SCHEDULES_KEY, from, to],
    queryFn: () => read(from, to),
    refetchInterval: every(renew),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/**
 * Schedules that end after `from`, however far ahead, by start; what is a month ahead is read less often.
 * @param from milliseconds since 1970
 */
export function useSchedulesFrom(from: number) {
  const month = utcDay(useNow()) + 31 * DAY_MS
  const nearby = useSchedules(from, month)
  const { data: near } = nearby
  const { data: far, isPending } = useSchedules(month, Number.MAX_SAFE_INTEGER, true, RENEW_FAR_MS)
  const schedules = useMemo((): readonly ScheduleView[] | undefined => {
    if (near === undefined || isPending) return undefined
    const known = new Set(near.map(({ scheduleId }) => scheduleId))
    return [...near, ...(far ?? []).filter(({ scheduleId }) => !known.has(scheduleId))]
  }, [near, far, isPending])
  return {
    /** Undefined until they are known. */
    schedules,
    /** What was not read, so that they are not known; null while there is nothing to try again. */
    failed: near === undefined && nearby.error !== null ? nearby : null,
  }
}

/**
 * The few nearest to now that have the text in their names, or as their id, whenever they are.
 * @param text empty: none are looked for
 */
export function useFoundSchedules(text: string): readonly ScheduleView[] {
  const { data } = useQuery({
    queryKey: [...SCHEDULES_KEY, 'search', text],
    queryFn: async () => (await call(api.schedules.search, { query: { text } })).schedules,
    placeholderData: keepPreviousData,
    enabled: text !== '',
  })
  return text === '' || data === undefined ? [] : data
}

/**
 * Sessions of channels of schedules that have some of `[from, to)`.
 * @param from @param to milliseconds since 1970
 * @param enabled whether who is signed in may see them
 */
export function useScheduleSessions(from: number, to: number, enabled: boolean) {
  return useQuery({
    queryKey: [...SCHEDULES_KEY, 'sessions', from, to],
    queryFn: async () => (await call(api.schedules.sessions, { query: { from, to } })).sessions,
    refetchInterval: RENEW_SESSIONS_MS,
    enabled,
  })
}

/** The schedule that runs now and the one that comes next, within 30 days; null where there is none. */
export function useScheduleNow(): {
  readonly current: ScheduleView | null
  readonly next: ScheduleView | null
  /** False until schedules were read. */
  readonly known: boolean
  /** Why they were not read, the last time they were asked for. */
  readonly error: Error | null
} {
  const now = useNow()
  // Whole days, so that the question stays the same while the clock runs.
  const day = utcDay(now)
  const { data = [], isSuccess, error } = useSchedules(day - DAY_MS, day + 31 * DAY_MS)
  return {
    known: isSuccess,
    error,
    current: data.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt) ?? null,
    next: data.find(({ startsAt }) => startsAt > now) ?? null,
  }
}

const renew = () => queries.invalidateQueries({ queryKey: SCHEDULES_KEY })

/** @throws ApiError SCHEDULE_OVERLAP, BAD_REQUEST with each wrong member @returns its id */
export async function createSchedule(body: z.input<typeof createScheduleRequest>): Promise<string> {
  const made = await call(api.option.createSchedule, { body })
  await renew()
  return made.schedule_id
}

/** @throws ApiError SCHEDULE_OVERLAP, NOT_FOUND, BAD_REQUEST with each wrong member */
export async function changeSchedule(body: z.input<typeof changeScheduleRequest>): Promise<void> {
  await call(api.option.changeSchedule, { body })
  await renew()
}

/** @throws ApiError SCHEDULE_STARTED, NOT_FOUND */
export async function deleteSchedule(scheduleId: string): Promise<void> {
  await call(api.option.deleteSchedule, { query: { schedule_id: scheduleId } })
  await renew()
}

/** The channel to broadcast a schedule on, which is made anew where it was deleted. @throws ApiError CHANNEL_DELETED */
export async function deliveryChannel(scheduleId: string): Promise<string> {
  const { channel_id } = await call(api.option.getDelivery, { query: { schedule_id: scheduleId } })
  await renew()
  return channel_id
}
