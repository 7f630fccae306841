import { useSignedIn } from '../../stores/session.ts'

/** What who is signed in may do here. */
export function useRights() {
  const { isMaster, permissions } = useSignedIn().user
  return {
    /** Looks after channels, webhooks and archives. */
    operates: isMaster || permissions.delivery,
    schedules: isMaster || permissions.schedule,
  }
}
