import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { createUser, USERS_KEY, type NewUser } from '../../../api/users.ts'

/** Adds one user, whom the list then shows. */
export function useSend(): (user: NewUser) => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    async (user) => {
      await createUser(user)
      void queries.invalidateQueries({ queryKey: USERS_KEY })
    },
    [queries],
  )
}
