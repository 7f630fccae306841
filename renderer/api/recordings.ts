/** What was recorded: listed, played, tried again, deleted. */
import type { RecordingList, RecordingState } from '../../service/contract/console/recordings.ts'
import { api, call } from './client.ts'

/** What all of it is known by among the queries. */
export const RECORDINGS_KEY = ['recordings'] as const

/** Every member that is given must fit. */
export interface RecordingFilter {
  readonly channel?: string
  readonly connection?: string
  readonly destination?: string
  readonly state?: RecordingState
  readonly search?: string
}

/** A page, newest first. @param range only recordings older than `before`; at most `limit` of them */
export const listRecordings = (
  filter: RecordingFilter,
  range: { readonly limit: number; readonly before?: number },
): Promise<RecordingList> => call(api.recordings.list, { query: { ...filter, ...range } })

/** @throws ApiError NOT_FOUND once it is deleted */
export const readRecording = (id: string) => call(api.recordings.find, { params: { id } })

/** @throws ApiError NOT_WAITING where nothing waits for another try */
export const retryRecording = (id: string) => call(api.recordings.retry, { params: { id } })

/** Where its movie can be played. @throws ApiError NOT_PLAYABLE */
export const playRecording = async (id: string): Promise<string> =>
  (await call(api.recordings.play, { params: { id } })).url

/** @param fromStore also what the store has of it @throws ApiError STILL_RECORDING, STORE_FAILED */
export const deleteRecording = (id: string, fromStore: boolean) =>
  call(api.recordings.remove, { params: { id }, query: { fromStore } })
