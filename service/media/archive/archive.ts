/** What the archive process does for control. */
import { rm } from 'node:fs/promises'
import type {
  Answered,
  ArchiveNotifications,
  ArchiveRequests,
  SpoolContents,
} from '../../contract/archive-worker.ts'
import type { ArchiveDestination, SealedRecording } from '../../contract/archive.ts'
import type { PublishOrder } from '../../contract/publishing.ts'
import type { TestReport } from '../../contract/console/destinations.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ArmedRules } from '../../platform/faults/armed-rules.ts'
import type { Rpc } from '../../platform/rpc.ts'
import type { ArchiveStore, StoreSettings } from '../../provider/archive/provider.ts'
import { faultyStore } from '../faults/faulty-store.ts'
import { assertRoom } from '../faults/full-disk.ts'
import { Publisher } from '../publish/publisher.ts'
import { answered } from './answered.ts'
import { testDestination } from './connection-test/test-destination.ts'
import { deleteObjects } from './objects.ts'
import { OpenedStores } from './opened-stores.ts'
import type { FrontStore } from './opened-stores.ts'
import { Player } from './player.ts'
import type { PlayRequest } from './player.ts'
import { sealRecording } from './seal/seal.ts'
import { readIndex, recordedFiles } from '../spool/index-file.ts'
import { randomStream } from '../../platform/randomness.ts'
import { Turns } from '../../platform/turns.ts'
import { Uploads } from './uploads.ts'
import type { UploadRequest } from './uploads.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { errorCode } from '../../platform/error-code.ts'

/** The link of the archive process to control, which it asks nothing. */
export type ArchiveControlLink = Rpc<Record<string, never>, ArchiveNotifications>

export interface ArchiveOptions {
  readonly openStore: (destination: ArchiveDestination, settings: StoreSettings) => ArchiveStore
  readonly control: ArchiveControlLink
  readonly clock: Clock
  /** None in most processes, and none outside of an emulator. */
  readonly rules: ArmedRules
}

/** A store that says nothing for this long is given up, milliseconds. */
const STALL_MS = 60_000
/** What is live has less patience: its window goes on. */
const LIVE_STALL_MS = 10_000
/** Each reads all of a recording: more at a time are no faster, and uploads need the disk too. */
const SEALED_AT_ONCE = 2

export class Archive {
  readonly #options: ArchiveOptions
  readonly #settings: StoreSettings
  readonly #stores: OpenedStores
  readonly #uploads: Uploads
  readonly #player: Player
  /** Of live pushes. */
  readonly #liveStores: OpenedStores
  readonly #publisher: Publisher
  readonly #end = new AbortController()
  /** Recordings that are being sealed, by folder. */
  readonly #sealing = new Map<string, Promise<Answered<SealedRecording>>>()
  readonly #sealers = new Turns(SEALED_AT_ONCE)

  private constructor(
    options: ArchiveOptions,
    parts: { settings: StoreSettings; stores: OpenedStores; player: Player },
  ) {
    const { control, clock } = options
    this.#options = options
    this.#settings = parts.settings
    this.#stores = parts.stores
    this.#player = parts.player
    const liveSettings = { ...parts.settings, stallMs: LIVE_STALL_MS }
    this.#liveStores = new OpenedStores(
      (destination) => options.openStore(destination, liveSettings),
      clock,
      faultyFront(options),
    )
    this.#publisher = new Publisher({
      ...{ stores: this.#liveStores, clock },
      random: () => randomStream('push retry').fraction(),
      onReport: (report) => control.notify('publish.report', report),
      onDone: (place) => control.notify('publish.done', place),
    })
    this.#uploads = new Uploads({
      ...{ stores: parts.stores, clock },
      onProgress: (progress) => control.notify('upload.progress', progress),
    })
  }

  /** @throws Error of the player's listener, such as EADDRINUSE */
  static async start(request: ArchiveRequests['start'][0], options: ArchiveOptions): Promise<Archive> {
    const { azblobEndpoint, gsEndpoint, player: address, origins, ownPorts } = request
    const { openStore, clock } = options
    let listening = () => ownPorts
    const settings: StoreSettings = {
      azblobEndpoint,
      gsEndpoint,
      stallMs: STALL_MS,
      ownPorts: () => listening(),
    }
    const stores = new OpenedStores(
      (destination) => openStore(destination, settings),
      clock,
      faultyFront(options),
    )
    const player = await Player.start({ ...address, origins, stores, clock })
    listening = () => [...ownPorts, player.port]
    return new Archive(options, { settings, stores, player })
  }

  get playerPort(): number {
    return this.#player.port
  }

  readSpool(folder: string): Promise<Answered<SpoolContents>> {
    return answered(() => inSpool(() => contentsOf(folder)))
  }

  /** Asked again while it is made, a recording is made once. */
  seal(folder: string): Promise<Answered<SealedRecording>> {
    const running = this.#sealing.get(folder)
    if (running) return running
    const sealing = this.#sealers
      .take(() => answered(() => inSpool(() => this.#seal(folder))))
      .finally(() => this.#sealing.delete(folder))
    this.#sealing.set(folder, sealing)
    return sealing
  }

  async #seal(folder: string): Promise<SealedRecording> {
    assertRoom(this.#options.rules)
    return sealRecording(folder)
  }

  removeSpool(folder: string): Promise<void> {
    return rm(folder, { recursive: true, force: true })
  }

  upload(request: UploadRequest): Promise<Answered<Record<string, never>>> {
    return this.#uploads.upload(request)
  }

  cancelUpload(id: number): Promise<void> {
    return this.#uploads.cancel(id)
  }

  delete(request: ArchiveRequests['objects.delete'][0]): Promise<Answered<{ deleted: number }>> {
    return answered(async () => ({ deleted: await deleteObjects(this.#stores, request, this.#end.signal) }))
  }

  test({ id, destination, of }: ArchiveRequests['destination.test'][0]): Promise<TestReport> {
    const { openStore, clock, control } = this.#options
    const front = faultyFront(this.#options)
    return testDestination(destination, {
      settings: this.#settings,
      openStore: (saved, settings) => front(openStore(saved, settings), saved, of ?? {}),
      clock,
      onStep: (step) => control.notify('test.step', { id, step }),
    })
  }

  publish(order: PublishOrder): Promise<void> {
    return this.#publisher.set(order)
  }

  play(request: PlayRequest): string {
    return this.#player.open(request)
  }

  /** What is on its way is broken off; its journal is control's. */
  async stop(): Promise<void> {
    this.#end.abort()
    await this.#publisher.close()
    await this.#player.close()
    this.#liveStores.close()
    this.#stores.close()
  }
}

/** What faults on purpose do stands before each store; where there never are any, nothing does. */
function faultyFront({ rules, clock }: Pick<ArchiveOptions, 'rules' | 'clock'>): FrontStore {
  return (store, { kind }, of) =>
    rules.isThere ? faultyStore(store, { rules, of, kind, clock, stallMs: STALL_MS }) : store
}

async function contentsOf(folder: string): Promise<SpoolContents> {
  const index = await readIndex(folder)
  const { ended, pid, lost } = index
  return { files: recordedFiles(index), ended, writerPid: pid, lost }
}

const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT']

/**
 * Does what needs a recording's own folder only.
 * @throws StoreError `full` where there was no room, `local` for whatever else went wrong
 */
async function inSpool<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    const message = error instanceof Error ? error.message : String(error)
    throw new StoreError(NO_ROOM.includes(code) ? 'full' : 'local', message, { code })
  }
}
