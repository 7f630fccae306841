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
import type { Snapshot } from '../../contract/console/state.ts'

/** Snapshots that the service made by itself and that are kept. */
const KEPT_AUTOMATIC = 5
/** A database that was moved as it was may have its log beside it. */
export const DATABASE_PARTS = ['', '-wal', '-shm'] as const

const snapshotFacts = snapshotResponse.omit({ bytes: true })
export type SnapshotFacts = z.output<typeof snapshotFacts>

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
    return join(this.#folder, `${id}.db`)
  }

  /** Newest first. */
  list(): Snapshot[] {
    if (!existsSync(this.#folder)) return []
    const ids = readdirSync(this.#folder).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? [])
    return ids.flatMap((id) => this.find(id) ?? []).sort((a, b) => b.createdAt - a.createdAt)
  }

  find(id: string): Snapshot | null {
    const facts = this.#read(id)
    if (!facts || !existsSync(this.fileOf(id))) return null
    return { ...facts, bytes: statSync(this.fileOf(id)).size }
  }

  /**
   * Keeps a state.
   * @param write makes the file of its database
   */
  add(facts: Omit<SnapshotFacts, 'counts'>, write: (file: string) => SnapshotFacts['counts']): Snapshot {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const counts = write(this.fileOf(facts.id))
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
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const file = this.#factsFile(facts.id)
    writeFileSync(`${file}.tmp`, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
  }

  /** False when there is none. */
  remove(id: string): boolean {
    if (!this.find(id)) return false
    rmSync(this.#factsFile(id), { force: true })
    for (const part of DATABASE_PARTS) rmSync(this.fileOf(id) + part, { force: true })
    return true
  }

  /** Removes all but the newest that the service made by itself. */
  removeOldAutomatic(): void {
    const automatic = this.list().filter((snapshot) => snapshot.automatic)
    for (const { id } of automatic.slice(KEPT_AUTOMATIC)) this.remove(id)
  }

  #factsFile(id: string): string {
    return join(this.#folder, `${id}.json`)
  }

  /** Null for a file that is missing or damaged. */
  #read(id: string): SnapshotFacts | null {
    try {
      const facts = snapshotFacts.parse(JSON.parse(readFileSync(this.#factsFile(id), 'utf8')))
      return facts.id === id ? facts : null
    } catch {
      return null
    }
  }
}
