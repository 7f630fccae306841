import { useSignedIn } from '../../stores/session.ts'

/** True where the operator may make, change and delete schedules. */
export function useCanSchedule(): boolean {
  const { isMaster, permissions } = useSignedIn().user
  return isMaster || permissions.schedule
}
