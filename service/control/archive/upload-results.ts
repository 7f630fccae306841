import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { StoreFault, StoreFaultKind } from '../../contract/store-fault.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transactions } from '../transactions.ts'
import type { DestinationTroubles } from './destination-troubles.ts'
import { ownPause, reachOf } from './fault-rules.ts'
import type { FaultReach } from './fault-rules.ts'
import type { JournaledFile, Recording } from './recording.ts'
import type { RecordingLedger } from './recording-ledger.ts'
import type { RecordingFileStore, RecordingStore } from './recording-store.ts'

export interface ResultParts {
  readonly recordings: RecordingStore
  readonly files: RecordingFileStore
  readonly ledger: RecordingLedger
  readonly troubles: DestinationTroubles
  readonly transactions: Transactions
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
}

/** One upload that has ended. */
export interface EndedUpload {
  readonly recording: Recording
  /** As it was when it began. */
  readonly file: JournaledFile
  /** All that was ever given to the network of this file. */
  readonly sentBytes: Bytes
}

/** Faults that what the store has of an upload may be the reason for: it is begun anew. */
const OF_WHAT_WAS_SENT: readonly StoreFaultKind[] = ['damaged', 'not-found', 'refused-request']

/** Writes what became of uploads, each in one transaction. */
export class UploadResults {
  readonly #parts: ResultParts

  constructor(parts: ResultParts) {
    this.#parts = parts
  }

  /** The store has the file. @returns whether it has all of the recording now */
  uploaded({ recording: { id, destinationId }, file, sentBytes }: EndedUpload): boolean {
    const { recordings, files, troubles, ledger, transactions, clock } = this.#parts
    return transactions.transaction(() => {
      files.setUploaded(file.id, clock.now(), sentBytes)
      recordings.addUploaded(id, file.file.bytes)
      troubles.succeeded(destinationId)
      const now = recordings.find(id)
      if (now && now.local && now.failures > 0) {
        recordings.setFault(id, { failures: 0, nextTryAt: null, fault: null })
      }
      ledger.changed(id)
      const isLast = now?.state === 'uploading' && files.waiting(id, 1).length === 0
      return isLast && ledger.apply(id, 'all-uploaded')
    })
  }

  /**
   * The store does not have the file, and this is why.
   * @param isNews whether it began after the last failure of its destination
   * @returns what else the fault holds up
   */
  failed({ recording, file, sentBytes }: EndedUpload, fault: StoreFault, isNews: boolean): FaultReach {
    const { files, troubles, ledger, transactions } = this.#parts
    const { id, destinationId } = recording
    const reach = reachOf(fault, file.failures + 1)
    transactions.transaction(() => {
      if (reach === 'copy') {
        files.giveUp(file.id)
        // It would name what is not there.
        const playlist = files.made(id, 'playlist')
        if (playlist && !playlist.uploaded) files.giveUp(playlist.id)
        ledger.apply(id, 'copy-lost', { fault })
      } else if (reach === 'file') this.#wait({ recording, file, sentBytes }, fault)
      else {
        const restart = OF_WHAT_WAS_SENT.includes(fault.kind)
        const { failures } = file
        files.setFailed(file.id, { failures, nextTryAt: null, sentBytes, restart })
        if (isNews) troubles.failed(destinationId, fault)
        troubles.tell(destinationId)
      }
      ledger.changed(id)
    })
    return reach
  }

  /**
   * The archive process ended, or could not do it: no fault of the file, nor of the store.
   * @param pause until it is tried again
   */
  processFailed({ recording, file, sentBytes }: EndedUpload, pause: Milliseconds): void {
    const { files, clock, ledger } = this.#parts
    const { failures } = file
    files.setFailed(file.id, { failures, nextTryAt: clock.now() + pause, sentBytes, restart: false })
    ledger.changed(recording.id)
  }

  #wait({ recording: { id }, file, sentBytes }: EndedUpload, fault: StoreFault): void {
    const { recordings, files, clock, random } = this.#parts
    const failures = file.failures + 1
    const nextTryAt = clock.now() + ownPause(failures, random())
    files.setFailed(file.id, { failures, nextTryAt, sentBytes, restart: true })
    recordings.setFault(id, { failures, nextTryAt, fault })
  }
}
