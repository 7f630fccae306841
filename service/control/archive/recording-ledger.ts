import type { LostMedia, RecordedFile, SealedRecording } from '../../contract/archive.ts'
import type { RecordingId, SystemId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { ChangeListeners } from '../change-listeners.ts'
import type { Transactions } from '../transactions.ts'
import type { ArchiveNews } from '../webhook/archive-bodies.ts'
import { faultOfThisMachine } from './fault-rules.ts'
import type { Recording } from './recording.ts'
import { recordingStep } from './recording-machine.ts'
import type { RecordingEffect, RecordingEvent, RecordingTransition } from './recording-machine.ts'
import type { RecordingFileStore, RecordingStore } from './recording-store.ts'

export interface ArchiveEvents {
  /** Writes an event in the open transaction. */
  appendArchive(event: {
    readonly systemId: SystemId
    readonly url: string
    readonly recording: Recording
    readonly news: ArchiveNews
  }): void
}

export interface LedgerParts {
  readonly recordings: RecordingStore
  readonly files: RecordingFileStore
  readonly events: ArchiveEvents
  readonly transactions: Transactions
  readonly clock: Clock
  readonly logger: Logger
}

/** What comes with an event of a recording. */
export interface RecordingNews {
  readonly files?: readonly RecordedFile[]
  readonly lost?: LostMedia
  readonly sealed?: Omit<SealedRecording, 'files'>
  readonly fault?: StoreFault
  /** When nothing followed any more; now where it is left out. */
  readonly endedAt?: EpochMilliseconds
}

/** Writes what happens to recordings: a change and the event that tells of it in one transaction. */
export class RecordingLedger {
  readonly #parts: LedgerParts
  readonly #listeners: ChangeListeners<RecordingId>

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.#listeners = new ChangeListeners(parts.transactions)
  }

  /** Tells which recording changed, once it is on disk; returns how to stop listening. */
  onChange(listener: (id: RecordingId) => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Takes the step that follows from an event, if there is one; a recording that is gone is left alone.
   * @returns whether there was a step
   */
  apply(id: RecordingId, event: RecordingEvent, news: RecordingNews = {}): boolean {
    const { recordings, transactions, logger } = this.#parts
    return transactions.transaction(() => {
      const recording = recordings.find(id)
      if (!recording) return false
      const next = recordingStep(recording.state, event)
      if (next === 'ignored') return false
      if (next === 'illegal') {
        const { state } = recording
        logger.error({ recordingId: id, state, event }, 'message does not fit the state of the recording')
        return false
      }
      this.#take(recording, next, news)
      return true
    })
  }

  /** Something about it changed that is no step of its life. */
  changed(id: RecordingId): void {
    this.#listeners.tell(id)
  }

  /** Tells once of trouble that lasts, in the open transaction. */
  tellTrouble(recording: Recording, fault: StoreFault): void {
    this.#parts.recordings.setTold(recording.id)
    this.#tell(recording, { type: 'archive.failed', fault, willRetry: true })
  }

  #take({ id, state }: Recording, { to, effects }: RecordingTransition, news: RecordingNews): void {
    if (to !== 'removed' && to !== state) this.#parts.recordings.setState(id, to)
    for (const effect of effects) this.#run(effect, id, news)
    this.changed(id)
  }

  #run(effect: RecordingEffect, id: RecordingId, { files = [], ...news }: RecordingNews): void {
    const { recordings, clock } = this.#parts
    switch (effect) {
      case 'add-files':
        for (const file of files) this.#parts.files.add(id, file)
        return
      case 'note-loss':
        if (news.lost) recordings.setLost(id, news.lost)
        return
      case 'note-end':
        return recordings.setEnded(id, news.endedAt ?? clock.now())
      case 'note-sealed':
        if (news.sealed) recordings.setSealed(id, news.sealed)
        return recordings.setFault(id, { failures: 0, nextTryAt: null, fault: null })
      case 'note-fault':
        recordings.setLocal(id, false)
        return recordings.setFault(id, { failures: 1, nextTryAt: null, fault: news.fault ?? COPY_LOST })
      case 'note-finish':
        return recordings.setFinished(id, clock.now())
      case 'tell-created':
      case 'tell-failed': {
        const recording = recordings.find(id)
        if (recording) this.#tell(recording, this.#newsOf(effect, recording))
        return
      }
      case 'remove-row':
        return recordings.remove(id)
    }
  }

  #newsOf(effect: 'tell-created' | 'tell-failed', { id, lastFault }: Recording): ArchiveNews {
    if (effect === 'tell-failed') {
      return { type: 'archive.failed', fault: lastFault ?? COPY_LOST, willRetry: false }
    }
    const nameOf = (kind: 'playlist' | 'movie') => this.#parts.files.made(id, kind)?.file.name ?? ''
    return { type: 'archive.created', playlist: nameOf('playlist'), movie: nameOf('movie') }
  }

  #tell(recording: Recording, news: ArchiveNews): void {
    const { systemId, eventWebhookUrl: url } = recording
    if (url !== '') this.#parts.events.appendArchive({ systemId, url, recording, news })
  }
}

const COPY_LOST = faultOfThisMachine('local', 'The local copy cannot be read.')
