import type { TFunction } from 'i18next'
import { RESET_FOR_GOOD, type ResetKind } from '../../../../service/contract/console/state.ts'

/** What a reset removes, what a snapshot keeps of it, and what goes for good. @param list the kinds, in words */
export function goesText(t: TFunction, kinds: readonly ResetKind[], list: string): string {
  const forGood = RESET_FOR_GOOD.filter((kind) => kinds.includes(kind))
  const isKept = kinds.some((kind) => kind !== 'requests')
  return [
    t('settings.data.reset.goes', { kinds: list }),
    ...(isKept ? [t('settings.data.reset.kept')] : []),
    ...forGood.map((kind) => t(`settings.data.reset.forGood.${kind}`)),
  ].join(t('common.sentenceSeparator'))
}
