import { ArchiveDestinations } from '../control/archive/destinations.ts'
import { RecordingFolders } from '../control/archive/recording-folders.ts'
import { archiveDestinationRepository } from '../control/store/archive-destinations.ts'
import type { Database } from '../control/store/database.ts'
import { recordingFolderRepository } from '../control/store/recording-folders.ts'
import type { OutgoingPolicy } from '../control/system/outgoing-policy.ts'
import type { Quotas } from '../control/system/quotas.ts'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { Settings } from '../platform/settings/command-line.ts'

interface DestinationOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'recordingsDirs'>
  readonly secrets: SecretBox
  readonly clock: Clock
}

interface DestinationNeeds {
  readonly database: Database
  readonly outgoing: OutgoingPolicy
  readonly quota: Quotas
}

/** Where recordings are kept. */
export function openDestinations(
  { settings, secrets, clock }: DestinationOptions,
  { database, outgoing, quota }: DestinationNeeds,
) {
  const recordingFolders = new RecordingFolders({
    ...{ clock, dataDir: settings.dataDir, given: settings.recordingsDirs },
    store: recordingFolderRepository(database),
  })
  const archive = new ArchiveDestinations({
    ...{ clock, box: secrets, folders: recordingFolders, outgoing, transactions: database, quota },
    destinations: archiveDestinationRepository(database),
  })
  return { archive, recordingFolders }
}
