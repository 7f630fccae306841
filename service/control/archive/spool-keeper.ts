import type { RecordingId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ArchiveProcess } from './archive-process.ts'
import type { RecordingLedger } from './recording-ledger.ts'
import type { RecordingStore } from './recording-store.ts'

/** After a folder could not be removed. */
const AGAIN_AFTER: Milliseconds = 60_000

export interface SpoolKeeperParts {
  readonly recordings: Pick<RecordingStore, 'uncleared' | 'known' | 'setLocal' | 'find'>
  readonly ledger: Pick<RecordingLedger, 'changed'>
  readonly process: Pick<ArchiveProcess, 'request'>
  readonly folderOf: (id: RecordingId) => string
  /** Names of the folders in the spool; none where there is no spool. */
  readonly listFolders: () => Promise<readonly string[]>
  readonly clock: Clock
  readonly logger: Logger
}

/** Removes local copies of recordings that are in their stores. Never anything else. */
export class SpoolKeeper {
  readonly #parts: SpoolKeeperParts
  readonly #removing = new Set<RecordingId>()
  #timer: Timer | null = null
  #closed = false

  constructor(parts: SpoolKeeperParts) {
    this.#parts = parts
  }

  /** Removes what earlier runs could not, and says what nobody knows. */
  async start(): Promise<void> {
    const { recordings, listFolders, logger } = this.#parts
    void this.clear()
    const unknown = (await listFolders().catch(() => [])).filter(
      (name) => !this.#closed && !recordings.known(name),
    )
    if (unknown.length > 0) {
      logger.warn({ folders: unknown }, 'the spool has folders of no recording; they are left alone')
    }
  }

  /** Removes the local copies of available recordings; what fails is tried again. */
  async clear(): Promise<void> {
    const { recordings, clock, logger } = this.#parts
    try {
      const removed = await Promise.allSettled(recordings.uncleared().map((id) => this.#remove(id)))
      if (this.#isClosed() || removed.every(({ status }) => status === 'fulfilled')) return
    } catch (error) {
      logger.error({ err: error }, 'recordings could not be read')
    }
    logger.warn('local copies could not be removed yet')
    this.#timer?.cancel()
    this.#timer = clock.after(AGAIN_AFTER, () => void this.clear())
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  async #remove(id: RecordingId): Promise<void> {
    const { recordings, process, ledger, folderOf } = this.#parts
    if (this.#removing.has(id)) return
    this.#removing.add(id)
    try {
      await process.request('spool.remove', { folder: folderOf(id) })
      if (this.#isClosed()) return
      recordings.setLocal(id, false)
      ledger.changed(id)
    } finally {
      this.#removing.delete(id)
    }
  }

  #isClosed(): boolean {
    return this.#closed
  }
}
