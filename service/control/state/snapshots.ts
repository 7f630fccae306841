import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { snapshotResponse } from '../../contract/console/state.ts'
import type { SystemId } from '../../contract/ids.ts'
import { idText } from '../../contract/text.ts'
import type { Bytes } from '../../contract/units.ts'
import { childOf } from '../../platform/paths/names.ts'
import { OWN_FILE, OWN_FOLDER } from '../../platform/paths/own-modes.ts'

/** Snapshots that the service made by itself and that are kept of each system. */
const KEPT_AUTOMATIC = 5
/** A database that was moved as it was may have its log beside it. */
export const DATABASE_PARTS = ['', '-wal', '-shm'] as const

const snapshotFacts = snapshotResponse.omit({ bytes: true, of: true }).extend({
  /** Whose rows it has; null for those of the installation, as all snapshots of earlier versions have. */
  systemId: idText.nullable().default(null),
})
export type SnapshotFacts = Omit<z.output<typeof snapshotFacts>, 'systemId'> & {
  readonly systemId: SystemId | null
}
export type KnownSnapshot = SnapshotFacts & { readonly bytes: Bytes }

/** Ids are names of files. */
const ID = /^\w{1,64}$/
const ID_FILE = /^(\w{1,64})\.json$/

const snapshotsFolder = (dataDir: string): string => join(dataDir, 'snapshots')

/**
 * States that were kept, in the folder `snapshots`: a database and a JSON file of the same name, its id. One
 * without the other is none.
 */
export class Snapshots {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = snapshotsFolder(dataDir)
  }

  /** Where the database of a snapshot is. */
  fileOf(id: string): string {
    return childOf(this.#folder, `${id}.db`)
  }

  /** Newest first. */
  list(): KnownSnapshot[] {
    if (!existsSync(this.#folder)) return []
    const ids = readdirSync(this.#folder).flatMap((name) => ID_FILE.exec(name)?.[1] ?? [])
    return ids.flatMap((id) => this.find(id) ?? []).sort((a, b) => b.createdAt - a.createdAt)
  }

  find(id: string): KnownSnapshot | null {
    if (!ID.test(id)) return null
    const facts = this.#read(id)
    if (!facts || !existsSync(this.fileOf(id))) return null
    return { ...facts, bytes: statSync(this.fileOf(id)).size }
  }

  /**
   * Keeps a state.
   * @param write makes the file of its database
   */
  async add(
    facts: Omit<SnapshotFacts, 'counts'>,
    write: (file: string) => Promise<SnapshotFacts['counts']>,
  ): Promise<KnownSnapshot> {
    mkdirSync(this.#folder, { recursive: true, mode: OWN_FOLDER })
    const counts = await write(this.fileOf(facts.id))
    try {
      this.note({ ...facts, counts })
    } catch (error) {
      rmSync(this.fileOf(facts.id), { force: true })
      throw error
    }
    const added = this.find(facts.id)
    if (!added) throw new Error(`the snapshot ${facts.id} is not there`)
    return added
  }

  /** Writes what is known of a snapshot, whose database may follow. */
  note(facts: SnapshotFacts): void {
    mkdirSync(this.#folder, { recursive: true, mode: OWN_FOLDER })
    const file = this.#factsFile(facts.id)
    writeFileSync(`${file}.tmp`, `${JSON.stringify(facts)}\n`, { mode: OWN_FILE })
    renameSync(`${file}.tmp`, file)
  }

  /** False when there is none. */
  remove(id: string): boolean {
    if (!this.find(id)) return false
    rmSync(this.#factsFile(id), { force: true })
    for (const part of DATABASE_PARTS) rmSync(this.fileOf(id) + part, { force: true })
    return true
  }

  /**
   * Removes all but the newest that the service made by itself, and gives those; what is of one system is never in
   * the way of another's.
   */
  removeOldAutomatic(): KnownSnapshot[] {
    const automatic = this.list().filter((snapshot) => snapshot.automatic)
    const bySystem = Map.groupBy(automatic, ({ systemId }) => systemId)
    const old = [...bySystem.values()].flatMap((known) => known.slice(KEPT_AUTOMATIC))
    return old.filter(({ id }) => this.remove(id))
  }

  #factsFile(id: string): string {
    return childOf(this.#folder, `${id}.json`)
  }

  /** Null for a file that is missing or damaged. */
  #read(id: string): SnapshotFacts | null {
    try {
      // Written by `note` above.
      const facts = snapshotFacts.parse(
        JSON.parse(readFileSync(this.#factsFile(id), 'utf8')),
      ) as SnapshotFacts
      return facts.id === id ? facts : null
    } catch {
      return null
    }
  }
}
