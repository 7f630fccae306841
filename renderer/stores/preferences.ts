/** What an operator chose for this browser. The engine stores none of it. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { browserLanguage, changeLanguage, type Language } from '../i18n/index.ts'

interface Preferences {
  readonly language: Language
  readonly showFigures: boolean
  readonly setLanguage: (language: Language) => void
  readonly toggleFigures: () => void
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      language: browserLanguage(),
      showFigures: true,
      setLanguage: (language) => {
        changeLanguage(language)
        set({ language })
      },
      toggleFigures: () => set((state) => ({ showFigures: !state.showFigures })),
    }),
    {
      name: 'airdesk.preferences',
      partialize: ({ language, showFigures }) => ({ language, showFigures }),
    },
  ),
)
