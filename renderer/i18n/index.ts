/** Languages of the console. Texts are in the bundle, so that a switch needs no network. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'
import { ja } from './ja.ts'

export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** Starts i18next in `language` and marks the document with it. */
export function startTexts(language: Language): void {
  document.documentElement.lang = language
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, ja: { translation: ja } },
    interpolation: { escapeValue: false },
    initAsync: false,
    // Japanese puts nothing between two sentences.
    returnEmptyString: true,
  })
}

/** Switches the texts and the language of the document, which also chooses the shape of Chinese characters. */
export function changeLanguage(language: Language): void {
  document.documentElement.lang = language
  void i18next.changeLanguage(language)
}

/** The language of the browser where the console has it, else English. */
export function browserLanguage(): Language {
  return navigator.languages.some((l) => l.toLowerCase().startsWith('ja')) &&
    !navigator.language.toLowerCase().startsWith('en')
    ? 'ja'
    : 'en'
}
