import { createInstance, type TFunction } from 'i18next'
import { en } from '../../renderer/i18n/en.ts'
import { ja } from '../../renderer/i18n/ja.ts'

/** The console's texts in one language, as `startTexts` has them. */
export function consoleTexts(lng: 'en' | 'ja'): TFunction {
  const i18n = createInstance()
  void i18n.init({
    lng,
    resources: { en: { translation: en }, ja: { translation: ja } },
    interpolation: { escapeValue: false },
    initAsync: false,
    returnEmptyString: true,
  })
  return i18n.t
}
