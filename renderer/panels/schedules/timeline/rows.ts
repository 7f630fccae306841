/** What a day's timeline shows: each schedule with the sessions of its channel and what was recorded. Pure. */
import type { RecordingState, RecordingView } from '../../../../service/contract/console/recordings.ts'
import type { ScheduleSession, ScheduleView } from '../../../../service/contract/console/schedules.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { Period } from '../../../schedule/conflict.ts'

/** A session as it is drawn: one that runs ends with the present. */
export interface SessionBar extends Period {
  readonly id: number
  readonly running: boolean
}

/** What was recorded of a broadcast, in all its renditions. */
export interface RecordingBar extends Period {
  readonly connectionId: string
  readonly renditions: number
  /** Of the one that needs most attention. */
  readonly state: RecordingState
}

export interface TimelineRow {
  readonly schedule: ScheduleView
  readonly sessions: readonly SessionBar[]
  readonly recordings: readonly RecordingBar[]
}

interface Given {
  readonly schedules: readonly ScheduleView[]
  readonly sessions: readonly ScheduleSession[]
  readonly recordings: readonly RecordingView[]
  /** The day. */
  readonly span: Period
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Most urgent first. */
const URGENCY: readonly RecordingState[] = ['failed', 'recording', 'sealing', 'uploading', 'available']

/** By start: what is planned for the day, and what was on air or recorded in it though it was planned for another. */
export function rowsOf({ schedules, sessions, recordings, span, now }: Given): readonly TimelineRow[] {
  const until = (startedAt: number, endedAt: number | null) => endedAt ?? Math.max(now, startedAt + MINUTE_MS)
  return schedules
    .map((schedule) => ({
      schedule,
      sessions: sessions
        .filter(({ scheduleId }) => scheduleId === schedule.scheduleId)
        .map(({ id, startedAt, endedAt }) => ({
          ...{ id, running: endedAt === null },
          ...{ startsAt: startedAt, endsAt: until(startedAt, endedAt) },
        })),
      recordings: byConnection(recordings.filter((recording) => isOf(recording, schedule))).map((parts) => ({
        connectionId: parts[0].connectionId,
        renditions: parts.length,
        state: worstOf(parts) ?? 'available',
        startsAt: Math.min(...parts.map(({ startedAt }) => startedAt)),
        endsAt: Math.max(
          ...parts.map(({ startedAt, endedAt, state, durationMs }) =>
            until(startedAt, state === 'recording' ? endedAt : (endedAt ?? startedAt + durationMs)),
          ),
        ),
      })),
    }))
    .filter((row) => touches(row.schedule, span) || row.sessions.length > 0 || row.recordings.length > 0)
}

/** The state of the one that needs most attention; null of none. */
export const worstOf = (parts: readonly { readonly state: RecordingState }[]): RecordingState | null =>
  URGENCY.find((state) => parts.some((part) => part.state === state)) ?? null

const touches = (one: Period, span: Period) => one.startsAt < span.endsAt && span.startsAt < one.endsAt

/** Its channel may have been deleted since, and one channel is of one schedule. */
const isOf = ({ schedule, channelId }: RecordingView, { scheduleId, channelId: its }: ScheduleView) =>
  schedule?.id === scheduleId || channelId === its

type Parts = [RecordingView, ...RecordingView[]]

/** Oldest first. */
function byConnection(recordings: readonly RecordingView[]): readonly Parts[] {
  const parts = new Map<string, Parts>()
  for (const recording of recordings) {
    const known = parts.get(recording.connectionId)
    if (known) known.push(recording)
    else parts.set(recording.connectionId, [recording])
  }
  return [...parts.values()].toSorted(([a], [b]) => a.startedAt - b.startedAt)
}
