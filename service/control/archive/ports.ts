/** What archives need from elsewhere: the archive process, the spool's writer, and who carries connections. */
import type { ArchiveRequests } from '../../contract/archive-worker.ts'
import type { LostMedia, RecordedFile, RecordingPlan } from '../../contract/archive.ts'
import type { DestinationList, LocalFolder, TestStep, TestView } from '../../contract/console/destinations.ts'
import type {
  PlayAddress,
  RecordingDetail,
  RecordingList,
  RecordingListQuery,
} from '../../contract/console/recordings.ts'
import type { ChannelId, ConnectionId, RecordingId, SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { ArchiveNotifications } from '../../contract/archive-worker.ts'

/** The archive process; it is started by the first request and started again when it dies. */
export interface ArchiveProcess {
  /** @throws Refusal SERVICE_UNAVAILABLE when the process cannot be started, ends or refuses */
  request<Name extends Exclude<keyof ArchiveRequests, 'start' | 'stop'>>(
    name: Name,
    body: ArchiveRequests[Name][0],
  ): Promise<ArchiveRequests[Name][1]>
  onProgress(listener: (progress: ArchiveNotifications['upload.progress']) => void): void
  onTestStep(listener: (id: string, step: TestStep) => void): void
}

/** A connection that was accepted, whose renditions may be archived. */
export interface RecordedConnection {
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly renditions: readonly Rendition[]
  /** Empty where the channel has none. */
  readonly eventWebhookUrl: string
}

/** What those who carry connections tell of recordings. */
export interface RecordingBook {
  /**
   * Writes a recording for each rendition that is to be archived; called in the transaction that accepts
   * the connection.
   */
  begin(connection: RecordedConnection): readonly RecordingPlan[]
  /** A file of it is on disk. */
  fileRecorded(recordingId: RecordingId, file: RecordedFile): void
  /** The recorder could not write some of it; `lost` is all of that so far. */
  mediaLost(recordingId: RecordingId, lost: LostMedia): void
  /** Everything that was recorded is on disk. */
  ended(recordingId: RecordingId, lost: LostMedia): void
  /** The process that recorded is gone; sealing takes up what it left on disk. */
  writerGone(): void
  /** The connection is over; what of it never began to be recorded ends with it. */
  connectionOver(connectionId: ConnectionId): void
}

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
  /** Null when the system has none of that id. */
  test(systemId: SystemId, id: string): TestView | null
  localFolder(): LocalFolder
}
