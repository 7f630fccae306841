import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import type { Levels } from '../api/events/levels.ts'
import { holdPeak, type Peak } from './peak.ts'

/** Without news for so long nothing is heard. */
const STALE_MS = 1000
/** Where motion is unwelcome it is drawn once in so long. */
const CALM_MS = 1000
const NOTHING: Levels = [-Infinity, -Infinity]
const NO_PEAK: Peak = { db: -Infinity, at: 0 }

/** Calls back with each level that comes; returns how to stop. */
export type FollowLevels = (listener: (levels: Levels) => void) => () => void

/**
 * Draws levels past React as they come, with the highest of the last 1.5 s; nothing where none come any more.
 * @param follow stays the same function
 */
export function useLevels(follow: FollowLevels, draw: (levels: Levels, peaks: Levels) => void): void {
  const calm = useReducedMotion()
  const show = useEffectEvent(draw)
  useEffect(() => {
    let peaks: readonly [Peak, Peak] = [NO_PEAK, NO_PEAK]
    let drawnAt = -Infinity
    let stale: ReturnType<typeof setTimeout> | undefined
    const stop = follow((levels) => {
      const now = performance.now()
      peaks = [holdPeak(peaks[0], levels[0], now), holdPeak(peaks[1], levels[1], now)]
      clearTimeout(stale)
      stale = setTimeout(() => show(NOTHING, NOTHING), STALE_MS)
      if (calm && now - drawnAt < CALM_MS) return
      drawnAt = now
      show(levels, [peaks[0].db, peaks[1].db])
    })
    return () => {
      stop()
      clearTimeout(stale)
    }
  }, [follow, calm])
}
