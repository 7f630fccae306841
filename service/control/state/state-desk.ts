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
import { OWN_FILE } from '../../platform/paths/own-modes.ts'
import { storageTrouble } from '../../platform/storage-trouble.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Quotas } from '../system/quotas.ts'
import type { ChosenPorts } from '../setup/repository.ts'
import type { AskingSession, StateFiles } from './state-files.ts'
import { DATABASE_PARTS, Snapshots } from './snapshots.ts'
import type { KnownSnapshot } from './snapshots.ts'
import { databaseFile, stage, stagingFile } from './staged-state.ts'

/** Snapshots of one system that somebody saved. */
const MOST_SAVED = 50

export interface StateDeskParts {
  readonly dataDir: string
  readonly files: StateFiles
  /** Told of snapshots that went by themselves. */
  readonly audit: Pick<AuditLog, 'byItself'>
  /** Of copies of a system's state that are made at once. */
  readonly quotas: Pick<Quotas, 'beginExport'>
  readonly clock: Clock
  readonly box: Pick<SecretBox, 'open' | 'locked'>
  /** Chosen for this machine. */
  readonly ports: () => ChosenPorts
  /** Allowed on this machine, as `file:///`. */
  readonly folders: () => readonly string[]
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
  /** Whose state is being kept or taken up; null for that of all. */
  readonly #busy = new Set<SystemId | null>()
  #isStaged = false

  constructor(parts: StateDeskParts) {
    this.#parts = parts
    this.#snapshots = new Snapshots(parts.dataDir)
  }

  view(systemId: SystemId): StateView {
    const { files, onAir } = this.#parts
    const snapshots = this.#snapshots.list().map((known) => seenBy(systemId, known))
    return { now: files.counts(), snapshots, onAir: onAir(systemId) }
  }

  /**
   * Keeps what a system has.
   * @throws Refusal `BAD_REQUEST` for a name that another of its snapshots has, `TOO_MANY_SNAPSHOTS`,
   *   `STATE_BUSY`, `STORAGE_FULL`, `QUOTA_REACHED`
   */
  async save(systemId: SystemId, name: string): Promise<Snapshot> {
    const saved = this.#snapshots.list().filter((known) => !known.automatic && known.systemId === systemId)
    if (saved.some((known) => known.name === name)) throw badRequest(problem('name', 'newSnapshotName'))
    if (saved.length >= MOST_SAVED) throw refusal('TOO_MANY_SNAPSHOTS', { count: saved.length })
    return seenBy(systemId, await this.#keep(systemId, name, false))
  }

  /** Keeps what a system has before a part of it is reset. @throws Refusal `STATE_BUSY`, `STORAGE_FULL`, `QUOTA_REACHED` */
  async saveBeforeReset(systemId: SystemId): Promise<void> {
    await this.#keep(systemId, 'before-reset', true)
    this.removeOld()
  }

  /** Removes automatic snapshots that newer ones follow; those of a restore are there from the next start on. */
  removeOld(): void {
    for (const { id, name, systemId } of this.#snapshots.removeOldAutomatic())
      this.#parts.audit.byItself({
        verb: 'snapshot.deleted',
        systemId,
        objects: [{ kind: 'snapshot', id, name }],
      })
  }

