/** What was recorded: listed, played, tried again, deleted. */
import type {
  RecordingList,
  RecordingState,
  RecordingView,
} from '../../service/contract/console/recordings.ts'
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

const PAGE = 200

/** All that have some of `[from, to)`, newest first. @param from @param to milliseconds since 1970 */
export async function recordingsWithin(from: number, to: number): Promise<readonly RecordingView[]> {
  const found: RecordingView[] = []
  let before: number | null | undefined
  while (before !== null) {
    const query = { from, to, limit: PAGE, ...(before === undefined ? {} : { before }) }
    const page: RecordingList = await call(api.recordings.list, { query })
    found.push(...page.recordings)
    before = page.before
  }
  return found
}

/** How long they are kept in folders, and what would go now by so many days. */
export const readRetention = (days: number | null) =>
  call(api.recordings.retention, { query: days === null ? {} : { days } })

/** @param keepDays null: until somebody deletes them */
export const keepRecordings = (keepDays: number | null) => call(api.recordings.keep, { body: { keepDays } })

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
