import { pathToFileURL } from 'node:url'
import type {
  DestinationCredentials,
  DestinationList,
  LocalFolder,
  TestView,
} from '../../contract/console/destinations.ts'
import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import { kindOf } from './bucket-uri.ts'
import type { DestinationTests } from './destination-tests.ts'
import type { DestinationDesk } from './archive-desks.ts'
import type { ArchiveDestinations } from './destinations.ts'
import { openSaved } from './open-destination.ts'
import type { ArchiveDestinationRepository } from './repository.ts'
import type { UploadQueue } from './upload-queue.ts'

export interface DestinationDeskParts {
  readonly destinations: Pick<ArchiveDestinationRepository, 'facts' | 'find'>
  readonly saved: Pick<ArchiveDestinations, 'open' | 'changeCredentials'>
  readonly queue: Pick<UploadQueue, 'tryDestination'>
  readonly tests: DestinationTests
  /** Makes the folder that can be a destination at once; gives its absolute path. */
  readonly makeLocalFolder: () => string
}

/** Destinations for people, beyond what the live API has. */
export class ArchiveDestinationDesk implements DestinationDesk {
  readonly #parts: DestinationDeskParts

  constructor(parts: DestinationDeskParts) {
    this.#parts = parts
  }

  views(systemId: SystemId): DestinationList {
    const destinations = this.#parts.destinations
      .facts(systemId)
      .map((facts) => ({ ...facts, kind: kindOf(facts.bucketUri) }))
    return { destinations }
  }

  beginTest(systemId: SystemId, request: ArchiveDestinationRequest): TestView {
    return this.#parts.tests.begin(systemId, request)
  }

  beginSavedTest(systemId: SystemId, id: ArchiveDestinationId): TestView {
    const { destinations, saved, tests } = this.#parts
    if (!destinations.find(systemId, id)) throw refusal('NOT_FOUND')
    return tests.beginSaved(systemId, id, openSaved(saved, systemId, id))
  }

  changeCredentials(systemId: SystemId, id: ArchiveDestinationId, credentials: DestinationCredentials): void {
    const { destinations, saved, queue } = this.#parts
    if (!destinations.find(systemId, id)) throw refusal('NOT_FOUND')
    saved.changeCredentials(systemId, id, credentials)
    queue.tryDestination(id)
  }

  test(systemId: SystemId, id: string): TestView | null {
    return this.#parts.tests.find(systemId, id)
  }

  localFolder(): LocalFolder {
    return { bucketUri: pathToFileURL(this.#parts.makeLocalFolder()).href }
  }
}
