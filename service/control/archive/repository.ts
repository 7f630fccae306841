import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type { DestinationView } from '../../contract/console/destinations.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { DestinationTrouble } from './recording.ts'

/** Members of its request, the secret ones sealed. */
export interface DestinationMembers {
  /** Members that are not secret. */
  readonly settings: Readonly<Record<string, string>>
  /** JSON of the secret members; null where there are none. */
  readonly sealedSecrets: Uint8Array | null
}

/** A destination as it is kept. */
export interface StoredDestination extends DestinationMembers {
  readonly id: ArchiveDestinationId
  readonly systemId: SystemId
  readonly bucketUri: string
  readonly createdAt: EpochMilliseconds
}

/** A destination as the console shows it, but for its kind. */
export type DestinationFacts = Omit<DestinationView, 'kind'>

/** What is remembered of archive destinations. A deleted one is not found. */
export interface ArchiveDestinationRepository {
  insert(destination: StoredDestination): void
  setMembers(id: ArchiveDestinationId, members: DestinationMembers): void
  find(systemId: SystemId, id: string): StoredDestination | null
  /** Oldest first. */
  list(systemId: SystemId): readonly Pick<StoredDestination, 'id' | 'bucketUri'>[]
  /** Every one that the system ever had. */
  readonly made: (systemId: SystemId) => readonly Pick<StoredDestination, 'id' | 'bucketUri'>[]
  /** How many channels that are not deleted have a rendition archived there. */
  countChannels(systemId: SystemId, id: ArchiveDestinationId): number
  /** Whether live playlists are published there, or still to be removed. */
  isPublished(id: ArchiveDestinationId): boolean
  /** How many recordings are on their way there. */
  countUnfinished(id: ArchiveDestinationId): number
  /** Oldest first. */
  facts(systemId: SystemId): DestinationFacts[]
  /** Also of a deleted one. */
  trouble(id: ArchiveDestinationId): DestinationTrouble | null
  setTrouble(id: ArchiveDestinationId, trouble: DestinationTrouble | null): void
  /** Forgets the secrets for good. */
  markDeleted(id: ArchiveDestinationId, at: EpochMilliseconds): void
}
