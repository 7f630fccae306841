/** Recordings, kept up to date while some of them still change; older pages come when asked for. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RecordingList } from '../../../service/contract/console-archive.ts'
import { useEngine } from '../../api/events/hooks.ts'
import { listRecordings, readRecording, RECORDINGS_KEY, type RecordingFilter } from '../../api/recordings.ts'
import { isUnfinished, unfinishedBelow, withPage } from './recording-rows.ts'

/** Most recordings of one answer that the list asks for. */
export const PAGE = 100
const RENEW_MS = 2000
/** Pages below the newest that are read to renew rows there; the rest waits for the next time. */
const MOST_RENEWED = 4

/** True while something is recorded or on its way, wherever it is in the list. */
function useBusy(): boolean {
  const archive = useEngine()?.archive
  return archive !== undefined && (archive.recording > 0 || archive.pendingBytes > 0)
}

/** The newest page, and those with rows that still change. */
async function renewed(
  filter: RecordingFilter,
  known: () => RecordingList | undefined,
): Promise<RecordingList> {
  let page = await listRecordings(filter, { limit: PAGE })
  let list = withPage(known(), page, Infinity)
  for (let pages = 0; page.before !== null && pages < MOST_RENEWED; pages++) {
    const next = unfinishedBelow(list, page.before)
    if (next === undefined) break
    const before = next.sequence + 1
    page = await listRecordings(filter, { limit: PAGE, before })
    list = withPage(list, page, before)
  }
  return list
}

export function useRecordings(filter: RecordingFilter) {
  const queries = useQueryClient()
  const busy = useBusy()
  const key = [...RECORDINGS_KEY, 'list', filter]
  const known = () => queries.getQueryData<RecordingList>(key)
  const query = useQuery({
    queryKey: key,
    queryFn: () => renewed(filter, known),
    // What was never read is read again by the operator, so that its failure stays in view.
    refetchInterval: ({ state: { data, status } }) =>
      (data !== undefined || status !== 'error') && (busy || data?.recordings.some(isUnfinished))
        ? RENEW_MS
        : false,
    placeholderData: keepPreviousData,
  })
  const { refetch } = query
  // What ended meanwhile shows its end.
  useEffect(() => {
    if (!busy) void refetch({ cancelRefetch: false })
  }, [busy, refetch])
  const older = useMutation({
    mutationFn: async (before: number) => {
      const page = await listRecordings(filter, { limit: PAGE, before })
      queries.setQueryData<RecordingList>(key, (list) =>
        list?.before === before ? withPage(list, page, before) : list,
      )
    },
  })
  const loadOlder = () => {
    const before = query.data?.before ?? null
    if (before !== null && !older.isPending && !query.isPlaceholderData) older.mutate(before)
  }
  const { data: list, error, isFetching } = query
  return { list, error, isFetching, refetch, older, loadOlder }
}

/** One recording with its figures, kept up to date while it changes. @param id undefined: none */
export function useRecording(id: string | undefined) {
  return useQuery({
    queryKey: [...RECORDINGS_KEY, 'one', id],
    queryFn: () => readRecording(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data) ? RENEW_MS : false),
  })
}

/** The newest recordings of a channel. @param connectionId asks anew when another broadcast begins */
export function useRecordingsOf(channelId: string, connectionId: string | undefined, limit: number) {
  const busy = useBusy()
  return useQuery({
    queryKey: [...RECORDINGS_KEY, 'of', channelId, connectionId ?? '', limit],
    queryFn: () => listRecordings({ channel: channelId }, { limit }),
    refetchInterval: ({ state: { data } }) =>
      busy || data?.recordings.some(isUnfinished) ? RENEW_MS : false,
    placeholderData: keepPreviousData,
  })
}
