import { useMemo } from 'react'
import { useNow } from '../../../api/events/clock.ts'
import { useSchedules } from '../../../api/schedules.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { addDays, dateOf, startOfDay } from '../../../zone-time.ts'

/** Ids of the channels of schedules that have some of today, by the clocks of the system; undefined until read. */
export function useToday(): ReadonlySet<string> | undefined {
  const zone = useSignedIn().system.timeZone
  const date = dateOf(useNow(), zone)
  const [from, to] = useMemo(() => [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)], [date, zone])
  const { data } = useSchedules(from, to)
  return useMemo(() => data && new Set(data.flatMap(({ channelId }) => channelId ?? [])), [data])
}
