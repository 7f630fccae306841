import type { TFunction } from 'i18next'

/** True where something of a text can be seen: no spaces, controls and marks without width alone. Pure. */
export const hasVisible = (text: string): boolean =>
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text)

/** A name, or that there is none to be seen. */
export const visibleName = (t: TFunction, name: string): string =>
  hasVisible(name) ? name : t('common.unnamed')
