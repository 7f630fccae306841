/** Recorded files on their way from the spool to their stores. */
import type { Answered, ArchiveNotifications, ArchiveRequests } from '../../contract/archive-worker.ts'
import type { RecordedFile } from '../../contract/archive.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StoreFaultKind } from '../../contract/store-fault.ts'
import type { ArchiveStore, ByteSource, PutOptions, StoredObject } from '../../provider/archive/provider.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { answered } from './answered.ts'
import type { OpenedStores } from './opened-stores.ts'
import { checkDigest, CONTENT_TYPES, recordedSource } from './recorded-source.ts'
import { ProgressMeter } from './uploads-progress.ts'

export type UploadRequest = ArchiveRequests['file.upload'][0]

export interface UploadsOptions {
  readonly stores: OpenedStores
  readonly clock: Clock
  onProgress(progress: ArchiveNotifications['upload.progress']): void
}

interface Running {
  readonly abort: AbortController
  /** Never rejects. */
  readonly ended: Promise<unknown>
}

export class Uploads {
  readonly #options: UploadsOptions
  /** By id. */
  readonly #running = new Map<number, Running>()

  constructor(options: UploadsOptions) {
    this.#options = options
  }

  /**
   * Stores one file; what was cancelled answers with the fault `interrupted`, code `Cancelled`.
   * @throws Error when an upload of that id runs
   */
  async upload(request: UploadRequest): Promise<Answered<Record<string, never>>> {
    if (this.#running.has(request.id)) throw new Error(`upload ${request.id} runs already`)
    const abort = new AbortController()
    const answer = answered(() => this.#put(request, abort.signal))
    this.#running.set(request.id, { abort, ended: answer.catch(() => undefined) })
    try {
      return await answer
    } finally {
      this.#running.delete(request.id)
    }
  }

  /** Resolves when nothing of the upload goes on. */
  async cancel(id: number): Promise<void> {
    const running = this.#running.get(id)
    running?.abort.abort(new StoreError('interrupted', 'The upload was cancelled.', { code: 'Cancelled' }))
    await running?.ended
  }

  async #put(request: UploadRequest, signal: AbortSignal): Promise<Record<string, never>> {
    const { id, folder, file, destination, key, resume, of } = request
    const { stores, clock } = this.#options
    const source = await recordedSource(folder, file)
    // The movie is long, and was hashed when it was made: only a doubt is worth reading it twice.
    if (file.kind !== 'movie') await checkDigest(source, file, signal)
    const meter = new ProgressMeter(clock, resume, (sentBytes, state) =>
      this.#options.onProgress({ id, sentBytes, state }),
    )
    try {
      signal.throwIfAborted()
      await stores.use(
        destination,
        (store) =>
          put(
            store,
            { key, body: source, md5: file.md5, contentType: CONTENT_TYPES[file.kind] },
            {
              signal,
              resume,
              onState: (state) => meter.state(state),
              onSent: (bytes) => meter.sent(bytes),
            },
          ),
        of,
      )
    } catch (error) {
      signal.throwIfAborted()
      throw await causeOf(error, source, file, signal)
    } finally {
      meter.end()
    }
    return {}
  }
}

const REFUSED: readonly StoreFaultKind[] = ['forbidden', 'refused-request']

/**
 * Stores an object. One that may not be replaced, as by a retention policy or without the right to delete, is refused
 * where its store has it already, as when the answer was lost, or who got it was killed.
 */
async function put(store: ArchiveStore, object: StoredObject, options: PutOptions): Promise<void> {
  try {
    await store.put(object, options)
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof StoreError) || !REFUSED.includes(error.kind)) throw error
    const found = await store.stat(object.key, options.signal).catch(() => null)
    if (found?.size !== object.body.size || found.md5 !== object.md5) throw error
  }
}

/** A store that has other bytes than were recorded may have been given them. */
async function causeOf(
  error: unknown,
  source: ByteSource,
  file: RecordedFile,
  signal: AbortSignal,
): Promise<unknown> {
  if (!(error instanceof StoreError) || error.kind !== 'damaged') return error
  try {
    await checkDigest(source, file, signal)
    return error
  } catch (local) {
    return local
  }
}
