/** Users and what was seen of them, kept up to date while the room is open. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UserActivity } from '../../../service/contract/console/users.ts'
import { listUsers, readOverview, USERS_KEY, type User } from '../../api/users.ts'

export const LIST_KEY = [...USERS_KEY, 'list']
/** Somebody else may change them, by the option API too. */
const RENEW_MS = 10_000

export const useUserList = () =>
  useQuery({
    queryKey: LIST_KEY,
    queryFn: listUsers,
    // What was never read is read again by the operator, so that its failure stays in view.
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : RENEW_MS),
  })

export function useOverview() {
  const query = useQuery({
    queryKey: [...USERS_KEY, 'overview'],
    queryFn: readOverview,
    refetchInterval: RENEW_MS,
  })
  const activity = useMemo(
    () => new Map<number, UserActivity>(query.data?.activity.map((one) => [one.userId, one])),
    [query.data],
  )
  return { query, activity }
}

/** Those with `text` in their name or e-mail, whatever the case and width of its letters. */
export function matching(users: readonly User[], text: string): readonly User[] {
  const wanted = folded(text.trim())
  if (wanted === '') return users
  return users.filter(({ name, email }) => folded(name).includes(wanted) || folded(email).includes(wanted))
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
