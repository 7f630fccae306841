import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { UserActivity } from '../../../service/contract/console/users.ts'
import { deleteUser, signOutUser, USERS_KEY, type User } from '../../api/users.ts'
import { askDanger } from '../../ui/danger.tsx'
import { useEdits } from './edit-store.ts'
import { refusalText } from './refusal.ts'

const sessionsText = (t: TFunction, activity: UserActivity | undefined) => {
  const count = (activity?.optionSessions ?? 0) + (activity?.consoleSessions ?? 0)
  return t('users.sessions', { count, number: count })
}

/** Asks, naming the user and what is cut. @param done called after it */
export function askDeleteUser(
  t: TFunction,
  queries: QueryClient,
  user: User,
  activity: UserActivity | undefined,
  done?: () => void,
): void {
  const { userId, name, email } = user
  askDanger({
    title: t('users.delete.title', { name }),
    lead: t('users.delete.lead', { email, sessions: sessionsText(t, activity) }),
    action: t('users.delete.do'),
    refusal: refusalText,
    run: async () => {
      await deleteUser(userId)
      useEdits.getState().drop(userId)
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      notifications.show({ message: t('users.delete.done', { name }) })
      done?.()
    },
  })
}

/** Asks, and ends the user's sessions; of oneself all but the one of this window. */
export function askSignOut(
  t: TFunction,
  queries: QueryClient,
  user: User,
  activity: UserActivity | undefined,
  isSelf: boolean,
): void {
  const { userId, name } = user
  askDanger({
    title: t('users.signOut.title', { name }),
    lead: t(isSelf ? 'users.signOut.leadSelf' : 'users.signOut.lead', {
      sessions: sessionsText(t, activity),
    }),
    action: t('users.signOut.do'),
    refusal: refusalText,
    run: async () => {
      await signOutUser(userId)
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      notifications.show({ message: t('users.signOut.done', { name }) })
    },
  })
}
