import type { ArchiveRequests } from '../../contract/archive-worker.ts'
import type { TestStep } from '../../contract/console/destinations.ts'
import type { ArchiveNotifications } from '../../contract/archive-worker.ts'

/** The archive process; it is started by the first request and started again when it dies. */
export interface ArchiveProcess {
  /** @throws Refusal SERVICE_UNAVAILABLE when the process cannot be started, ends or refuses */
  request<Name extends Exclude<keyof ArchiveRequests, 'start' | 'stop' | 'publish.set'>>(
    name: Name,
    body: ArchiveRequests[Name][0],
  ): Promise<ArchiveRequests[Name][1]>
  onProgress(listener: (progress: ArchiveNotifications['upload.progress']) => void): void
  onTestStep(listener: (id: string, step: TestStep) => void): void
}
