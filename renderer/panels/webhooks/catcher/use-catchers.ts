import { useQuery } from '@tanstack/react-query'
import { CATCHERS_KEY, listCatchers, listCaught, readCaught } from '../../../api/catchers.ts'
import { every } from '../../../api/renew.ts'

const RENEW_MS = 3000
/** A request that was just sent is waited for. */
const RENEW_REQUESTS_MS = 1000

export function useCatchers() {
  return useQuery({ queryKey: CATCHERS_KEY, queryFn: listCatchers, refetchInterval: every(RENEW_MS) })
}

/** What arrived at a catcher, newest first, kept up to date. */
export function useCaughtRequests(name: string) {
  return useQuery({
    queryKey: [...CATCHERS_KEY, name, 'requests'],
    queryFn: () => listCaught(name),
    refetchInterval: every(RENEW_REQUESTS_MS),
  })
}

/** One request, which never changes. @param sequence undefined: none */
export function useCaught(name: string, sequence: string | undefined) {
  return useQuery({
    queryKey: [...CATCHERS_KEY, name, 'request', sequence],
    queryFn: () => readCaught(name, sequence ?? ''),
    enabled: sequence !== undefined,
  })
}
