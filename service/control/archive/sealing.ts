import type { Answered, SpoolContents } from '../../contract/archive-worker.ts'
import type { LostMedia } from '../../contract/archive.ts'
import type { RecordingId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Transactions } from '../transactions.ts'
import { TOLD_AFTER, faultOfThisMachine, ownPause, reachOf } from './fault-rules.ts'
import { Pauses } from './pauses.ts'
import type { ArchiveProcess } from './archive-process.ts'
import type { Recording } from './recording.ts'
import type { RecordingLedger } from './recording-ledger.ts'
import type { OwnFault, RecordingFileStore, RecordingStore } from './recording-store.ts'

/** An earlier run's writer notices soon that control is gone; then it ends what it writes. */
const WRITER_PATIENCE: Milliseconds = 30_000
const LOOK_INTERVAL: Milliseconds = 250
/** A slow disk may keep the first file of a recording back for so long after its connection is over. */
const FIRST_FILE_PATIENCE: Milliseconds = 10 * 60_000
const FIRST_FILE_INTERVAL: Milliseconds = 2000

export interface SealingParts {
  readonly recordings: RecordingStore
  readonly files: RecordingFileStore
  readonly ledger: RecordingLedger
  readonly transactions: Transactions
  readonly process: Pick<ArchiveProcess, 'request'>
  readonly folderOf: (id: RecordingId) => string
  /** Whether a process of this machine runs. */
  readonly isRunning: (pid: number) => boolean
  /** Its files are to be uploaded. */
  readonly onFiles: (id: RecordingId) => void
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly logger: Logger
}

/**
 * Makes recordings whole once nothing follows: journals what the spool has and has the playlist and the movie
 * made. It goes on until that is done, whatever dies meanwhile; begun twice, it is done once.
 */
export class Sealing {
  readonly #parts: SealingParts
  readonly #pauses: Pauses<RecordingId>
  readonly #running = new Set<RecordingId>()
  #closed = false

  constructor(parts: SealingParts) {
    this.#parts = parts
    this.#pauses = new Pauses(parts.clock)
  }

  /** Seals a recording of this run, whose writer said that nothing follows or is gone. */
  begin(id: RecordingId): void {
    this.#start(id, () => this.#seal(id))
  }

