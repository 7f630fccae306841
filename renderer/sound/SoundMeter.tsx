/** Level of two channels over a picture, with ticks where they were highest of late. */
import { useRef } from 'react'
import { QUIETEST_DB, share } from './level.ts'
import { useLevels, type FollowLevels } from './use-levels.ts'
import css from './SoundMeter.module.css'

/** Of the height, so that a tick of 2 px stays within it, %. */
const HIGHEST_TICK = 97

interface Props {
  /** Stays the same function. */
  readonly follow: FollowLevels
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
  useLevels(follow, (levels, peaks) => {
    const channels = [...(meter.current?.children ?? [])].map((channel) => [...channel.children])
    channels.forEach(([bar, tick], i) => {
      const top = share(peaks[i] ?? -Infinity)
      setStyle(bar, 'transform', `scaleY(${share(levels[i] ?? -Infinity).toFixed(3)})`)
      setStyle(tick, 'visibility', top > 0 ? 'visible' : 'hidden')
      setStyle(tick, 'transform', `translateY(${(-top * HIGHEST_TICK).toFixed(1)}%)`)
    })
  })
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
