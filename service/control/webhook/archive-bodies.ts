/** Bodies of the webhooks about recordings, rendered once. */
import type { ArchiveDestinationId, ChannelId, ConnectionId, RecordingId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ArchiveEvent } from '../../contract/webhook-bodies.ts'

/** What every event says of its recording. */
export interface ArchivedRecording {
  readonly id: RecordingId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly rendition: number
  readonly destinationId: ArchiveDestinationId
  readonly bucketUri: string
  /** Below the bucket; ends with a slash. */
  readonly path: string
  readonly bytes: Bytes
  readonly durationMs: Milliseconds
  readonly lostMs: Milliseconds
}

/** What happened to a recording. */
export type ArchiveNews =
  | { readonly type: 'archive.created'; readonly playlist: string; readonly movie: string }
  | { readonly type: 'archive.failed'; readonly fault: StoreFault; readonly willRetry: boolean }

export function archiveEventBody(
  recording: ArchivedRecording,
  news: ArchiveNews,
  at: EpochMilliseconds,
): ArchiveEvent {
  const common = {
    channel_id: recording.channelId,
    connection_id: recording.connectionId,
    timestamp: new Date(at).toISOString(),
    label: 'Service Archive' as const,
  }
  const data = {
    recording_id: recording.id,
    rendition: recording.rendition,
    archive_destination_id: recording.destinationId,
    bucket_uri: recording.bucketUri,
    path: recording.path,
    bytes: recording.bytes,
    duration_seconds: recording.durationMs / 1000,
    lost_seconds: recording.lostMs / 1000,
  }
  if (news.type === 'archive.created') {
    const { playlist, movie } = news
    return { type: news.type, ...common, data: { ...data, playlist, movie } }
  }
  const { kind: reason, message } = news.fault
  return { type: news.type, ...common, data: { ...data, reason, message, will_retry: news.willRetry } }
}