  /** @throws Refusal `NOT_FOUND` */
  remove(id: string): void {
    if (!this.#snapshots.remove(id)) throw refusal('NOT_FOUND')
  }

  /**
   * Makes the snapshot the state of the next start; one of a system replaces what that system has, and leaves the
   * others as they are.
   * @throws Refusal `NOT_FOUND`, `ON_AIR`, `STATE_…`, `STORAGE_FULL`
   */
  async restore(id: string, session: AskingSession): Promise<Restart> {
    const snapshot = this.#find(id)
    this.#demandQuiet(session)
    return this.#alone(snapshot.systemId, async () => {
      const file = this.#copied(snapshot)
      const { systemId } = snapshot
      if (systemId === null) return this.#stage(file, 'before-restore', session)
      const whole = await this.#written('restore', null)
      this.#demandQuiet(session)
      return removedOnFailure(whole, async () => {
        const { files } = this.#parts
        const restart = await removedOnFailure(file, () =>
          files.merge(file, { ...this.#settlement(session), systemId, whole }),
        )
        removeDatabase(file)
        this.#stageSettled(whole, 'before-restore')
        return restart
      })
    })
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
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: OWN_FILE }))
    } catch (error) {
      rmSync(file, { force: true })
      throw refusalOf(error)
    }
    // Somebody may have begun to broadcast meanwhile.
    return removedOnFailure(file, () => {
      this.#demandQuiet(session)
      return this.#stage(file, 'before-import', session)
    })
  }

  /**
   * The state of the installation as it is, in a file that whoever asked is to remove.
   * @throws Refusal `STATE_BUSY`, `STORAGE_FULL`
   */
  export(): Promise<string> {
    return this.#alone(null, () => this.#written('export', null))
  }

  /**
   * A snapshot as such a file, at the current schema; what another system has, nobody takes away.
   * @throws Refusal `NOT_FOUND`, `STATE_…`, `STORAGE_FULL`
   */
  async exportSnapshot(systemId: SystemId, id: string): Promise<string> {
    const snapshot = this.#find(id)
    if (seenBy(systemId, snapshot).of === 'other') throw refusal('NOT_FOUND')
    const file = this.#copied(snapshot)
    return removedOnFailure(file, () => {
      this.#parts.files.settle(file, { ...this.#settlement(null), ports: {}, folders: [] })
      return file
    })
  }

  /** Takes up what was staged. */
  restart(): void {
    this.#parts.restart()
  }

  #keep(systemId: SystemId, name: string, automatic: boolean): Promise<KnownSnapshot> {
    const { files, clock, quotas } = this.#parts
    return this.#alone(systemId, async () => {
      this.#demandRoom(this.#size())
      const end = quotas.beginExport(systemId)
      const now = clock.now()
      try {
        return await this.#snapshots.add({ id: newId(), name, createdAt: now, automatic, systemId }, (file) =>
          removedOnFailure(file, () => files.copyTo(file, { now, systemId })),
        )
      } catch (error) {
        throw refusalOf(error)
      } finally {
        end()
      }
    })
  }

  /** One at a time of each system: nobody fills the disk or the processor by asking often. */
  async #alone<T>(systemId: SystemId | null, run: () => Promise<T>): Promise<T> {
    if (this.#busy.has(systemId)) throw refusal('STATE_BUSY')
    this.#busy.add(systemId)
    try {
      return await run()
    } finally {
      this.#busy.delete(systemId)
    }
  }

  /** The state in a file that is on its way. */
  #written(what: string, systemId: SystemId | null): Promise<string> {
    this.#demandRoom(this.#size())
    const file = this.#staging(what)
    const { files, clock } = this.#parts
    return removedOnFailure(file, async () => {
      await files.copyTo(file, { now: clock.now(), systemId })
      return file
    })
  }

  #stage(file: string, name: SnapshotReason, session: AskingSession): Promise<Restart> {
    return removedOnFailure(file, () => {
      const restart = this.#parts.files.settle(file, this.#settlement(session))
      this.#stageSettled(file, name)
      return restart
    })
  }

  #stageSettled(file: string, name: SnapshotReason): void {
    const { dataDir, files, clock } = this.#parts
    const before = { id: newId<string>(), name, createdAt: clock.now(), automatic: true, systemId: null }
    stage(dataDir, file, { ...before, counts: files.counts() })
    this.#isStaged = true
  }

  #settlement(session: AskingSession | null) {
    const { clock, ports, folders, box } = this.#parts
    return {
      now: clock.now(),
      ports: ports(),
      folders: folders(),
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

  #find(id: string): KnownSnapshot {
    const snapshot = this.#snapshots.find(id)
    if (!snapshot) throw refusal('NOT_FOUND')
    return snapshot
  }

  /** A copy that may be changed. */
  #copied({ id, bytes }: KnownSnapshot): string {
    this.#demandRoom(bytes)
    const file = this.#staging('snapshot')
    try {
      for (const part of DATABASE_PARTS) {
        const from = this.#snapshots.fileOf(id) + part
        if (existsSync(from)) copyFileSync(from, file + part)
      }
      return file
    } catch (error) {
      removeDatabase(file)
      throw refusalOf(error)
    }
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

/** As somebody of a system is told of it. */
function seenBy(asker: SystemId, { systemId, ...snapshot }: KnownSnapshot): Snapshot {
  const of = systemId === null ? 'installation' : systemId === asker ? 'own' : 'other'
  return { ...snapshot, of }
}

async function removedOnFailure<T>(file: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    removeDatabase(file)
    throw refusalOf(error)
  }
}

function removeDatabase(file: string): void {
  for (const part of DATABASE_PARTS) rmSync(file + part, { force: true })
}

/** A full disk is a refusal; anything else is as it is. */
function refusalOf(error: unknown): unknown {
  return storageTrouble(error) === 'full' ? refusal('STORAGE_FULL', {}, { cause: error }) : error
}
