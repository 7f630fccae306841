/** Level of two channels over a picture, with ticks where they were highest of late. */
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Levels } from '../api/events/levels.ts'
import { QUIETEST_DB, share } from './level.ts'
import { holdPeak, type Peak } from './peak.ts'
import css from './SoundMeter.module.css'

/** Without news for so long nothing is heard. */
const STALE_MS = 1000
/** Where motion is unwelcome it is drawn once in so long. */
const CALM_MS = 1000
const NOTHING: Levels = [-Infinity, -Infinity]
const NO_PEAK: Peak = { db: -Infinity, at: 0 }

interface Props {
  /** Calls back with each level that comes; returns how to stop. It must stay the same function. */
  readonly follow: (draw: (levels: Levels) => void) => () => void
  /** What is measured, for who cannot see it; left out where it is said beside it. */
  readonly label?: string
  /** Short-term loudness, LUFS. */
  readonly loudness?: number | null
  /** The same in words. */
  readonly text?: string
}

/** Drawn past React, and without transitions: these would have the window drawn 60 times a second. */
export function SoundMeter({ follow, label, loudness, text }: Props) {
  const meter = useRef<HTMLSpanElement>(null)
  const calm = useReducedMotion()
  useEffect(() => {
    const channels = [...(meter.current?.children ?? [])].map((channel) => [...channel.children])
    let peaks: readonly Peak[] = [NO_PEAK, NO_PEAK]
    let drawnAt = -Infinity
    let stale: ReturnType<typeof setTimeout> | undefined
    const draw = (levels: Levels): void => {
      const now = performance.now()
      peaks = peaks.map((peak, i) => holdPeak(peak, levels[i] ?? -Infinity, now))
      clearTimeout(stale)
      if (levels !== NOTHING) stale = setTimeout(() => draw(NOTHING), STALE_MS)
      if (calm && levels !== NOTHING && now - drawnAt < CALM_MS) return
      drawnAt = now
      channels.forEach(([bar, tick], i) => {
        setStyle(bar, 'transform', `scaleY(${share(levels[i] ?? -Infinity).toFixed(3)})`)
        const top = levels === NOTHING ? 0 : share(peaks[i]?.db ?? -Infinity)
        setStyle(tick, 'visibility', top > 0 ? 'visible' : 'hidden')
        setStyle(tick, 'transform', `translateY(${(-top * 100).toFixed(1)}%)`)
      })
    }
    const stop = follow(draw)
    return () => {
      stop()
      clearTimeout(stale)
    }
  }, [follow, calm])
  const described = label === undefined ? { 'aria-hidden': true } : meterRole(label, loudness ?? null, text)
  return (
    <span ref={meter} className={css.meter} {...described}>
      {['left', 'right'].map((channel) => (
        <span key={channel} className={css.channel} data-channel={channel}>
          <span className={css.bar} />
          <span className={css.peak} />
        </span>
      ))}
    </span>
  )
}

const meterRole = (label: string, loudness: number | null, text: string | undefined) =>
  ({
    role: 'meter',
    'aria-label': label,
    'aria-valuemin': QUIETEST_DB,
    'aria-valuemax': 0,
    'aria-valuenow': Math.round(Math.min(0, Math.max(QUIETEST_DB, loudness ?? QUIETEST_DB))),
    'aria-valuetext': text,
  }) as const

function setStyle(element: Element | undefined, name: string, value: string): void {
  if (element instanceof HTMLElement) element.style.setProperty(name, value)
}
