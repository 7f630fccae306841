import type { ArchiveNotifications, ArchiveRequests } from '../../contract/archive-worker.ts'

/** The archive process, as far as it pushes live playlists to stores. */
export interface PublishProcess {
  /** @throws Refusal SERVICE_UNAVAILABLE when the process cannot be started, ends or refuses */
  request(
    name: 'publish.set',
    body: ArchiveRequests['publish.set'][0],
  ): Promise<ArchiveRequests['publish.set'][1]>
  /** Tells of each start; what is asked then waits until it takes requests. */
  onStart(listener: () => void): void
  onReport(listener: (report: ArchiveNotifications['publish.report']) => void): void
  onDone(listener: (place: ArchiveNotifications['publish.done']) => void): void
}
