/** Webhooks and destinations by name, for who may see them; null for others, and until they were read. */
import { useEndpoints } from '../../api/use-endpoints.ts'
import { useDestinations } from '../../archive/use-destinations.ts'
import { useRights } from '../../stores/use-rights.ts'

export function useServices() {
  const { operates } = useRights()
  const endpoints = useEndpoints(operates)
  const destinations = useDestinations(operates)
  return { endpoints: endpoints.data ?? null, destinations: destinations.data ?? null }
}
