/** What an operator chose for this browser. The engine stores none of it. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { NoticeSwitches } from '../../service/contract/desktop-bridge.ts'
import { browserLanguage, changeLanguage, type Language } from '../i18n/index.ts'

interface Preferences {
  readonly language: Language
  readonly showFigures: boolean
  /** Rows of 32 px, or of 36 px with letters a pixel larger. */
  readonly density: Density
  /** Which notices the desktop shows. */
  readonly notices: NoticeSwitches
  readonly setLanguage: (language: Language) => void
  readonly toggleFigures: () => void
  readonly setDensity: (density: Density) => void
  readonly setNotice: (kind: keyof NoticeSwitches, on: boolean) => void
}

export const DENSITIES = ['compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

const ALL_NOTICES: NoticeSwitches = {
  'starting-soon': true,
  'no-signal': true,
  'webhook-failing': true,
  'upload-failing': true,
  'quiet-on-air': false,
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      language: browserLanguage(),
      showFigures: true,
      density: 'compact',
      notices: ALL_NOTICES,
      setLanguage: (language) => {
        changeLanguage(language)
        set({ language })
      },
      setDensity: (density) => set({ density }),
      setNotice: (kind, on) => set(({ notices }) => ({ notices: { ...notices, [kind]: on } })),
      toggleFigures: () => set((state) => ({ showFigures: !state.showFigures })),
    }),
    {
      name: 'airdesk.preferences',
      partialize: ({ language, showFigures, density, notices }) => ({
        language,
        showFigures,
        density,
        notices,
      }),
    },
  ),
)
