import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { QUIETEST_DB } from '../../studio/mixer.ts'
import { sound } from '../../studio/sources.ts'
import { holdPeak, type Peak } from '../../sound/peak.ts'
import css from './SoundCard.module.css'

const EVERY_MS = 60
const MARKS = [-60, -40, -20, -9, 0]
const share = (db: number) => 1 - db / QUIETEST_DB

/** Level of what is sent and a mark at its last peak, −60 to 0 dBFS. Drawn past React: it changes 16 times a second. */
export function LevelMeter() {
  const { t } = useTranslation()
  const meter = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let peak: Peak = { db: QUIETEST_DB, at: 0 }
    const timer = setInterval(() => {
      const level = sound().levelDb()
      peak = holdPeak(peak, level, performance.now())
      meter.current?.setAttribute('aria-valuenow', String(Math.round(level)))
      if (bar.current !== null) bar.current.style.transform = `scaleX(${share(level)})`
      if (mark.current !== null) mark.current.style.left = `calc(${share(peak.db) * 100}% - 2px)`
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <div>
      <div
        ref={meter}
        className={css.meter}
        role="meter"
        aria-label={t('studio.level')}
        aria-valuemin={QUIETEST_DB}
        aria-valuemax={0}
        aria-valuenow={QUIETEST_DB}
      >
        <div ref={bar} className={css.level} style={{ transform: 'scaleX(0)' }} />
        <div ref={mark} className={css.peak} />
      </div>
      <div className={`num ${css.scale ?? ''}`} aria-hidden="true">
        {MARKS.map((db) => (
          <span key={db} style={db === 0 ? undefined : { left: `${share(db) * 100}%` }}>
            {db === 0 ? '0 dB' : `−${-db}`}
          </span>
        ))}
      </div>
    </div>
  )
}
