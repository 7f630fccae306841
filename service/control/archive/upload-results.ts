import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { StoreFault, StoreFaultKind } from '../../contract/store-fault.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transactions } from '../transactions.ts'
import type { DestinationTroubles } from './destination-troubles.ts'
import { TOLD_AFTER, mayBeOfOneObject, ownPause, reachOf } from './fault-rules.ts'
import type { FaultReach } from './fault-rules.ts'
import type { JournaledFile, Recording } from './recording.ts'
import type { RecordingLedger } from './recording-ledger.ts'
import type { RecordingFileStore, RecordingStore } from './recording-store.ts'
import { Refusals } from './refusals.ts'
import type { FileRefusal } from './refusals.ts'

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

/** Faults of what the store has of an upload: it is begun anew, and the store knows no parts of it any more. */
const OF_WHAT_WAS_SENT: readonly StoreFaultKind[] = ['damaged', 'not-found']
const isOfWhatWasSent = ({ kind }: StoreFault) => OF_WHAT_WAS_SENT.includes(kind)

/** Writes what became of uploads, each in one transaction. */
export class UploadResults {
  readonly #parts: ResultParts
  readonly #refusals = new Refusals()

  constructor(parts: ResultParts) {
    this.#parts = parts
  }

  /** The store has the file. @returns whether it has all of the recording now */
  uploaded(upload: EndedUpload): boolean {
    const { recordings, files, troubles, ledger, transactions, clock } = this.#parts
    const { file, sentBytes } = upload
    const { id, destinationId } = upload.recording
    this.#refusals.stored(upload)
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
  failed(upload: EndedUpload, fault: StoreFault, isNews: boolean): FaultReach {
    const { files, ledger, transactions, clock } = this.#parts
    const { recording, file } = upload
    const reach = reachOf(fault, file.failures + 1)
    const refusal = mayBeOfOneObject(fault) ? this.#refusals.add(upload, clock.now()) : null
    transactions.transaction(() => {
      if (reach === 'copy') {
        files.giveUp(file.id)
        // It would name what is not there.
        const playlist = files.made(recording.id, 'playlist')
        if (playlist && !playlist.uploaded) files.giveUp(playlist.id)
        ledger.apply(recording.id, 'copy-lost', { fault })
      } else if (reach === 'file') this.#wait(upload, fault)
      else if (refusal?.alone) this.#waitAlone(upload, fault, refusal)
      else this.#waitBehind(upload, fault, { isNews, refusal })
      ledger.changed(recording.id)
    })
    return refusal?.alone ? 'file' : reach
  }

  /**
   * The archive process ended, or could not do it: no fault of the file, nor of the store.
   * @param pause until it is tried again
   */
  processFailed({ recording, file, sentBytes }: EndedUpload, pause: Milliseconds): void {
    const { files, clock, ledger } = this.#parts
    const { failures, refused } = file
    files.setFailed(file.id, { failures, nextTryAt: clock.now() + pause, sentBytes, restart: false, refused })
    ledger.changed(recording.id)
  }

  /** For itself. */
  #wait({ recording: { id }, file, sentBytes }: EndedUpload, fault: StoreFault): void {
    const { recordings, files, clock, random } = this.#parts
    const failures = file.failures + 1
    const nextTryAt = clock.now() + ownPause(failures, random())
    const { refused } = file
    files.setFailed(file.id, { failures, nextTryAt, sentBytes, restart: isOfWhatWasSent(fault), refused })
    recordings.setFault(id, { failures, nextTryAt, fault })
  }

  /** For itself too, but what a store refuses is never the destination's trouble again, so it is told of here. */
  #waitAlone(
    { recording: { id }, file, sentBytes }: EndedUpload,
    fault: StoreFault,
    refusal: FileRefusal,
  ): void {
    const { recordings, files, ledger, clock, random } = this.#parts
    const nextTryAt = clock.now() + ownPause(refusal.times, random())
    const { failures } = file
    const { since, times } = refusal
    const restart = isOfWhatWasSent(fault)
    files.setFailed(file.id, { failures, nextTryAt, sentBytes, restart, refused: { since, times } })
    const recording = recordings.find(id)
    // One without its local copy has failed, and was told of.
    if (!recording?.local) return
    recordings.setFault(id, { failures: times, nextTryAt, fault })
    const lasts = clock.now() >= since + TOLD_AFTER
    if (lasts && !recording.failureTold) ledger.tellTrouble(recording, fault)
  }

  /** With its destination; behind the next try of it where another file may then tell whether it works. */
  #waitBehind(
    { recording: { destinationId }, file, sentBytes }: EndedUpload,
    fault: StoreFault,
    { isNews, refusal }: { readonly isNews: boolean; readonly refusal: FileRefusal | null },
  ): void {
    const { files, troubles, clock, random } = this.#parts
    if (isNews) troubles.failed(destinationId, fault)
    const again = troubles.of(destinationId)?.nextTryAt ?? clock.now()
    files.setFailed(file.id, {
      failures: file.failures,
      nextTryAt: refusal && again + ownPause(refusal.times, random()),
      sentBytes,
      restart: isOfWhatWasSent(fault),
      refused: file.refused,
    })
    troubles.tell(destinationId)
  }
}
