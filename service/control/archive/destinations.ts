import type { DestinationCredentials } from '../../contract/console/destinations.ts'
import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { SecretsLockedError } from '../../platform/secrets/secret-box.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Quota } from '../system/quotas.ts'
import type { Transactions } from '../transactions.ts'
import { archiveDestination, givenMembers } from './destination-rules.ts'
import { checkedDestination, newArchiveDestination } from './new-destination.ts'
import type { DestinationLimits } from './new-destination.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { ArchiveDestinationRepository, DestinationMembers, StoredDestination } from './repository.ts'

export interface ArchiveDestinationParts extends DestinationLimits {
  readonly clock: Clock
  readonly transactions: Transactions
  readonly destinations: ArchiveDestinationRepository
  readonly box: SecretBox
  /** Everything is allowed where it is left out. */
  readonly quota?: Quota | undefined
}

/**
 * Makes, lists and deletes archive destinations. Those of other systems do not exist for a caller. Their
 * secrets are sealed for their row, and shown to nobody.
 */
export class ArchiveDestinations {
  readonly #parts: ArchiveDestinationParts

  constructor(parts: ArchiveDestinationParts) {
    this.#parts = parts
  }

  /**
   * Does not ask the store whether it is there and lets us in: that shows when something is archived.
   * @throws Refusal `BAD_REQUEST` naming each wrong member, or `ARCHIVE_SECRETS_LOCKED`, `QUOTA_REACHED`
   */
  create(systemId: SystemId, request: ArchiveDestinationRequest): ArchiveDestinationId {
    newArchiveDestination(systemId, request, this.#parts)
    const { bucket_uri: bucketUri, ...members } = givenMembers(request)
    const id = newId<ArchiveDestinationId>('destination')
    this.#parts.quota?.demand(systemId, 'destinations')
    this.#parts.destinations.insert({
      id,
      systemId,
      bucketUri,
      ...this.#kept(id, members),
      createdAt: this.#parts.clock.now(),
    })
    return id
  }

  /**
   * Gives it other credentials, all that its kind has; the rest of it stays.
   * @throws Refusal `DESTINATION_NOT_FOUND`, `BAD_REQUEST` naming each wrong member, `ARCHIVE_SECRETS_LOCKED`
   */
  changeCredentials(systemId: SystemId, id: string, credentials: DestinationCredentials): void {
    const { transactions, destinations } = this.#parts
    transactions.transaction(() => {
      const found = this.#get(systemId, id)
      const request = givenMembers({ ...found.settings, ...credentials, bucket_uri: found.bucketUri })
      checkedDestination(systemId, request, this.#parts)
      const { bucket_uri: _stays, ...members } = request
      destinations.setMembers(found.id, this.#kept(found.id, members))
    })
  }

  /** Oldest first, without secrets and settings. */
  list(systemId: SystemId): readonly Pick<StoredDestination, 'id' | 'bucketUri'>[] {
    return this.#parts.destinations.list(systemId)
  }

  has(systemId: SystemId, id: ArchiveDestinationId): boolean {
    return this.#parts.destinations.find(systemId, id) !== null
  }

  /**
   * Deletes the destination and its secrets for good; what is archived there stays.
   * @throws Refusal `DESTINATION_NOT_FOUND`, `DESTINATION_IN_USE` saying by how many channels and recordings, or
   *   `DESTINATION_PUBLISHED`
   */
  delete(systemId: SystemId, id: string): void {
    const { transactions, destinations, clock } = this.#parts
    transactions.transaction(() => {
      const found = this.#get(systemId, id)
      const channels = destinations.countChannels(systemId, found.id)
      const recordings = destinations.countUnfinished(found.id)
      if (channels + recordings > 0) {
        throw refusal('DESTINATION_IN_USE', { channels, recordings })
      }
      if (destinations.isPublished(found.id)) throw refusal('DESTINATION_PUBLISHED')
      destinations.markDeleted(found.id, clock.now())
    })
  }

  /**
   * The destination with its secrets, for uploading.
   * @throws Refusal `DESTINATION_NOT_FOUND`, `ARCHIVE_SECRETS_LOCKED`, or `BAD_REQUEST` where what is kept
   *   breaks a rule by now: rows of another installation are not trusted, and folders are allowed no more
   */
  open(systemId: SystemId, id: string): ArchiveDestination {
    const { id: context, bucketUri, settings, sealedSecrets } = this.#get(systemId, id)
    const secrets = sealedSecrets && unlocked(() => this.#parts.box.open(sealedSecrets, context))
    const described = {
      bucket_uri: bucketUri,
      ...settings,
      // Written by `create` above.
      ...(JSON.parse(secrets ?? '{}') as Record<string, string>),
    }
    return this.#parts.folders.admit(archiveDestination(described, this.#parts.outgoing.reachOf(systemId)))
  }

  #kept(id: ArchiveDestinationId, members: Readonly<Record<string, string>>): DestinationMembers {
    const { settings, secrets } = separated(members)
    return {
      settings,
      sealedSecrets: secrets && unlocked(() => this.#parts.box.seal(JSON.stringify(secrets), id)),
    }
  }

  #get(systemId: SystemId, id: string): StoredDestination {
    const found = this.#parts.destinations.find(systemId, id)
    if (!found) throw refusal('DESTINATION_NOT_FOUND')
    return found
  }
}

/** Members that may lie open. Every other one is sealed. */
const OPEN_MEMBERS: ReadonlySet<string> = new Set<keyof ArchiveDestinationRequest>([
  's3_end_point',
  's3_region',
  's3_access_key_id',
  'blob_account',
])

/** The members that may lie open and the secret ones, null where there are none. */
function separated(members: Readonly<Record<string, string>>) {
  const of = (open: boolean) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => OPEN_MEMBERS.has(name) === open))
  const secrets = of(false)
  return { settings: of(true), secrets: Object.keys(secrets).length > 0 ? secrets : null }
}

/** @throws Refusal `ARCHIVE_SECRETS_LOCKED` where the box is locked */
function unlocked<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof SecretsLockedError
      ? refusal('ARCHIVE_SECRETS_LOCKED', {}, { cause: error })
      : error
  }
}
