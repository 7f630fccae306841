/** What the console sees and does of recordings and destinations. */
import type {
  DestinationCredentials,
  DestinationList,
  LocalFolder,
  TestView,
} from '../../contract/console/destinations.ts'
import type {
  PlayAddress,
  RecordingDetail,
  RecordingList,
  RecordingListQuery,
} from '../../contract/console/recordings.ts'
import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'

/** What the console is shown of recordings, and does with them. Those of other systems do not exist. */
export interface RecordingDesk {
  list(systemId: SystemId, query: RecordingListQuery): RecordingList
  /** Null when there is none. */
  find(systemId: SystemId, id: string): RecordingDetail | null
  /** Tries its destination again now. @throws Refusal `NOT_FOUND`, `NOT_WAITING` */
  retry(systemId: SystemId, id: string): void
  /** The movie, of this machine or of the store. @throws Refusal `NOT_FOUND`, `NOT_PLAYABLE` */
  play(systemId: SystemId, id: string): Promise<PlayAddress>
  /**
   * Forgets it and removes the local copy; where `fromStore`, first removes what the store has.
   * @throws Refusal `NOT_FOUND`, `STILL_RECORDING`, `STORE_FAILED` with the store's words
   */
  delete(systemId: SystemId, id: string, options: { readonly fromStore: boolean }): Promise<void>
}

/** Recordings that are available or failed, all of a system at once. */
export interface FinishedRecordings {
  countFinished(systemId: SystemId): number
  /** Forgets them and removes their local copies; what stores have stays. @returns how many */
  clearFinished(systemId: SystemId): Promise<number>
}

/** What the console is shown of destinations beyond the live API. */
export interface DestinationDesk {
  views(systemId: SystemId): DestinationList
  /** Tries values that need not be saved; a value that breaks its rule fails the step `parse`. */
  beginTest(systemId: SystemId, request: ArchiveDestinationRequest): TestView
  /** Tries a saved one with its stored secrets. @throws Refusal `NOT_FOUND` */
  beginSavedTest(systemId: SystemId, id: ArchiveDestinationId): TestView
  /**
   * Tries what waits for it at once.
   * @throws Refusal `NOT_FOUND`, `BAD_REQUEST` naming each wrong member, `ARCHIVE_SECRETS_LOCKED`
   */
  changeCredentials(systemId: SystemId, id: ArchiveDestinationId, credentials: DestinationCredentials): void
  /** Null when the system has none of that id. */
  test(systemId: SystemId, id: string): TestView | null
  localFolder(): LocalFolder
}
