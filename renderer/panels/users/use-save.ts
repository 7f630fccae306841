import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { changeUser, listUsers, USERS_KEY, type User } from '../../api/users.ts'
import { announce } from '../../ui/Announcer.tsx'
import { byUser, staleness, wanted, type Edits } from './edits.ts'
import { useEdits, type Outcome } from './edit-store.ts'
import { LIST_KEY } from './use-users.ts'

/** Saves what waits: one request for each user, each with its own outcome. */
export function useSave(): () => Promise<void> {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useCallback(async () => {
    const { edits, saving, setSaving, settle } = useEdits.getState()
    if (saving || edits.length === 0) return
    setSaving(true)
    try {
      const fresh = await queries.fetchQuery({ queryKey: LIST_KEY, queryFn: listUsers, staleTime: 0 })
      const users = new Map(fresh.map((user) => [user.userId, user]))
      const counts = { saved: 0, kept: 0 }
      for (const [userId, own] of byUser(edits)) {
        const outcome = await saved(own, userId, users.get(userId))
        counts[outcome.kind === 'saved' ? 'saved' : 'kept']++
        settle(userId, outcome)
      }
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      const message =
        counts.kept === 0
          ? t('users.saved', { count: counts.saved, number: counts.saved })
          : t('users.savedPartly', { saved: counts.saved, kept: counts.kept })
      announce(message)
      if (counts.kept === 0) notifications.show({ message })
    } catch (error) {
      notifications.show({ message: t('users.notSaved', { reason: errorText(t, error) }) })
    } finally {
      setSaving(false)
    }
  }, [t, queries])
}

async function saved(own: Edits, userId: number, now: User | undefined): Promise<Outcome> {
  const stale = staleness(own, now)
  if (stale === 'gone') return { kind: 'gone' }
  if (stale.length > 0) return { kind: 'stale', keys: stale }
  try {
    await changeUser(userId, { permissions: wanted(own) })
    return { kind: 'saved' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
