import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loudness, plain } from '../../i18n/format.ts'
import { QUIETEST_DB, share } from '../../sound/level.ts'
import { useLevels } from '../../sound/use-levels.ts'
import { followOwnLevel, useOwnSound } from '../../studio/own-level.ts'
import { Figure } from '../../ui/Figure.tsx'
import css from './SoundCard.module.css'

const MARKS = [-60, -40, -20, -9, 0]
const CHANNELS = ['left', 'right'] as const

/**
 * Both channels of what is sent with marks at their last peaks, -60 to 0 dBFS, and how loud that is. Drawn past
 * React: it changes 10 times a second.
 */
export function LevelMeter() {
  const { t } = useTranslation()
  const meter = useRef<HTMLDivElement>(null)
  const bars = useRef<(HTMLDivElement | null)[]>([])
  const marks = useRef<(HTMLDivElement | null)[]>([])
  const { word, shortTermLufs, peakDb } = useOwnSound()
  useLevels(followOwnLevel, (levels, peaks) => {
    const level = Math.min(0, Math.max(QUIETEST_DB, ...levels))
    meter.current?.setAttribute('aria-valuenow', String(Math.round(level)))
    bars.current.forEach((bar, i) =>
      bar?.style.setProperty('transform', `scaleX(${share(levels[i] ?? -Infinity)})`),
    )
    marks.current.forEach((mark, i) =>
      mark?.style.setProperty('left', `calc(${share(peaks[i] ?? -Infinity) * 100}% - 2px)`),
    )
  })
  const shortTerm = shortTermLufs === null ? null : loudness(shortTermLufs)
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
        aria-valuetext={[t(`sound.word.${word}`), ...(shortTerm ? [plain(shortTerm)] : [])].join(
          t('common.listSeparator'),
        )}
      >
        {CHANNELS.map((channel, i) => (
          <div key={channel} className={css.channel}>
            <div ref={(bar) => void (bars.current[i] = bar)} className={css.level} />
            <div ref={(mark) => void (marks.current[i] = mark)} className={css.peak} />
          </div>
        ))}
      </div>
      <div className={`num ${css.scale ?? ''}`} aria-hidden="true">
        {MARKS.map((db) => (
          <span key={db} style={db === 0 ? undefined : { left: `${share(db) * 100}%` }}>
            {db === 0 ? '0 dB' : `−${-db}`}
          </span>
        ))}
      </div>
      <dl className={css.figures}>
        <div>
          <dt className="third">{t('sound.shortTerm')}</dt>
          <dd>{shortTerm ? <Figure strong value={shortTerm} /> : '–'}</dd>
        </div>
        <div>
          <dt className="third">{t('sound.peak')}</dt>
          <dd>
            {peakDb >= QUIETEST_DB ? <Figure strong value={{ ...loudness(peakDb), unit: 'dB' }} /> : '–'}
          </dd>
        </div>
      </dl>
    </div>
  )
}