  /** The same, where that could not be written yet. */
  end(id: RecordingId, lost: LostMedia = { segments: 0, seconds: 0 }): void {
    this.#start(id, async () => {
      this.#end(id, 'now', lost)
      return this.#seal(id)
    })
  }

  /** Takes up a recording of an earlier run; its writer may still be about to end. */
  recover(id: RecordingId): void {
    const patientUntil = this.#parts.clock.now() + WRITER_PATIENCE
    this.#start(id, async () => {
      const isGone = await this.#writerIsGone(id)
      if (!isGone && this.#parts.clock.now() < patientUntil) return LOOK_INTERVAL
      this.#end(id, 'earlier')
      return this.#seal(id)
    })
  }

  /**
   * Its connection is over, and its writer has said nothing: it never began to write, or is still at it and
   * will say so.
   */
  look(id: RecordingId): void {
    const patientUntil = this.#parts.clock.now() + FIRST_FILE_PATIENCE
    this.#start(id, async () => {
      const { ended, writerPid } = await this.#contents(id)
      if (!ended || this.#parts.recordings.find(id)?.state !== 'recording') return null
      if (writerPid === 0 && this.#parts.clock.now() < patientUntil) return FIRST_FILE_INTERVAL
      this.#end(id, 'now')
      return this.#seal(id)
    })
  }

  /** Tries again now. @returns whether it waited for another try */
  hurry(id: RecordingId): boolean {
    return this.#pauses.end(id)
  }

  close(): void {
    this.#closed = true
    this.#pauses.endAll()
  }

  /** @param attempt gives the pause until the next one; null when there is nothing left to do */
  #start(id: RecordingId, attempt: () => Promise<Milliseconds | null>): void {
    if (this.#closed || this.#running.has(id)) return
    this.#running.add(id)
    void this.#untilDone(id, attempt).then((isLeft) => {
      this.#running.delete(id)
      if (isLeft) this.begin(id)
    })
  }

  /**
   * Never rejects.
   * @returns whether it is to be sealed still: its writer may have said so while it was looked at
   */
  async #untilDone(id: RecordingId, attempt: () => Promise<Milliseconds | null>): Promise<boolean> {
    let since = Infinity
    for (let failures = 0; ;) {
      let pause: Milliseconds | null
      try {
        pause = await attempt()
        if (this.#isClosed()) return false
        if (pause === null) return this.#parts.recordings.find(id)?.state === 'sealing'
      } catch (error) {
        if (this.#isClosed()) return false
        failures++
        since = Math.min(since, this.#parts.clock.now())
        const fault = error instanceof SpoolError ? error.fault : NOT_SEALED
        if (reachOf(fault, failures) === 'copy' && this.#giveUp(id, fault)) return false
        pause = ownPause(failures, this.#parts.random())
        this.#parts.logger.warn({ err: error, recordingId: id, failures, fault }, 'recording not sealed yet')
        this.#noteFailure(id, since, { failures, nextTryAt: this.#parts.clock.now() + pause, fault })
      }
      await this.#pauses.wait(id, pause)
      if (this.#isClosed()) return false
    }
  }

  async #writerIsGone(id: RecordingId): Promise<boolean> {
    const { ended, writerPid } = await this.#contents(id)
    return ended || !this.#parts.isRunning(writerPid)
  }

  /** @throws SpoolError, or Refusal SERVICE_UNAVAILABLE */
  async #contents(id: RecordingId): Promise<SpoolContents> {
    const { process, folderOf } = this.#parts
    return valueOf(await process.request('spool.read', { folder: folderOf(id) }))
  }

  #end(id: RecordingId, when: 'now' | 'earlier', lost?: LostMedia): void {
    if (this.#isClosed()) return
    const { recordings, ledger } = this.#parts
    const recording = recordings.find(id)
    if (!recording) return
    const endedAt = when === 'now' ? {} : { endedAt: recording.startedAt + recording.durationMs }
    ledger.apply(id, 'writer-ended', { ...endedAt, ...(lost && { lost }) })
  }

  /** @throws SpoolError, Refusal SERVICE_UNAVAILABLE, or the database's error; then it is to be tried again */
  async #seal(id: RecordingId): Promise<null> {
    const { recordings, ledger, process, folderOf, onFiles } = this.#parts
    const isSealing = () => !this.#isClosed() && recordings.find(id)?.state === 'sealing'
    if (!isSealing()) return null
    const contents = await this.#contents(id)
    if (!isSealing()) return null
    this.#journal(id, contents)
    onFiles(id)
    if (contents.files.length === 0) {
      await this.#concludeEmpty(id, isSealing)
      return null
    }
    const answer = await process.request('recording.seal', { folder: folderOf(id) })
    if (!isSealing()) return null
    const { files, ...sealed } = valueOf(answer)
    if (files.length === 0) {
      await this.#concludeEmpty(id, isSealing)
      return null
    }
    const isWhole = this.#parts.files.countGivenUp(id) === 0
    const fault = isWhole ? {} : { fault: recordings.find(id)?.lastFault ?? PART_GONE }
    // A playlist in a store is a whole recording.
    const kept = isWhole ? files : files.filter(({ kind }) => kind !== 'playlist')
    ledger.apply(id, isWhole ? 'sealed' : 'sealed-in-part', { files: kept, sealed, ...fault })
    onFiles(id)
    return null
  }

  /** Writes what the spool has and the journal does not, and what the spool has no more. */
  #journal(id: RecordingId, { files, lost }: SpoolContents): void {
    const { ledger, transactions, files: journal } = this.#parts
    const there = new Set(files.map(({ name }) => name))
    transactions.transaction(() => {
      const known = journal.names(id)
      ledger.apply(id, 'media-lost', { lost })
      ledger.apply(id, 'file-recorded', { files: files.filter(({ name }) => !known.has(name)) })
      const gone = journal.waiting(id, ALL).filter(({ file }) => !there.has(file.name))
      for (const file of gone) journal.giveUp(file.id)
      if (gone.length > 0) ledger.apply(id, 'copy-lost', { fault: PART_GONE })
    })
  }

  async #concludeEmpty(id: RecordingId, isSealing: () => boolean): Promise<void> {
    const { recordings, ledger, files, process, folderOf } = this.#parts
    const recording = recordings.find(id)
    if (!recording) return
    // An initialization segment is nothing without a segment.
    const hadMedia = files.list(id).some(({ file }) => file.kind === 'segment')
    const fault = hadMedia ? COPY_GONE : lostAll(recording) ? NOTHING_WRITTEN : null
    if (fault) {
      ledger.apply(id, 'nothing-left', { fault })
      return
    }
    await process.request('spool.remove', { folder: folderOf(id) })
    if (isSealing()) ledger.apply(id, 'nothing-recorded')
  }

  /** What is on disk of it stays there. @returns whether that could be written */
  #giveUp(id: RecordingId, fault: StoreFault): boolean {
    const { ledger, transactions, logger } = this.#parts
    try {
      transactions.transaction(() => {
        this.#end(id, 'earlier')
        ledger.apply(id, 'nothing-left', { fault })
      })
      return true
    } catch (error) {
      logger.error({ err: error, recordingId: id }, 'a failure was not written')
      return false
    }
  }

  #noteFailure(
    id: RecordingId,
    since: EpochMilliseconds,
    failed: { readonly fault: StoreFault } & OwnFault,
  ): void {
    const { recordings, ledger, transactions, clock, logger } = this.#parts
    try {
      const recording = recordings.find(id)
      if (recording?.state !== 'sealing' || !recording.local) return
      transactions.transaction(() => {
        recordings.setFault(id, failed)
        const lasts = clock.now() >= since + TOLD_AFTER
        if (lasts && !recording.failureTold) ledger.tellTrouble(recording, failed.fault)
        ledger.changed(id)
      })
    } catch (error) {
      logger.error({ err: error, recordingId: id }, 'a failure was not written')
    }
  }

  #isClosed(): boolean {
    return this.#closed
  }
}

/** The archive process could not do it, and says why. */
class SpoolError extends Error {
  override readonly name = 'SpoolError'
  readonly fault: StoreFault

  constructor(fault: StoreFault) {
    super(fault.message)
    this.fault = fault
  }
}

/** @throws SpoolError */
function valueOf<T>(answer: Answered<T>): T {
  if (!answer.ok) throw new SpoolError(answer.fault)
  return answer.value
}

const lostAll = ({ lostMs, lostSegments }: Recording) => lostMs > 0 || lostSegments > 0

/** More than any recording has files. */
const ALL = 2 ** 31

const COPY_GONE = faultOfThisMachine('local', 'The local copy is gone.')
const PART_GONE = faultOfThisMachine('local', 'A part of the local copy is gone.')
const NOTHING_WRITTEN = faultOfThisMachine(
  'local',
  'Nothing could be recorded: the disk of the service was full or too slow.',
)
const NOT_SEALED = faultOfThisMachine(
  'interrupted',
  'The playlist and the movie could not be made yet; the log has the details.',
)
