import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { localFolderOf } from '../control/archive/recording-folders.ts'
import { ArchiveDestinationDesk } from '../control/archive/destination-desk.ts'
import type { DestinationLimits } from '../control/archive/new-destination.ts'
import { DestinationTests } from '../control/archive/destination-tests.ts'
import { DestinationTroubles } from '../control/archive/destination-troubles.ts'
import type { ArchiveDestinations } from '../control/archive/destinations.ts'
import { openDestination } from '../control/archive/open-destination.ts'
import type { ArchiveProcess } from '../control/archive/archive-process.ts'
import type { DestinationDesk, FinishedRecordings, RecordingDesk } from '../control/archive/archive-desks.ts'
import type { RecordingBook } from '../control/archive/recorded-connection.ts'
import { KeptRecordingBook } from '../control/archive/recording-book.ts'
import { ArchiveRecordingDesk } from '../control/archive/recording-desk.ts'
import { RecordingRetention } from '../control/archive/recording-retention.ts'
import { RecordingLedger } from '../control/archive/recording-ledger.ts'
import type { ArchiveEvents } from '../control/archive/recording-ledger.ts'
import type { Recording, RecordingSummary } from '../control/archive/recording.ts'
import { Sealing } from '../control/archive/sealing.ts'
import { SpoolKeeper } from '../control/archive/spool-keeper.ts'
import { UploadQueue } from '../control/archive/upload-queue.ts'
import { UploadResults } from '../control/archive/upload-results.ts'
import { archiveDestinationRepository } from '../control/store/archive-destinations.ts'
import type { Database } from '../control/store/database.ts'
import { recordingFileStore } from '../control/store/recording-files.ts'
import { recordingRules } from '../control/store/recording-rules.ts'
import { recordingViews } from '../control/store/recording-views.ts'
import type { AuditLog } from '../control/audit/audit-log.ts'
import { recordingStore } from '../control/store/recordings.ts'
import type { IngestTopics } from '../control/media-topics.ts'
import type { RecordingId, SystemId } from '../contract/ids.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Topics } from '../platform/topics.ts'
import { OWN_FOLDER } from '../platform/paths/own-modes.ts'
import { childOf } from '../platform/paths/names.ts'
import { errorCode } from '../platform/error-code.ts'
import { randomStream } from '../platform/randomness.ts'

export interface ArchiveOptions {
  readonly dataDir: string
  readonly database: Database
  readonly destinations: Pick<ArchiveDestinations, 'open' | 'changeCredentials'>
  readonly folders: DestinationLimits['folders']
  readonly events: ArchiveEvents
  readonly process: ArchiveProcess
  readonly outgoing: DestinationLimits['outgoing']
  /** What the ingest process tells. */
  readonly ingest: Topics<IngestTopics>
  /** Whether a process of this machine runs. */
  readonly isRunning?: (pid: number) => boolean
  readonly audit: Pick<AuditLog, 'byItself'>
  /** Of rows and retention. */
  readonly clock: Clock
  /** Real time: how long is waited for stores, disks and processes. */
  readonly machine?: Clock
  /** From 0 to 1. */
  readonly random?: () => number
  readonly logger: Logger
}

/** Recordings: their rows and uploads, and what people are shown of them. */
export interface ArchivePlane {
  readonly book: RecordingBook
  readonly recordings: RecordingDesk & FinishedRecordings
  readonly destinations: DestinationDesk
  readonly retention: RecordingRetention
  summary(systemId: SystemId): RecordingSummary
  /** Takes up what earlier runs left; called once, before anything can be recorded. */
  start(): void
  /** Tells when a recording or a destination changed; returns how to stop listening. */
  onChange(listener: () => void): () => void
  /** Asks nothing of the archive process any more: that goes on after the next start. The book is still kept. */
  close(): void
}

export function openArchive(options: ArchiveOptions): ArchivePlane {
  const { dataDir, database, process, events, audit, clock, machine = clock, logger } = options
  const { random = () => randomStream('upload retry').fraction(), isRunning = processRuns } = options
  const recordings = recordingStore(database)
  const files = recordingFileStore(database)
  const views = recordingViews(database)
  const destinations = archiveDestinationRepository(database)
  const spool = join(dataDir, 'spool')
  const dated = { recordings, files, process, transactions: database, clock, random, logger }
  const shared = { ...dated, clock: machine }
  const folderOf = (id: RecordingId) => childOf(spool, id)
  const open = (recording: Recording) => openDestination(options.destinations, recording)

  const ledger = new RecordingLedger({ ...dated, events })
  const troubles = new DestinationTroubles({ ...shared, destinations, ledger })
  const results = new UploadResults({ ...shared, ledger, troubles })
  const keeper = new SpoolKeeper({ ...shared, ledger, folderOf, listFolders: () => foldersIn(spool) })
  const queue = new UploadQueue({
    ...{ ...shared, results, troubles, open, folderOf },
    onAvailable: () => void keeper.clear(),
  })
  const onFiles = (id: RecordingId) => {
    const recording = recordings.find(id)
    if (recording) queue.wake(recording)
  }
  const sealing = new Sealing({ ...shared, ledger, folderOf, onFiles, isRunning })
  const book = new KeptRecordingBook({ ...dated, ledger, sealing, folderOf, onFiles })
  options.ingest.on({
    'recording.file': ({ recordingId, file }) => book.fileRecorded(recordingId, file),
    'recording.lost': ({ recordingId, lost }) => book.mediaLost(recordingId, lost),
    'recording.ended': ({ recordingId, lost }) => book.ended(recordingId, lost),
    'ingest.lost': () => book.writerGone(),
  })
  const makeLocalFolder = () => {
    const folder = localFolderOf(dataDir)
    mkdirSync(folder, { recursive: true, mode: OWN_FOLDER })
    return folder
  }
  const desk = new ArchiveRecordingDesk({ ...shared, views, ledger, queue, sealing, open, folderOf })
  const retention = new RecordingRetention({ rules: recordingRules(database), desk, audit, clock, logger })
  return {
    book,
    recordings: desk,
    retention,
    destinations: new ArchiveDestinationDesk({
      ...{ destinations, queue },
      saved: options.destinations,
      tests: new DestinationTests({
        process,
        clock: machine,
        folders: options.folders,
        outgoing: options.outgoing,
      }),
      makeLocalFolder,
    }),
    summary: (systemId) => views.summary(systemId),
    start() {
      book.recover()
      queue.start()
      void keeper.start()
      retention.start()
    },
    onChange: (listener) => ledger.onChange(listener),
    close() {
      queue.close()
      sealing.close()
      keeper.close()
      retention.close()
    },
  }
}

async function foldersIn(spool: string): Promise<string[]> {
  const entries = await readdir(spool, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Signal 0 is sent to nobody: it asks whether there is somebody. */
function processRuns(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
