import { useMemo, useSyncExternalStore } from 'react'
import { ChatFollower, type ChatState } from './follower.ts'

/** The chat of a schedule, followed while it is shown. */
export function useChat(scheduleId: string): ChatState & { readonly ask: () => void } {
  const follower = useMemo(() => new ChatFollower(scheduleId), [scheduleId])
  const state = useSyncExternalStore(follower.subscribe, follower.state)
  return { ...state, ask: () => follower.ask() }
}
