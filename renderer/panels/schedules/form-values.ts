/** The form of a schedule: the request it stands for, the rules it breaks, what a new one starts as. Pure. */
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { carried, problemsOf } from '../../../service/contract/refusal/carried.ts'
import type { Problem } from '../../../service/contract/refusal/rules.ts'
import { changeScheduleRequest, createScheduleRequest } from '../../../service/contract/option-api.ts'
import type { Rendition } from '../../../service/contract/rendition.ts'
import { DEFAULT_PRESET, ladder } from '../../channel/ladder.ts'
import { nextFree, type Overlap, type Period } from '../../schedule/conflict.ts'
import { differ, type Draft } from './draft.ts'
import { canBeSent, optionTime, readWall, startOfDay, wallOf, type WallReading } from '../../zone-time.ts'
import { HOUR_MS } from '../../time.ts'

export const FIELDS = ['name', 'start', 'end', 'renditions'] as const
export type Field = (typeof FIELDS)[number]
export type Rules = { readonly [F in Field]?: string }

/** Of a time that clocks show twice and that is the second one: no text of the option API means it. */
export const LATER_OF_TWO = 'laterOfTwo'

/** Code points. */
export const MAX_NAME = 30

/** What the option API is sent for a new one. @param zone of the system */
export const createBody = (draft: Draft, zone: string) => ({
  name: draft.name.trim(),
  start_datetime: optionTime(draft.startsAt, zone),
  end_datetime: optionTime(draft.endsAt, zone),
  service_params: [...draft.renditions],
})

/** What the option API is sent for a registered one. @param zone of the system */
export function changeBody(scheduleId: string, draft: Draft, zone: string) {
  const { name, start_datetime, end_datetime } = createBody(draft, zone)
  return { schedule_id: scheduleId, name, start_datetime, end_datetime }
}

/** The field that a member of the request stands in; null where none does. */
function fieldOf(member: string): Field | null {
  if (/^service_params\b/.test(member)) return 'renditions'
  return MEMBERS[member] ?? null
}
const MEMBERS: Readonly<Record<string, Field>> = {
  name: 'name',
  start_datetime: 'start',
  end_datetime: 'end',
}

/** The first broken rule of each field. */
export function byField(problems: readonly Problem[]): Rules {
  const rules: { [F in Field]?: string } = {}
  for (const { path, ...broken } of problems) {
    const field = fieldOf(path)
    if (field !== null) rules[field] ??= carried(broken)
  }
  return rules
}

/** Broken rules, by the service's own schemas. @param zone of the system */
export function rulesOf(draft: Draft, zone: string): Rules {
  const { error } =
    draft.scheduleId === null
      ? createScheduleRequest.safeParse(createBody(draft, zone))
      : changeScheduleRequest.safeParse(changeBody(draft.scheduleId, draft, zone))
  return {
    ...byField(error ? problemsOf(error) : []),
    ...(canBeSent(draft.startsAt, zone) ? {} : { start: LATER_OF_TWO }),
    ...(canBeSent(draft.endsAt, zone) ? {} : { end: LATER_OF_TWO }),
  }
}

/**
 * Which end of a period has to move, and on whose account: the start that lies in another schedule, the end
 * that lies beyond the start of one.
 */
export function overlapFields<Other extends Period>(
  period: Period,
  clashes: readonly Overlap<Other>[],
): { readonly start?: Other; readonly end?: Other } {
  const begun = clashes.find(({ other }) => other.startsAt <= period.startsAt)
  const ahead = clashes.find(({ other }) => other.startsAt > period.startsAt)
  return { ...(begun ? { start: begun.other } : {}), ...(ahead ? { end: ahead.other } : {}) }
}

/** False where saving would change nothing. */
export const isChanged = (draft: Draft, original: ScheduleView | null): boolean =>
  original === null || differ(draft, original)

/** True where somebody else saved something since the change began, which saving it would take back. */
export const isChangedMeanwhile = (draft: Draft, original: ScheduleView | null): boolean =>
  original !== null && draft.base !== null && differ(draft.base, original) && differ(draft, original)

/** The next full hour on the clocks of a zone, milliseconds since 1970. */
export function nextFullHour(now: number, zone: string): number {
  const hour = readWall(`${wallOf(now, zone).slice(0, 13)}:00`, zone)
  const begun = hour.kind === 'skipped' ? hour.next : hour.at
  return begun + HOUR_MS * Math.max(1, Math.ceil((now + 1 - begun) / HOUR_MS))
}

/**
 * Where a schedule begins that is asked for without a time: at the next full hour, or at nine o'clock where days
 * to come are shown.
 * @param shown the first of them, `YYYY-MM-DD`
 */
export function usualStart(shown: string, now: number, zone: string): number {
  if (startOfDay(shown, zone) <= now) return nextFullHour(now, zone)
  const nine = readWall(`${shown}T09:00`, zone)
  return nine.kind === 'skipped' ? nine.next : nine.at
}

/**
 * One hour at `startsAt`, or as soon after it as there is room.
 * @param startsAt milliseconds since 1970
 * @param others what it makes way for
 */
export function newDraft(startsAt: number, others: readonly Period[] = []): Draft {
  const free = nextFree({ startsAt, endsAt: startsAt + HOUR_MS }, others)
  return { scheduleId: null, name: '', ...free, renditions: ladder(DEFAULT_PRESET), base: null }
}

/** What a schedule can offer at registration; `none`: WebRTC only. */
export const QUALITIES = ['1080p', '720p', '480p', 'audio', 'none'] as const
export type Quality = (typeof QUALITIES)[number]

export const renditionsOf = (quality: Quality): Rendition[] => (quality === 'none' ? [] : ladder(quality))

/** Which of the ready ones these are; null for own ones. */
export const qualityOf = (renditions: readonly Rendition[]): Quality | null =>
  QUALITIES.find((quality) => JSON.stringify(renditionsOf(quality)) === JSON.stringify(renditions)) ?? null

/** `2026-11-20 12:15` as a field shows it; seconds only where there are some. */
export const fieldText = (at: number, zone: string) => wallOf(at, zone).replace('T', ' ').replace(/:00$/, '')

const WRITTEN = /^(?:(?:(\d{4})[-/])?(\d{1,2})[-/](\d{1,2})(?:T|\s+))?(\d{1,2}):(\d{2})(?::(\d{2}))?$/u

/**
 * What somebody wrote into such a field; full-width digits too. A date, or its year, that is left out is the
 * one of `at`.
 * @param at milliseconds since 1970 @returns null for what is no time
 */
export function readField(text: string, at: number, zone: string): WallReading | null {
  const parts = WRITTEN.exec(text.normalize('NFKC').trim())
  if (parts === null) return null
  const [thisYear = '', thisMonth = '', thisDay = ''] = wallOf(at, zone).slice(0, 10).split('-')
  const [, year = thisYear, month = thisMonth, day = thisDay, hour = '', minute = '', second = '00'] = parts
  const two = (part: string) => part.padStart(2, '0')
  try {
    return readWall(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`, zone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
