import type {
  PlayAddress,
  RecordingDetail,
  RecordingList,
  RecordingListQuery,
} from '../../contract/console/recordings.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import type { RecordingId, SystemId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import { isFault } from './fault-rules.ts'
import type { ArchiveProcess } from './archive-process.ts'
import type { FinishedRecordings, RecordingDesk } from './archive-desks.ts'
import { subjectOf } from './recording.ts'
import type { Recording } from './recording.ts'
import type { RecordingLedger } from './recording-ledger.ts'
import type { RecordingFileStore, RecordingStore, RecordingViews } from './recording-store.ts'
import type { Sealing } from './sealing.ts'
import type { UploadQueue } from './upload-queue.ts'

export interface RecordingDeskParts {
  readonly recordings: RecordingStore
  readonly files: RecordingFileStore
  readonly views: RecordingViews
  readonly ledger: Pick<RecordingLedger, 'changed'>
  readonly queue: Pick<UploadQueue, 'retry' | 'withdraw' | 'readmit' | 'forget'>
  readonly sealing: Pick<Sealing, 'hurry'>
  readonly process: Pick<ArchiveProcess, 'request'>
  readonly open: (recording: Recording) => ArchiveDestination | StoreFault
  readonly folderOf: (id: RecordingId) => string
}

/** Recordings for people: listed, tried again, played and deleted. */
export class ArchiveRecordingDesk implements RecordingDesk, FinishedRecordings {
  readonly #parts: RecordingDeskParts
  readonly #deleting = new Set<RecordingId>()

  constructor(parts: RecordingDeskParts) {
    this.#parts = parts
  }

  list(systemId: SystemId, query: RecordingListQuery): RecordingList {
    const found = this.#parts.views.list(systemId, { ...query, limit: query.limit + 1 })
    const recordings = found.slice(0, query.limit)
    return { recordings, before: found.length > query.limit ? (recordings.at(-1)?.sequence ?? null) : null }
  }

  find(systemId: SystemId, id: string): RecordingDetail | null {
    return this.#parts.views.find(systemId, id)
  }

  retry(systemId: SystemId, id: string): void {
    const { queue, sealing, recordings, ledger } = this.#parts
    const recording = this.#get(systemId, id)
    const isUnfinished = ['recording', 'sealing', 'uploading'].includes(recording.state)
    const waited = [isUnfinished && queue.retry(recording), sealing.hurry(recording.id)].includes(true)
    if (!waited) throw refusal('NOT_WAITING')
    const { failures, lastFault: fault } = recording
    recordings.setFault(recording.id, { failures, nextTryAt: null, fault })
    ledger.changed(recording.id)
  }

  async play(systemId: SystemId, id: string): Promise<PlayAddress> {
    const { files, process, folderOf, open } = this.#parts
    const recording = this.#get(systemId, id)
    const movie = files.made(recording.id, 'movie')
    if (!movie) throw refusal('NOT_PLAYABLE')
    const { file } = movie
    if (recording.local) {
      return process.request('player.open', { from: 'spool', folder: folderOf(recording.id), file })
    }
    const destination = movie.uploaded ? open(recording) : null
    if (!destination || isFault(destination)) throw refusal('NOT_PLAYABLE')
    const key = recording.path + file.name
    return process.request('player.open', { from: 'store', destination, key, file, of: subjectOf(recording) })
  }

  async delete(
    systemId: SystemId,
    id: string,
    { fromStore }: { readonly fromStore: boolean },
  ): Promise<void> {
    const { queue } = this.#parts
    const recording = this.#get(systemId, id)
    if (recording.state === 'recording' || recording.state === 'sealing') {
      throw refusal('STILL_RECORDING')
    }
    this.#deleting.add(recording.id)
    try {
      await queue.withdraw(recording.id)
      if (fromStore) await this.#deleteFromStore(recording)
      await this.#parts.process.request('spool.remove', { folder: this.#parts.folderOf(recording.id) })
      this.#parts.recordings.remove(recording.id)
      queue.forget(recording.id)
      this.#parts.ledger.changed(recording.id)
    } catch (error) {
      queue.readmit(recording)
      throw error
    } finally {
      this.#deleting.delete(recording.id)
    }
  }

  countFinished(systemId: SystemId): number {
    return this.#finished(systemId).length
  }

  async clearFinished(systemId: SystemId): Promise<number> {
    const ids = this.#finished(systemId)
    for (const id of ids) await this.delete(systemId, id, { fromStore: false })
    return ids.length
  }

  #finished(systemId: SystemId): RecordingId[] {
    const all = (['available', 'failed'] as const).flatMap((state) => this.#parts.recordings.inState(state))
    return all.flatMap((recording) =>
      recording.systemId === systemId && !this.#deleting.has(recording.id) ? [recording.id] : [],
    )
  }

  /** @throws Refusal `STORE_FAILED` */
  async #deleteFromStore(recording: Recording): Promise<void> {
    const destination = this.#parts.open(recording)
    if (isFault(destination)) throw refusal('STORE_FAILED', { words: destination.message })
    const unfinished = this.#parts.files.list(recording.id).flatMap(({ file, progress: state }) => {
      return state ? [{ key: recording.path + file.name, state }] : []
    })
    const request = { destination, prefix: recording.path, unfinished, of: subjectOf(recording) }
    const answer = await this.#parts.process.request('objects.delete', request)
    if (!answer.ok) throw refusal('STORE_FAILED', { words: answer.fault.message })
  }

  /** One that is being deleted is as good as gone. */
  #get(systemId: SystemId, id: string): Recording {
    const recording = this.#parts.recordings.find(id as RecordingId)
    if (recording?.systemId !== systemId || this.#deleting.has(recording.id)) {
      throw refusal('NOT_FOUND')
    }
    return recording
  }
}
