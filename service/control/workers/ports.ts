/** What the worker fleet tells of the ingest process, and to whom. */
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ControlRequests, IngestNotifications } from '../../contract/worker-protocol.ts'

/** One run of the ingest process; what it asked is pointless once it has ended. */
export interface IngestRun {
  readonly alive: boolean
}

/** Who decides about connections. Notifications of one run come in the order they were sent. */
export interface IngestEvents {
  authorize(
    request: ControlRequests['publish.authorize'][0],
    run: IngestRun,
  ): Promise<ControlRequests['publish.authorize'][1]>
  connectionClosed(body: IngestNotifications['connection.closed']): void
  playlistReady(body: IngestNotifications['playlist.ready']): void
  playlistEnded(body: IngestNotifications['playlist.ended']): void
  connectionStats(body: IngestNotifications['connection.stats']): void
  viewersStats(body: IngestNotifications['viewers.stats']): void
  recordingFile(body: IngestNotifications['recording.file']): void
  recordingLost(body: IngestNotifications['recording.lost']): void
  recordingEnded(body: IngestNotifications['recording.ended']): void
  /** The process is gone, and with it every connection it carried. */
  ingestLost(reason: CloseReason): void
}
