import { getRouteApi } from '@tanstack/react-router'
import { useDraft, type Draft } from './draft.ts'

const route = getRouteApi('/schedules')

/** Opens the form of a new schedule with these values in the place of the one that is open. */
export function useBeginNew(): (values: Omit<Draft, 'scheduleId' | 'base'>) => void {
  const navigate = route.useNavigate()
  const { set } = useDraft()
  return (values) => {
    set({ ...values, scheduleId: null, base: null })
    void navigate({
      search: (old) => ({ ...old, schedule: undefined, new: String(values.startsAt) }),
      ignoreBlocker: true,
    })
  }
}
