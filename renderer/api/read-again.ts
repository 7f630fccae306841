import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnected } from './events/hooks.ts'

/** Reads what is in view and was not read again, as soon as there is contact again. */
export function useReadAgain(): void {
  const connected = useConnected()
  const queries = useQueryClient()
  useEffect(() => {
    if (!connected) return
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [connected, queries])
}
