import { useMemo } from 'react'
import { useHere } from '../api/events/clock.ts'
import { useChannels, useEngine, useLive } from '../api/events/hooks.ts'
import { alarmsOf, CONTACT_TOLERATED_MS, type Alarm } from './alarms.ts'

/** What needs somebody, worst first; null until it is known. */
export function useAlarms(): readonly Alarm[] | null {
  const engine = useEngine()
  const channels = useChannels()
  const { lostAt } = useLive()
  const here = useHere()
  const isLost = lostAt !== null && here - lostAt >= CONTACT_TOLERATED_MS
  return useMemo(() => {
    if (engine === null || channels === null) return null
    return alarmsOf({ engine, channels, lostAt, isLost })
  }, [engine, channels, lostAt, isLost])
}
