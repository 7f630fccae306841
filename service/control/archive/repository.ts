import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** A destination as it is kept: members of its request, the secret ones sealed. */
export interface StoredDestination {
  readonly id: ArchiveDestinationId
  readonly systemId: SystemId
  readonly bucketUri: string
  /** Members that are not secret. */
  readonly settings: Readonly<Record<string, string>>
  /** JSON of the secret members; null where there are none. */
  readonly sealedSecrets: Uint8Array | null
  readonly createdAt: EpochMilliseconds
}

/** What is remembered of archive destinations. A deleted one is not found by any of these. */
export interface ArchiveDestinationRepository {
  insert(destination: StoredDestination): void
  find(systemId: SystemId, id: string): StoredDestination | null
  /** Oldest first. */
  list(systemId: SystemId): readonly Pick<StoredDestination, 'id' | 'bucketUri'>[]
  /** How many channels that are not deleted have a rendition archived there. */
  countChannels(systemId: SystemId, id: ArchiveDestinationId): number
  /** Forgets the secrets for good. */
  markDeleted(id: ArchiveDestinationId, at: EpochMilliseconds): void
}
