import { useMay } from '../../stores/session.ts'

/** True where the operator may make, change and delete schedules. */
export const useCanSchedule = (): boolean => useMay('schedule')
