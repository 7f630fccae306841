import { useQuery } from '@tanstack/react-query'
import { DESTINATIONS_KEY, listDestinations } from '../api/destinations.ts'

/** How often what waits and what fails is asked for, milliseconds. */
const POLL_MS = 5000

/** Every destination of the system, kept up to date. */
export const useDestinations = () =>
  useQuery({ queryKey: DESTINATIONS_KEY, queryFn: listDestinations, refetchInterval: POLL_MS })
