/** Control's side of recordings over a real database, with the rest of the machine in memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordingPlan } from '../../service/contract/archive.ts'
import type { ArchiveDestinationId, ConnectionId, RecordingId } from '../../service/contract/ids.ts'
import type { Rendition } from '../../service/contract/rendition.ts'
import { archiveEvent } from '../../service/contract/webhook-bodies.ts'
import type { ArchiveEvent } from '../../service/contract/webhook-bodies.ts'
import { openArchive } from '../../service/composition/archive.ts'
import type { ArchivePlane } from '../../service/composition/archive.ts'
import { ArchiveDestinations } from '../../service/control/archive/destinations.ts'
import type { RtmpChannel } from '../../service/control/connection/dependencies.ts'
import { archiveDestinationRepository } from '../../service/control/store/archive-destinations.ts'
import type { Database } from '../../service/control/store/database.ts'
import type { IngestTopics } from '../../service/control/media-topics.ts'
import { newId } from '../../service/platform/ids.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { Topics } from '../../service/platform/topics.ts'
import type { SecretBox } from '../../service/platform/secrets/secret-box.ts'
import { secretBox } from '../../service/platform/secrets/secret-box.ts'
import { ArchiveDisks, InMemoryArchive, segmentFile } from './archive-in-memory.ts'
import { addChannel, addSystem } from './channel-rows.ts'
import type { SystemRows } from './channel-rows.ts'
import { openTestDatabase } from './database.ts'
import { testRecordingFolders } from './recording-folders.ts'
import { ManualClock } from './manual-clock.ts'
import { webhookParts } from './webhook-parts.ts'
import { outgoingTo } from './outgoing.ts'

const EVENTS = 'http://127.0.0.1:9/events'
const RENDITION = { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }

/** What was asked for has been done, as far as time does not hold it up. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve))
}

export class ArchiveScene {
  readonly clock = new ManualClock()
  readonly disks = new ArchiveDisks()
  readonly dataDir = mkdtempSync(join(tmpdir(), 'airdesk-archive-'))
  readonly db: Database = openTestDatabase()
  readonly system: SystemRows = addSystem(this.db)
  readonly channel: RtmpChannel = addChannel(this.db, this.system)
  readonly destination: ArchiveDestinationId
  /** Processes that run, by their ids. */
  readonly pids = new Set([1])
  readonly lines: string[] = []
  /** What the audit log was told of. */
  readonly byItself: object[] = []
  /** What the ingest process tells. */
  ingest = new Topics<IngestTopics>()
  box: SecretBox = secretBox(Buffer.alloc(32))
  process = new InMemoryArchive(this.disks)
  plane: ArchivePlane

  constructor() {
    this.destination = this.addDestination('s3://one')
    this.plane = this.#open()
  }

  get destinations(): ArchiveDestinations {
    return new ArchiveDestinations({
      ...{ clock: this.clock, transactions: this.db, box: this.box },
      folders: testRecordingFolders(this.db, this.clock, this.dataDir),
      outgoing: outgoingTo('computer'),
      destinations: archiveDestinationRepository(this.db),
    })
  }

  addDestination(bucketUri: string): ArchiveDestinationId {
    return this.destinations.create(this.system.systemId, {
      bucket_uri: bucketUri,
      ...{ s3_region: 'eu', s3_access_key_id: 'id', s3_secret_access_key: 'secret' },
    })
  }

  /** Control is killed with the archive process, and both start again. */
  async restart(): Promise<void> {
    this.plane.close()
    this.process.kill()
    await settled()
    this.process = new InMemoryArchive(this.disks)
    this.plane = this.#open()
    this.plane.start()
    await settled()
  }

  /** A connection is accepted whose renditions are archived at these destinations. */
  begin(destinations = [this.destination], connectionId = newId<ConnectionId>()): readonly RecordingPlan[] {
    return this.db.transaction(() =>
      this.plane.book.begin({
        ...{ systemId: this.system.systemId, channelId: this.channel.channelId, connectionId },
        renditions: destinations.map((id): Rendition => ({
          ...RENDITION,
          archive: { archive_destination_id: id },
        })),
        eventWebhookUrl: EVENTS,
      }),
    )
  }

  beginOne(destination = this.destination): RecordingPlan {
    const [plan] = this.begin([destination])
    if (!plan) throw new Error('nothing is recorded')
    return plan
  }

  /** The recorder writes so many files of it, and tells. */
  record({ recordingId, folder }: RecordingPlan, count = 1): void {
    for (let i = 0; i < count; i++)
      this.ingest.tell('recording.file', { recordingId, file: this.disks.record(folder) })
  }

  end({ recordingId, folder }: RecordingPlan): void {
    const spool = this.disks.spool(folder)
    spool.ended = true
    this.ingest.tell('recording.ended', { recordingId, lost: spool.lost })
  }

  /** A recording that is whole but for its uploads. */
  async recorded(files = 3, destination = this.destination): Promise<RecordingPlan> {
    const plan = this.beginOne(destination)
    // An initialization segment alone would be no recording.
    if (files === 1) this.disks.spool(plan.folder).files.push(segmentFile(0))
    else this.record(plan, files)
    this.end(plan)
    await settled()
    return plan
  }

  /** Every upload succeeds until none is left. */
  async uploadAll(): Promise<void> {
    while (this.process.uploads.size > 0) {
      for (const id of [...this.process.uploads.keys()]) this.process.finish(id)
      await settled()
    }
  }

  view(id: RecordingId) {
    const found = this.plane.recordings.find(this.system.systemId, id)
    if (!found) throw new Error(`there is no recording ${id}`)
    return found
  }

  state(id: RecordingId): string | null {
    return this.plane.recordings.find(this.system.systemId, id)?.state ?? null
  }

  events(): ArchiveEvent[] {
    return this.db
      .prepare<[], string>("SELECT body FROM webhook_events WHERE type LIKE 'archive.%' ORDER BY sequence")
      .pluck()
      .all()
      .map((body) => archiveEvent.parse(JSON.parse(body)))
  }

  async close(): Promise<void> {
    this.plane.close()
    this.process.kill()
    await settled()
    this.db.close()
    rmSync(this.dataDir, { recursive: true })
  }

  #open(): ArchivePlane {
    const { clock, db, process, dataDir } = this
    const logger = createLogger('info', { write: (line: string) => void this.lines.push(line) })
    this.ingest = new Topics()
    return openArchive({
      ...{ clock, logger, process, dataDir, database: db, ingest: this.ingest },
      audit: { byItself: (act) => void this.byItself.push(act) },
      outgoing: outgoingTo('computer'),
      destinations: {
        open: (...args) => this.destinations.open(...args),
        changeCredentials: (...args) => this.destinations.changeCredentials(...args),
      },
      folders: testRecordingFolders(db, clock, dataDir),
      events: webhookParts(db, clock).outbox,
      isRunning: (pid) => this.pids.has(pid),
      random: () => 0.5,
    })
  }
}
