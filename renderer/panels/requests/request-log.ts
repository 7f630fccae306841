/** The log of calls as it is read. */
import { useQuery } from '@tanstack/react-query'
import type { RequestView } from '../../../service/contract/console/requests.ts'
import { listRequests, readRequest, type RequestFilter } from '../../api/requests.ts'
import { withMoments, type Times } from '../../log/times.ts'
import type { LogSource } from '../../log/log-source.ts'
import { engineNow } from '../../ui/Moment.tsx'

const RENEW_MS = 2000

export const REQUEST_LOG: LogSource<RequestView, RequestFilter & Times> = {
  key: ['requests', 'log'],
  read: async (filter, { limit, before = null }) => {
    const { requests: rows, next } = await listRequests(withMoments(filter, engineNow()), limit, before)
    return { rows, before: next }
  },
  position: ({ id }) => id,
  renewAfter: () => RENEW_MS,
}

/** One call with its bodies; a call never changes. @param id undefined: none */
export function useRequest(id: string | undefined) {
  return useQuery({
    queryKey: ['requests', 'call', id],
    queryFn: () => readRequest(id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
  })
}
