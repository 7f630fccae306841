import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Unreal } from './unreal.ts'
import { useUnreal } from './use-emulator.ts'

/** What is unreal, on one line; null where nothing is. */
export function useUnrealText(): string | null {
  const { t } = useTranslation()
  const unreal = useUnreal()
  return unreal && unrealText(t, unreal)
}

function unrealText(t: TFunction, { time, rate, armed }: Unreal): string {
  const parts = [
    ...(time === null ? [] : [t(`emulator.bar.${time}`, { rate })]),
    ...(armed === 0 ? [] : [t('emulator.armed', { count: armed })]),
  ]
  const text = parts.join(t('common.listSeparator'))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
