import { createWriteStream, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Restart, Snapshot, SnapshotReason, StateView } from '../../contract/console/state.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { Bytes } from '../../contract/units.ts'
import { badRequest, refusal } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { ChosenPorts } from '../setup/repository.ts'
import type { AskingSession, StateFiles } from './state-files.ts'
import { DATABASE_PARTS, Snapshots } from './snapshots.ts'
import { databaseFile, stage, stagingFile } from './staged-state.ts'

export interface StateDeskParts {
  readonly dataDir: string
  readonly files: StateFiles
  readonly clock: Clock
  readonly box: Pick<SecretBox, 'open' | 'locked'>
  /** Chosen for this machine. */
  readonly ports: () => ChosenPorts
  /** Names of channels with a connection, and the number of those of other systems. */
  readonly onAir: (systemId: SystemId) => StateView['onAir']
  readonly freeBytes: () => Bytes
  /** Ends the service and starts it again, on the same ports. */
  readonly restart: () => void
}

/** Keeps the state of the installation in files and takes it up from them. */
export class StateDesk {
  readonly #parts: StateDeskParts
  readonly #snapshots: Snapshots
  #isStaged = false

  constructor(parts: StateDeskParts) {
    this.#parts = parts
    this.#snapshots = new Snapshots(parts.dataDir)
  }

  view(systemId: SystemId): StateView {
    const { files, onAir } = this.#parts
    return { now: files.counts(), snapshots: this.#snapshots.list(), onAir: onAir(systemId) }
  }

  /** @throws Refusal `BAD_REQUEST` for a name that another snapshot has, `STORAGE_FULL` */
  save(name: string): Snapshot {
    if (this.#snapshots.list().some((snapshot) => !snapshot.automatic && snapshot.name === name)) {
      throw badRequest(problem('name', 'newSnapshotName'))
    }
    return this.#keep(name, false)
  }

  /** Keeps the state before a part of it is reset. @throws Refusal `STORAGE_FULL` */
  saveBeforeReset(): void {
    this.#keep('before-reset', true)
    this.#snapshots.removeOldAutomatic()
  }

  /** @throws Refusal `NOT_FOUND` */
  remove(id: string): void {
    if (!this.#snapshots.remove(id)) throw refusal('NOT_FOUND')
  }

  /**
   * Makes the snapshot the state of the next start.
   * @throws Refusal `NOT_FOUND`, `ON_AIR`, `STATE_…`, `STORAGE_FULL`
   */
  restore(id: string, session: AskingSession): Restart {
    const snapshot = this.#find(id)
    this.#demandQuiet(session)
    return this.#stage(this.#copied(snapshot), 'before-restore', session)
  }

  /**
   * Makes a file the state of the next start.
   * @param bytes how long it is
   * @throws Refusal `ON_AIR`, `STATE_…`, `STORAGE_FULL`
   */
  async import(content: Readable, bytes: Bytes, session: AskingSession): Promise<Restart> {
    this.#demandQuiet(session)
    this.#demandRoom(bytes)
    const file = this.#staging('import')
    try {
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      rmSync(file, { force: true })
      throw refusalOf(error)
    }
    // Somebody may have begun to broadcast meanwhile.
    this.#demandQuiet(session)
    return this.#stage(file, 'before-import', session)
  }

  /** The state as it is, in a file that whoever asked is to remove. @throws Refusal `STORAGE_FULL` */
  export(): string {
    this.#demandRoom(this.#size())
    const file = this.#staging('export')
    return removedOnFailure(file, () => {
      this.#parts.files.copyTo(file, this.#parts.clock.now())
      return file
    })
  }

  /**
   * A snapshot as such a file, at the current schema.
   * @throws Refusal `NOT_FOUND`, `STATE_…`, `STORAGE_FULL`
   */
  exportSnapshot(id: string): string {
    const file = this.#copied(this.#find(id))
    return removedOnFailure(file, () => {
      this.#parts.files.settle(file, { ...this.#settlement(null), ports: {} })
      return file
    })
  }

  /** Takes up what was staged. */
  restart(): void {
    this.#parts.restart()
  }

  #keep(name: string, automatic: boolean): Snapshot {
    const { files, clock } = this.#parts
    this.#demandRoom(this.#size())
    const createdAt = clock.now()
    try {
      return this.#snapshots.add({ id: newId(), name, createdAt, automatic }, (file) =>
        removedOnFailure(file, () => files.copyTo(file, createdAt)),
      )
    } catch (error) {
      throw refusalOf(error)
    }
  }

  #stage(file: string, name: SnapshotReason, session: AskingSession): Restart {
    const { dataDir, files, clock } = this.#parts
    return removedOnFailure(file, () => {
      const restart = files.settle(file, this.#settlement(session))
      const before = { id: newId(), name, createdAt: clock.now(), automatic: true }
      stage(dataDir, file, { ...before, counts: files.counts() })
      this.#isStaged = true
      return restart
    })
  }

  #settlement(session: AskingSession | null) {
    const { clock, ports, box } = this.#parts
    return {
      now: clock.now(),
      ports: ports(),
      session,
      canOpen: (sealed: Uint8Array, context: string) => {
        // Another start, with the key, may open what this one cannot.
        if (box.locked) return true
        try {
          box.open(sealed, context)
          return true
        } catch {
          return false
        }
      },
    }
  }

  #find(id: string): Snapshot {
    const snapshot = this.#snapshots.find(id)
    if (!snapshot) throw refusal('NOT_FOUND')
    return snapshot
  }

  /** A copy that may be changed. */
  #copied({ id, bytes }: Snapshot): string {
    this.#demandRoom(bytes)
    const file = this.#staging('snapshot')
    return removedOnFailure(file, () => {
      for (const part of DATABASE_PARTS) {
        const from = this.#snapshots.fileOf(id) + part
        if (existsSync(from)) copyFileSync(from, file + part)
      }
      return file
    })
  }

  #staging(what: string): string {
    return stagingFile(this.#parts.dataDir, `${what}-${newId()}.db`)
  }

  #size(): Bytes {
    const file = databaseFile(this.#parts.dataDir)
    const parts = DATABASE_PARTS.filter((part) => existsSync(file + part))
    return parts.reduce((sum, part) => sum + statSync(file + part).size, 0)
  }

  #demandRoom(bytes: Bytes): void {
    if (bytes > this.#parts.freeBytes()) throw refusal('STORAGE_FULL')
  }

  #demandQuiet({ user }: AskingSession): void {
    if (this.#isStaged) throw refusal('RESTARTING')
    const { channels, others } = this.#parts.onAir(user.systemId)
    if (channels.length + others > 0) throw refusal('ON_AIR', { channels, others })
  }
}

function removedOnFailure<T>(file: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    for (const part of DATABASE_PARTS) rmSync(file + part, { force: true })
    throw refusalOf(error)
  }
}

/** A full disk is a refusal; anything else is as it is. */
function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const isFull = code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT'
  return isFull ? refusal('STORAGE_FULL', {}, { cause: error }) : error
}
