/** The log of calls of both APIs. For masters. */
import type { ListRequestsQuery, RequestList } from '../../service/contract/console/requests.ts'
import { api, call } from './client.ts'

/** What calls are asked for; a text filters operation, caller, address and bodies. */
export type RequestFilter = Omit<ListRequestsQuery, 'before' | 'limit'>

/** Newest first. @param before `next` of the page before @throws ApiError FORBIDDEN for who is no master */
export const listRequests = (
  filter: RequestFilter,
  limit: number,
  before: number | null,
): Promise<RequestList> =>
  call(api.requests.list, { query: { ...filter, limit, before: before ?? undefined } })

/** @throws ApiError NOT_FOUND once it is no longer kept */
export const readRequest = (id: string) => call(api.requests.find, { params: { id } })
