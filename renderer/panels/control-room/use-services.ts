/** Webhooks and destinations by name, for who may see them; null for others, and until they were read. */
import { useQuery } from '@tanstack/react-query'
import { DESTINATIONS_KEY, listDestinations } from '../../api/destinations.ts'
import { useEndpoints } from '../../api/use-endpoints.ts'
import { useRights } from './use-rights.ts'

const RENEW_MS = 5000

export function useServices() {
  const { operates } = useRights()
  const endpoints = useEndpoints(operates)
  const destinations = useQuery({
    queryKey: DESTINATIONS_KEY,
    queryFn: listDestinations,
    refetchInterval: RENEW_MS,
    enabled: operates,
  })
  return { endpoints: endpoints.data ?? null, destinations: destinations.data ?? null }
}
