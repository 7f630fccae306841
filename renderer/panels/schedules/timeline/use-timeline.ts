/** The rows of a day, read from the engine. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ScheduleView } from '../../../../service/contract/console/schedules.ts'
import { RECORDINGS_KEY, recordingsWithin } from '../../../api/recordings.ts'
import { useScheduleSessions } from '../../../api/schedules.ts'
import { api } from '../../../api/client.ts'
import { useMay } from '../../../stores/session.ts'
import type { Period } from '../../../schedule/conflict.ts'
import { rowsOf } from './rows.ts'

const RENEW_MS = 5_000
const NONE: readonly never[] = []

/** @param now whole minutes, milliseconds since 1970 */
export function useTimeline(
  schedules: readonly ScheduleView[],
  { startsAt: from, endsAt: to }: Period,
  now: number,
) {
  const seesRecordings = useMay(api.recordings.list.who)
  const seesSessions = useMay(api.schedules.sessions.who)
  const sessions = useScheduleSessions(from, to, seesSessions)
  const recordings = useQuery({
    queryKey: [...RECORDINGS_KEY, 'within', from, to],
    queryFn: () => recordingsWithin(from, to),
    refetchInterval: RENEW_MS,
    enabled: seesRecordings,
  })
  const rows = useMemo(
    () =>
      rowsOf({
        ...{ schedules, now, span: { startsAt: from, endsAt: to } },
        sessions: sessions.data ?? NONE,
        recordings: recordings.data ?? NONE,
      }),
    [schedules, sessions.data, recordings.data, from, to, now],
  )
  const known = (!seesSessions || !sessions.isPending) && (!seesRecordings || !recordings.isPending)
  const failed = [sessions, recordings].find(({ error }) => error !== null)
  return { rows, known, seesRecordings, seesSessions, failed }
}
