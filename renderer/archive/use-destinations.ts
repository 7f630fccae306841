import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DESTINATIONS_KEY, listDestinations } from '../api/destinations.ts'
import { useEngine } from '../api/events/hooks.ts'

/** How often what waits and what fails is asked for, milliseconds. */
const POLL_MS = 5000

/** Every destination of the system, read again as soon as the engine counts those that fail differently. */
export function useDestinations(enabled = true) {
  const client = useQueryClient()
  const failing = useEngine()?.archive?.failing
  useEffect(() => {
    void client.invalidateQueries({ queryKey: DESTINATIONS_KEY }, { cancelRefetch: false })
  }, [client, failing])
  return useQuery({
    queryKey: DESTINATIONS_KEY,
    queryFn: listDestinations,
    refetchInterval: POLL_MS,
    enabled,
  })
}
