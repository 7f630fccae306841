import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { instanceFile, readInstance } from './instance-info.ts'
import type { InstanceInfo } from './instance-info.ts'

/** Another process holds the data folder. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError'
}

/** The data folder belongs to this process as long as this is not released. */
export interface InstanceLock {
  /** What the last instance left behind because it ended without releasing; null when it ended well. */
  readonly leftover: InstanceInfo | null
  announce(info: InstanceInfo): void
  release(): void
}

/** Locks that are held: one that nobody refers to any more would be collected, and let go of its folder. */
const held = new Set<Database.Database>()

/**
 * Takes the data folder for this process. The lock is the operating system's (SQLite's exclusive lock on
 * `lock.db`), so it is gone with the process, however that ends.
 * @throws AlreadyRunningError that names the other process and its console; Error that names the file
 */
export function takeInstanceLock(directory: string): InstanceLock {
  const infoFile = instanceFile(directory)
  const database = openLock(directory)
  held.add(database)
  return {
    leftover: readInstance(directory),
    announce: (info) => {
      if (database.open) writeInfo(infoFile, info)
    },
    release: () => {
      if (!database.open) return
      rmSync(infoFile, { force: true })
      database.close()
      held.delete(database)
    },
  }
}

function openLock(directory: string): Database.Database {
  const file = join(directory, 'lock.db')
  let database: Database.Database | null = null
  try {
    database = new Database(file, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database?.close()
    if (!(error instanceof Database.SqliteError)) throw error
    if (error.code.startsWith('SQLITE_BUSY'))
      throw new AlreadyRunningError(alreadyRunning(readInstance(directory)))
    const why = `The data folder ${directory} can't be used: its lock.db can't be written (${error.message}).`
    throw new Error(why, { cause: error })
  }
}

function alreadyRunning(info: InstanceInfo | null): string {
  const facts = [info && `process ${info.pid}`, info?.consoleUrl && `console ${info.consoleUrl}`].filter(
    Boolean,
  )
  return `Airdesk already runs on this data folder${facts.length ? ` (${facts.join(', ')})` : ''}.`
}

/** At once, so that nothing is written after the release. */
function writeInfo(file: string, info: InstanceInfo): void {
  writeFileSync(`${file}.tmp`, `${JSON.stringify(info)}\n`, { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}
