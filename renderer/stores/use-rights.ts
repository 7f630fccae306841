import { OPERATES, WATCHES } from '../rooms.ts'
import { useMay } from './session.ts'

/** What who is signed in may do here. */
export function useRights() {
  return {
    /** Looks after channels, webhooks and archives. */
    operates: useMay(OPERATES),
    /** Sees channels and reads chat. */
    watches: useMay(WATCHES),
    schedules: useMay('schedule'),
  }
}
