/** The red plate: viewers see the picture. Nothing else is red. */
import { useTranslation } from 'react-i18next'
import { useNow } from '../api/events/clock.ts'
import { useConnected } from '../api/events/hooks.ts'
import { duration } from '../i18n/format.ts'
import css from './OnAirPlate.module.css'

/**
 * @param since when viewers could see it first, milliseconds since 1970; null draws nothing. Without
 *   contact to the engine nothing is drawn either, because then nobody knows.
 */
export function OnAirPlate({ since, timer = true }: { since: number | null; timer?: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const connected = useConnected()
  if (since === null || !connected) return null
  return (
    <span className={css.plate}>
      <span className={css.dot} aria-hidden="true" />
      {t('onAir.plate')}
      {timer && <span className={css.timer}>{duration(now - since)}</span>}
    </span>
  )
}
