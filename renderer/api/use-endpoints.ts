import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { every } from './renew.ts'
import { useEngine } from './events/hooks.ts'
import { listEndpoints, WEBHOOKS_KEY } from './webhooks.ts'

const RENEW_MS = 3000
const ENDPOINTS_KEY = [...WEBHOOKS_KEY, 'endpoints'] as const

/** Endpoints of webhooks, read again as soon as the engine counts them differently: both are to agree. */
export function useEndpoints(enabled = true) {
  const client = useQueryClient()
  const counted = JSON.stringify(useEngine()?.webhooks)
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ENDPOINTS_KEY }, { cancelRefetch: false })
  }, [client, counted])
  return useQuery({
    queryKey: ENDPOINTS_KEY,
    queryFn: listEndpoints,
    refetchInterval: every(RENEW_MS),
    enabled,
  })
}
