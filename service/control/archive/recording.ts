import type { StoreSubject } from '../../contract/archive-worker.ts'
import type { RecordedFile, UploadState } from '../../contract/archive.ts'
import type { RecordingState } from '../../contract/console/recordings.ts'
import type {
  ArchiveDestinationId,
  ChannelId,
  ConnectionId,
  RecordingId,
  SystemId,
} from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

/** A recording as it begins. */
export interface NewRecording {
  readonly id: RecordingId
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  /** Index in the channel. */
  readonly rendition: number
  readonly destinationId: ArchiveDestinationId
  /** Empty where the channel has none. */
  readonly eventWebhookUrl: string
  /** Pixels; null for sound alone. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Below the destination's own path; ends with a slash. */
  readonly path: string
  readonly startedAt: EpochMilliseconds
}

/** What is remembered of a recording, as far as rules need it. */
export interface Recording extends Omit<NewRecording, 'size'> {
  /** Order of their beginnings. */
  readonly sequence: number
  readonly bucketUri: string
  readonly state: RecordingState
  readonly endedAt: EpochMilliseconds | null
  readonly durationMs: Milliseconds
  /** Of all its files so far. */
  readonly bytes: Bytes
  readonly lostMs: Milliseconds
  readonly lostSegments: number
  /** Failed tries of its own since the last success; those of its destination are not counted here. */
  readonly failures: number
  readonly nextTryAt: EpochMilliseconds | null
  readonly lastFault: StoreFault | null
  /** `archive.failed` has told of the trouble that lasts. */
  readonly failureTold: boolean
  /** This machine has all of it. */
  readonly local: boolean
}

/** For whom its store is asked. */
export const subjectOf = ({ systemId, destinationId, channelId }: Recording): StoreSubject => ({
  ...{ systemId, destinationId, channelId },
})

/** Where a recording waits in line. */
export type WaitingRecording = Pick<Recording, 'id' | 'sequence' | 'destinationId'>

/** What a store does not take, though it takes others. */
export interface RefusedFile {
  readonly since: EpochMilliseconds
  /** In a row. */
  readonly times: number
}

/** A file of a recording in the journal of uploads. */
export interface JournaledFile {
  readonly id: number
  readonly file: RecordedFile
  /** How far an upload in parts has come; null before it began. */
  readonly progress: UploadState | null
  /** Given to the network so far, also what had to be sent twice. */
  readonly sentBytes: Bytes
  readonly failures: number
  readonly nextTryAt: EpochMilliseconds | null
  /** Its store refuses it while it takes others; null where that is not known. */
  readonly refused: RefusedFile | null
  readonly uploaded: boolean
  /** The local copy cannot be read. */
  readonly givenUp: boolean
}

/** Why uploads to a destination wait, and until when. */
export interface DestinationTrouble {
  readonly fault: StoreFault
  readonly since: EpochMilliseconds
  readonly failures: number
  readonly nextTryAt: EpochMilliseconds
}

/** Of one system, for the console's state. */
export interface RecordingSummary {
  /** Recordings that are being made, and how fast they grow, bit/s. */
  readonly recording: number
  readonly recordingBps: number
  readonly pendingBytes: Bytes
  /** Destinations whose uploads wait after failures. */
  readonly failing: number
}
