/** What those who carry connections tell of recordings. */
import type { LostMedia, RecordedFile, RecordingPlan } from '../../contract/archive.ts'
import type { ChannelId, ConnectionId, RecordingId, SystemId } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'

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
