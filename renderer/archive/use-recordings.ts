/** The recordings as they are read, and again while some of them still change. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecordingView } from '../../service/contract/console/recordings.ts'
import { useOperated } from '../api/events/hooks.ts'
import { listRecordings, readRecording, RECORDINGS_KEY, type RecordingFilter } from '../api/recordings.ts'
import type { LogSource } from '../log/log-source.ts'

const RENEW_MS = 2000

/** True while it is still recorded, sealed or uploaded. */
export const isUnfinished = ({ state }: Pick<RecordingView, 'state'>): boolean =>
  state === 'recording' || state === 'sealing' || state === 'uploading'

/** True while something is recorded or on its way, wherever it is in the list. */
export function useBusy(): boolean {
  const archive = useOperated()?.archive
  return archive !== undefined && (archive.recording > 0 || archive.pendingBytes > 0)
}

export function useRecordingLog(busy: boolean): LogSource<RecordingView, RecordingFilter> {
  return useMemo(
    () => ({
      key: [...RECORDINGS_KEY, 'list'],
      read: async (filter, range) => {
        const { recordings: rows, before } = await listRecordings(filter, range)
        return { rows, before }
      },
      position: ({ sequence }) => sequence,
      renewAfter: (_filter, known) => (busy || known?.rows.some(isUnfinished) ? RENEW_MS : false),
      isUnfinished,
      alwaysFollows: true,
    }),
    [busy],
  )
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
