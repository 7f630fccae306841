import { useEffect, useState } from 'react'
import type { Restart } from '../../../../service/contract/console/state.ts'
import { useEngine } from '../../../api/events/hooks.ts'

/** Destinations that the restored state has and this installation can't read; it outlives the reload. */
const UNREADABLE = 'airdesk.restored.unreadable'

/** Waits for the engine to start again, and reads everything anew then. */
export function useRestart() {
  const startedAt = useEngine()?.startedAt ?? null
  const [before, setBefore] = useState<number | null>(null)
  const isBack = before !== null && startedAt !== null && startedAt !== before
  useEffect(() => {
    if (isBack) location.reload()
  }, [isBack])
  return {
    waiting: before !== null,
    begin: ({ unreadable }: Restart) => {
      if (unreadable > 0) sessionStorage.setItem(UNREADABLE, String(unreadable))
      setBefore(startedAt)
    },
  }
}

/** How many destinations the last restore left unreadable; told once. */
export function useUnreadable(): number {
  const [count] = useState(() => Number(sessionStorage.getItem(UNREADABLE) ?? 0))
  useEffect(() => {
    sessionStorage.removeItem(UNREADABLE)
  }, [])
  return count
}
