import type { LostMedia, RecordedFile, RecordingPlan } from '../../contract/archive.ts'
import type { ArchiveDestinationId, ConnectionId, RecordingId } from '../../contract/ids.ts'
import { evenSize } from '../../contract/rendition.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Transactions } from '../transactions.ts'
import type { RecordedConnection, RecordingBook } from './recorded-connection.ts'
import type { NewRecording } from './recording.ts'
import type { RecordingEvent } from './recording-machine.ts'
import type { RecordingLedger, RecordingNews } from './recording-ledger.ts'
import type { RecordingStore } from './recording-store.ts'
import type { Sealing } from './sealing.ts'

export interface BookParts {
  readonly recordings: RecordingStore
  readonly ledger: RecordingLedger
  readonly sealing: Pick<Sealing, 'begin' | 'end' | 'look' | 'recover'>
  readonly transactions: Transactions
  readonly folderOf: (id: RecordingId) => string
  /** Its files are to be uploaded. */
  readonly onFiles: (id: RecordingId) => void
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Keeps the rows of recordings as those who carry connections tell. Nothing here ever throws to them: what
 * could not be written is made up for from the spool when the recording has ended.
 */
export class KeptRecordingBook implements RecordingBook {
  readonly #parts: BookParts

  constructor(parts: BookParts) {
    this.#parts = parts
  }

  /** Takes up what earlier runs left; called once, before anything can be recorded. */
  recover(): void {
    const { recordings, sealing } = this.#parts
    for (const { id } of recordings.inState('recording')) sealing.recover(id)
    for (const { id } of recordings.inState('sealing')) sealing.begin(id)
  }

  begin(connection: RecordedConnection): readonly RecordingPlan[] {
    const { transactions, logger, recordings, folderOf } = this.#parts
    try {
      return transactions.transaction(() =>
        this.#newRecordings(connection).map((recording) => {
          recordings.insert(recording)
          this.#parts.ledger.changed(recording.id)
          const { id, rendition } = recording
          return { recordingId: id, rendition, folder: folderOf(id) }
        }),
      )
    } catch (error) {
      // A broadcast without an archive is better than none.
      const { connectionId } = connection
      logger.error({ err: error, connectionId }, 'recordings could not be begun')
      return []
    }
  }

  fileRecorded(recordingId: RecordingId, file: RecordedFile): void {
    if (this.#apply(recordingId, 'file-recorded', { files: [file] }) === 'done') {
      this.#parts.onFiles(recordingId)
    }
  }

  mediaLost(recordingId: RecordingId, lost: LostMedia): void {
    this.#apply(recordingId, 'media-lost', { lost })
  }

  ended(recordingId: RecordingId, lost: LostMedia): void {
    this.#end(recordingId, { lost })
  }

  writerGone(): void {
    for (const { id } of this.#read(() => this.#parts.recordings.inState('recording'))) {
      this.#end(id, {})
    }
  }

  connectionOver(connectionId: ConnectionId): void {
    for (const id of this.#read(() => this.#parts.recordings.beingMade(connectionId))) {
      this.#parts.sealing.look(id)
    }
  }

  #newRecordings(connection: RecordedConnection): NewRecording[] {
    const { renditions, systemId, channelId, connectionId, eventWebhookUrl } = connection
    return renditions.flatMap(({ archive, video }, rendition) => {
      if (!archive) return []
      const { width, height } = video ?? {}
      return {
        ...{
          id: newId<RecordingId>('recording'),
          systemId,
          channelId,
          connectionId,
          rendition,
          eventWebhookUrl,
        },
        destinationId: archive.archive_destination_id as ArchiveDestinationId,
        size: width && height ? { width: evenSize(width), height: evenSize(height) } : null,
        path: `${channelId}/${connectionId}/${this.#folderName(connectionId, rendition)}/`,
        startedAt: this.#parts.clock.now(),
      }
    })
  }

  /** A connection that outlives an ingest process is recorded anew, which must not replace what it has. */
  #folderName(connectionId: ConnectionId, rendition: number): string {
    const last = this.#parts.recordings.lastPath(connectionId, rendition)
    if (last === null) return `r${rendition}`
    const [, number = 1] = /-(\d+)\/$/.exec(last) ?? []
    return `r${rendition}-${Number(number) + 1}`
  }

  #end(id: RecordingId, news: RecordingNews): void {
    const { sealing } = this.#parts
    const written = this.#apply(id, 'writer-ended', news)
    if (written === 'done') sealing.begin(id)
    // It tries until the row can be written.
    else if (written === 'failed') sealing.end(id, news.lost)
  }

  #apply(recordingId: RecordingId, event: RecordingEvent, news: RecordingNews) {
    try {
      return this.#parts.ledger.apply(recordingId, event, news) ? 'done' : 'nothing'
    } catch (error) {
      this.#parts.logger.error({ err: error, recordingId, event }, 'recording not written')
      return 'failed'
    }
  }

  #read<T>(read: () => T[]): T[] {
    try {
      return read()
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'recordings could not be read')
      return []
    }
  }
}
