import type { TFunction } from 'i18next'
import { duration } from '../i18n/format.ts'
import { DAY_MS } from '../time.ts'

/** `1:00:00`, and days before that from one on. @param ms milliseconds */
export function spanText(t: TFunction, ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const time = duration(ms % DAY_MS)
  if (days === 0) return time
  const text = t('emulator.clock.days', { count: days })
  return ms % DAY_MS < 1000 ? text : t('emulator.clock.dayAndTime', { days: text, time })
}
