/** Languages of the console. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { whenIdle } from '../idle.ts'
import type { en } from './en.ts'
import type { Texts } from './texts.ts'

export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** Those of one language are a file: a page begins with those that it shows, and has the others soon after. */
const TEXTS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => import('./en.ts').then(({ en }) => en),
  ja: () => import('./ja.ts').then(({ ja }) => ja),
}

/** Starts i18next in `language` and marks the document with it. */
export async function startTexts(language: Language): Promise<void> {
  document.documentElement.lang = language
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { [language]: { translation: await TEXTS[language]() } },
    interpolation: { escapeValue: false },
    initAsync: false,
    // Japanese puts nothing between two sentences.
    returnEmptyString: true,
  })
}

/** Loads the other languages too, so that a switch needs no network; where that fails, the switch tries it again. */
export async function knowAllTexts(): Promise<void> {
  await whenIdle()
  await Promise.allSettled(LANGUAGES.map(know))
}

async function know(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return
  i18next.addResourceBundle(language, 'translation', await TEXTS[language]())
}

let wanted: Language | undefined

/**
 * Switches the texts and the language of the document, which also chooses the shape of Chinese characters.
 * @param switched called in the same moment; never where the texts can't be loaded, or another language was chosen
 */
export async function changeLanguage(language: Language, switched: () => void): Promise<void> {
  wanted = language
  await know(language)
  if (wanted !== language) return
  document.documentElement.lang = language
  void i18next.changeLanguage(language)
  switched()
}

/** The language of the browser where the console has it, else English. */
export function browserLanguage(): Language {
  return navigator.languages.some((l) => l.toLowerCase().startsWith('ja')) &&
    !navigator.language.toLowerCase().startsWith('en')
    ? 'ja'
    : 'en'
}
