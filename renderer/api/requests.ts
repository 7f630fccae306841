/** The log of calls of both APIs. For masters. */
import type {
  ListRequestsQuery,
  RequestDetail,
  RequestList,
} from '../../service/contract/console-requests.ts'
import { call } from './http.ts'

const path = '/console/api/requests'

/** What calls are asked for; a text filters operation, caller, address and bodies. */
export type RequestFilter = Pick<ListRequestsQuery, 'api' | 'status' | 'operation' | 'caller' | 'search'>

/** Newest first. @param before `next` of the page before @throws ApiError FORBIDDEN for who is no master */
export function listRequests(
  filter: RequestFilter,
  limit: number,
  before: number | null,
): Promise<RequestList> {
  const query = new URLSearchParams({ ...filter, limit: String(limit) })
  if (before !== null) query.set('before', String(before))
  return call<RequestList>({ method: 'GET', path: `${path}?${query.toString()}` })
}

/** @throws ApiError NOT_FOUND once it is no longer kept */
export const readRequest = (id: string) =>
  call<RequestDetail>({ method: 'GET', path: `${path}/${encodeURIComponent(id)}` })
