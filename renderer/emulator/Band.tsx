/** Across every room while time or anything else is unreal. It can't be closed, only ended by what it offers. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNow } from '../api/events/clock.ts'
import { disarmFaults, releaseClock } from '../api/emulator.ts'
import { dateFormat } from '../i18n/date-format.ts'
import { timeOfDay } from '../i18n/format.ts'
import { usePreferences } from '../stores/preferences.ts'
import { useSignedIn } from '../stores/session.ts'
import { Glyph } from '../ui/Glyph.tsx'
import type { UnrealTime } from './unreal.ts'
import { useUnreal } from './use-emulator.ts'
import { useEmulatorAct } from './use-emulator-act.ts'
import css from './Band.module.css'

export function Band() {
  const { t } = useTranslation()
  const unreal = useUnreal()
  const { isMaster } = useSignedIn().user
  if (unreal === null) return null
  const { time, rate, armed, hits } = unreal
  return (
    <section className={css.band} aria-label={t('emulator.name')} data-place="emulator-band">
      <span className={css.name}>
        <Glyph name="flask" tone="lab" />
        {t('emulator.name')}
      </span>
      {time !== null && <Time time={time} rate={rate} />}
      {armed > 0 && (
        <span className={css.part}>
          <strong>{t('emulator.armed', { count: armed })}</strong>
          {t('emulator.band.hits', { count: hits })}
        </span>
      )}
      {isMaster && (
        <span className={css.ends}>
          {(time === 'frozen' || time === 'rate') && (
            <End act={releaseClock}>{t('emulator.band.release')}</End>
          )}
          {armed > 0 && <End act={disarmFaults}>{t('emulator.band.disarm')}</End>}
        </span>
      )}
    </section>
  )
}

function End({ act, children }: { act: () => Promise<unknown>; children: string }) {
  const { run, isRunning } = useEmulatorAct(act)
  return (
    <Button
      variant="transparent"
      size="compact-sm"
      className={css.end}
      loading={isRunning}
      onClick={() => run()}
    >
      {children}
    </Button>
  )
}

function Time({ time, rate }: { time: UnrealTime; rate: number }) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useSignedIn().system
  const language = usePreferences((s) => s.language)
  return (
    <span className={css.part}>
      {t('emulator.band.notReal')}
      <strong className="num">
        {dateText(now, timeZone, language)} {timeOfDay(now, timeZone)}
      </strong>
      {t(`emulator.band.${time}`, { rate })}
    </span>
  )
}

/** `18 Nov 2026`, or `2026年11月18日`. @param at milliseconds since 1970 */
export function dateText(at: number, timeZone: string, language: string): string {
  const parts = { timeZone, day: 'numeric', month: 'short', year: 'numeric' } as const
  return dateFormat(language === 'ja' ? 'ja-JP' : 'en-GB', parts).format(at)
}
