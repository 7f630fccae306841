/** Across every room while time or anything else is unreal. It can't be closed, only ended by what it offers. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../api/events/clock.ts'
import { disarmFaults, releaseClock } from '../api/emulator.ts'
import { dateFormat } from '../i18n/date-format.ts'
import { timeOfDay } from '../i18n/format.ts'
import { usePreferences } from '../stores/preferences.ts'
import { useSignedIn } from '../stores/session.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { spanText } from './span-text.ts'
import type { Unreal, UnrealTime } from './unreal.ts'
import { useRealNow, useUnreal } from './use-emulator.ts'
import { useEmulatorAct } from './use-emulator-act.ts'
import css from './Band.module.css'

export function Band() {
  const { t } = useTranslation()
  const unreal = useUnreal()
  const { isMaster } = useSignedIn().user
  if (unreal === null) return null
  const { time, armed, hits } = unreal
  return (
    <section className={css.band} aria-label={t('emulator.name')} data-place="emulator-band">
      <span className={css.name}>
        <Glyph name="flask" tone="lab" />
        {t('emulator.name')}
      </span>
      {time !== null && <Time unreal={unreal} time={time} />}
      {armed > 0 && (
        <span className={css.part}>
          <strong>{t('emulator.armed', { count: armed })}</strong>
          {t('emulator.band.hits', { count: hits })}
        </span>
      )}
      {isMaster && (
        <span className={css.ends}>
          {time === 'ahead' && (
            // It is never set back: what happened would lie in the future.
            <span>
              <Link to="/settings" search={{ section: 'data' }} className={css.link}>
                {t('emulator.band.restore')}
              </Link>
              {t('emulator.band.orFresh')}
            </span>
          )}
          {time !== null && time !== 'ahead' && <End act={releaseClock}>{t('emulator.band.release')}</End>}
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

function Time({ unreal: { rate, aheadMs, since }, time }: { unreal: Unreal; time: UnrealTime }) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useSignedIn().system
  const language = usePreferences((s) => s.language)
  const standing = spanText(t, Math.max(0, useRealNow() - since))
  const span = spanText(t, Math.round(Math.abs(aheadMs) / 1000) * 1000)
  return (
    <span className={css.part}>
      {t(`emulator.band.before.${time}`, { span })}
      <strong className="num">
        {dateText(now, timeZone, language)} {timeOfDay(now, timeZone)}
      </strong>
      {(time === 'frozen' || time === 'rate') && t(`emulator.band.${time}`, { rate, standing })}
    </span>
  )
}

/** `18 Nov 2026`, or `2026年11月18日`. @param at milliseconds since 1970 */
export function dateText(at: number, timeZone: string, language: string): string {
  const parts = { timeZone, day: 'numeric', month: 'short', year: 'numeric' } as const
  return dateFormat(language === 'ja' ? 'ja-JP' : 'en-GB', parts).format(at)
}
