/** What was recorded: listed, played, tried again, deleted. */
import type {
  PlayAddress,
  RecordingDetail,
  RecordingList,
  RecordingState,
} from '../../service/contract/console-archive.ts'
import { call } from './http.ts'

/** What all of it is known by among the queries. */
export const RECORDINGS_KEY = ['recordings'] as const

const path = '/console/api/recordings'

/** Every member that is given must fit. */
export interface RecordingFilter {
  readonly channel?: string
  readonly connection?: string
  readonly destination?: string
  readonly state?: RecordingState
  readonly search?: string
}

/** A page, newest first. @param range only recordings older than `before`; at most `limit` of them */
export function listRecordings(
  filter: RecordingFilter,
  range: { readonly limit: number; readonly before?: number },
): Promise<RecordingList> {
  const query = new URLSearchParams({ ...filter, limit: String(range.limit) })
  if (range.before !== undefined) query.set('before', String(range.before))
  return call<RecordingList>({ method: 'GET', path: `${path}?${query.toString()}` })
}

const one = (id: string) => `${path}/${encodeURIComponent(id)}`

/** @throws ApiError NOT_FOUND once it is deleted */
export const readRecording = (id: string) => call<RecordingDetail>({ method: 'GET', path: one(id) })

/** @throws ApiError NOT_WAITING where nothing waits for another try */
export const retryRecording = (id: string) => call<object>({ method: 'POST', path: `${one(id)}/retry` })

/** Where its movie can be played. @throws ApiError NOT_PLAYABLE */
export const playRecording = async (id: string): Promise<string> =>
  (await call<PlayAddress>({ method: 'POST', path: `${one(id)}/play` })).url

/** @param fromStore also what the store has of it @throws ApiError STILL_RECORDING, STORE_FAILED */
export const deleteRecording = (id: string, fromStore: boolean) =>
  call<object>({ method: 'DELETE', path: `${one(id)}?fromStore=${fromStore}` })
