/** What is remembered of recordings and their files. */
import type { LostMedia, RecordedFile, SealedRecording, UploadState } from '../../contract/archive.ts'
import type {
  RecordingDetail,
  RecordingListQuery,
  RecordingState,
  RecordingView,
} from '../../contract/console/recordings.ts'
import type { ArchiveDestinationId, ConnectionId, RecordingId, SystemId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'
import type {
  JournaledFile,
  NewRecording,
  Recording,
  RecordingSummary,
  RefusedFile,
  WaitingRecording,
} from './recording.ts'

/** What went wrong with a recording itself, and when it is tried again. */
export interface OwnFault {
  readonly failures: number
  readonly nextTryAt: EpochMilliseconds | null
  readonly fault: StoreFault | null
}

export interface RecordingStore {
  insert(recording: NewRecording): void
  find(id: RecordingId): Recording | null
  /** Of the connection's newest of that rendition: there are several where it outlived an ingest process. */
  lastPath(connectionId: ConnectionId, rendition: number): string | null
  /** Those of one connection that are being made. */
  beingMade(connectionId: ConnectionId): RecordingId[]
  /** Oldest first. */
  inState(state: RecordingState): Recording[]
  /** Those that have files to be uploaded, oldest first. */
  waiting(): WaitingRecording[]
  /** Those that are in their stores while the local copy is not removed yet. */
  uncleared(): RecordingId[]
  known(id: string): boolean
  setState(id: RecordingId, state: RecordingState): void
  /** A loss that was noted never becomes smaller. */
  setLost(id: RecordingId, lost: LostMedia): void
  setEnded(id: RecordingId, at: EpochMilliseconds): void
  setSealed(id: RecordingId, sealed: Omit<SealedRecording, 'files'>): void
  setFinished(id: RecordingId, at: EpochMilliseconds): void
  setFault(id: RecordingId, fault: OwnFault): void
  setLocal(id: RecordingId, local: boolean): void
  addUploaded(id: RecordingId, bytes: Bytes): void
  /** Unfinished ones of the destination that have files waiting and whose trouble no event has told. */
  untold(destinationId: ArchiveDestinationId): Recording[]
  setTold(id: RecordingId): void
  /** The next trouble of the destination makes events again. */
  clearTold(destinationId: ArchiveDestinationId): void
  /** With its files. */
  remove(id: RecordingId): void
}

/** The journal of uploads. */
export interface RecordingFileStore {
  /** Adds a file and its size and length to the recording; false where it is known already. */
  add(recordingId: RecordingId, file: RecordedFile): boolean
  list(recordingId: RecordingId): JournaledFile[]
  /** Of all of them: an hour of recording has thousands. */
  names(recordingId: RecordingId): ReadonlySet<string>
  /** The playlist or the movie; null where it is not made yet. */
  made(recordingId: RecordingId, kind: 'playlist' | 'movie'): JournaledFile | null
  /** The first `limit` that are not in the store and not given up: in the order of uploads. */
  waiting(recordingId: RecordingId, limit: number): JournaledFile[]
  /** When the first file that waits for another try later than now is tried; null where none does. */
  nextTryAfter(now: EpochMilliseconds): EpochMilliseconds | null
  countGivenUp(recordingId: RecordingId): number
  setProgress(id: number, progress: UploadState | null, sentBytes: Bytes): void
  setUploaded(id: number, at: EpochMilliseconds, sentBytes: Bytes): void
  /** @param restart true where the upload begins anew, because what the store has is useless */
  setFailed(
    id: number,
    failed: {
      readonly failures: number
      readonly nextTryAt: EpochMilliseconds | null
      readonly sentBytes: Bytes
      readonly restart: boolean
      readonly refused: RefusedFile | null
    },
  ): void
  /** What the store has of its upload is remembered, to be given up where the recording is deleted. */
  giveUp(id: number): void
  /** @returns how many were waiting for another try */
  endWaits(recordingId: RecordingId): number
}

/** Recordings that a rule says are to go. */
export interface DueRecordings {
  readonly count: number
  readonly bytes: Bytes
}

/** How long systems keep recordings in folders of this computer. */
export interface RecordingRules {
  /** Those of the systems that have one. */
  all(): readonly { readonly systemId: SystemId; readonly days: number }[]
  /** Null: until somebody deletes them. */
  keepDays(systemId: SystemId): number | null
  setKeepDays(systemId: SystemId, days: number | null): void
  /** Whole ones in folders that ended before, oldest first. */
  due(systemId: SystemId, endedBefore: EpochMilliseconds): readonly RecordingId[]
  countDue(systemId: SystemId, endedBefore: EpochMilliseconds): DueRecordings
}

/** Recordings as the console shows them. */
export interface RecordingViews {
  /** Newest first; `limit` of them. */
  list(systemId: SystemId, query: RecordingListQuery): RecordingView[]
  find(systemId: SystemId, id: string): RecordingDetail | null
  summary(systemId: SystemId): RecordingSummary
}
