/** What of chats is kept from the screens of this browser; nobody else is told. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Moderation, Muted } from './moderation.ts'

interface ChatModeration extends Moderation {
  readonly hide: (messageId: string) => void
  readonly showHidden: () => void
  readonly mute: (who: Muted) => void
  readonly unmute: (userId: number) => void
  readonly setWords: (words: readonly string[]) => void
}

/** More are not remembered; the oldest are seen again. */
const KEPT_HIDDEN = 1000

export const useChatModeration = create<ChatModeration>()(
  persist(
    (set) => ({
      hidden: [],
      muted: [],
      words: [],
      hide: (messageId) => set(({ hidden }) => ({ hidden: [...hidden, messageId].slice(-KEPT_HIDDEN) })),
      showHidden: () => set({ hidden: [] }),
      mute: (who) =>
        set(({ muted }) => ({ muted: [...muted.filter(({ userId }) => userId !== who.userId), who] })),
      unmute: (userId) => set(({ muted }) => ({ muted: muted.filter((one) => one.userId !== userId) })),
      setWords: (words) => set({ words }),
    }),
    {
      name: 'airdesk.chat-moderation',
      partialize: ({ hidden, muted, words }) => ({ hidden, muted, words }),
    },
  ),
)
