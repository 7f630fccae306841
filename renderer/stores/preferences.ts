/** What an operator chose for this browser. The engine stores none of it. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { keptSwitches, type NoticeSwitches } from '../../service/contract/desktop-bridge.ts'
import { browserLanguage, changeLanguage, type Language } from '../i18n/index.ts'

interface Preferences {
  readonly language: Language
  readonly showFigures: boolean
  /** Rows of 32 px, or of 36 px with letters a pixel larger. */
  readonly density: Density
  /** `system`: high where the computer asks for more. */
  readonly contrast: Contrast
  /** Which notices the desktop shows. */
  readonly notices: NoticeSwitches
  /** What calls are written in. */
  readonly snippetLanguage: SnippetLanguage
  /** Whether letters and signs alone do something. */
  readonly singleKeys: boolean
  readonly setLanguage: (language: Language) => void
  readonly toggleFigures: () => void
  readonly setDensity: (density: Density) => void
  readonly setContrast: (contrast: Contrast) => void
  readonly setSnippetLanguage: (language: SnippetLanguage) => void
  readonly setSingleKeys: (on: boolean) => void
  readonly setNotice: (kind: keyof NoticeSwitches, on: boolean) => void
}

export const DENSITIES = ['compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

export const CONTRASTS = ['standard', 'high', 'system'] as const
export type Contrast = (typeof CONTRASTS)[number]

export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python', 'go'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      language: browserLanguage(),
      showFigures: true,
      density: 'compact',
      contrast: 'system',
      notices: keptSwitches(null),
      snippetLanguage: 'curl',
      singleKeys: true,
      setLanguage: (language) => void changeLanguage(language, () => set({ language })),
      setDensity: (density) => set({ density }),
      setContrast: (contrast) => set({ contrast }),
      setSnippetLanguage: (snippetLanguage) => set({ snippetLanguage }),
      setSingleKeys: (singleKeys) => set({ singleKeys }),
      setNotice: (kind, on) => set(({ notices }) => ({ notices: { ...notices, [kind]: on } })),
      toggleFigures: () => set((state) => ({ showFigures: !state.showFigures })),
    }),
    {
      name: 'airdesk.preferences',
      merge: (kept, current) => {
        const known: Partial<Preferences> = typeof kept === 'object' && kept !== null ? kept : {}
        // The desktop takes the switches of every kind only, and those kept may be of an earlier version.
        return { ...current, ...known, notices: keptSwitches(known.notices) }
      },
      partialize: ({ language, showFigures, density, contrast, notices, snippetLanguage, singleKeys }) => ({
        language,
        showFigures,
        density,
        contrast,
        notices,
        snippetLanguage,
        singleKeys,
      }),
    },
  ),
)
