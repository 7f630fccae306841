import { AsyncResource } from 'node:async_hooks'
import { chmodSync, closeSync, openSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import type { Transactions } from '../transactions.ts'
import { enforceBounds } from './bounds.ts'
import { migrate } from './migrate.ts'
import { remembering } from './remembered.ts'
import type { RememberingDatabase } from './remembered.ts'

/** How long a statement waits for another process's lock (a backup tool, a shell), ms. */
const BUSY_TIMEOUT_MS = 5000

/** Pages that are kept; the operating system has the rest of the file in memory. SQLite would keep twice as much. */
const CACHE_KIB = 8000

/** The one SQLite file. Only the folder `store` prepares statements on it. */
export interface Database extends Transactions, Omit<RememberingDatabase, 'begin'> {
  /** Its path, or `:memory:`. */
  readonly file: string
  /** Version of the schema: number of the last migration. */
  readonly schemaVersion: number
  /** Writes the log back into the file and closes it; may be called more than once. */
  close(): void
}

/**
 * Opens the database, makes it when missing, and brings its schema up to date.
 *
 * Write-ahead log with `synchronous = FULL`: a commit is on disk before anyone hears of it, so that an id
 * in an answer or a webhook on its way outlives a power cut. Control writes a few rows a second at
 * most, so the flush costs nothing that shows.
 * @param file path of the database, or `:memory:`
 * @param migrationsDirectory folder of the numbered SQL files
 * @param onError told what an announcement throws; by default nobody catches it
 * @throws SchemaTooNewError when a newer version of the service wrote the file
 */
export function openDatabase(file: string, migrationsDirectory: string, onError?: OnError): Database {
  if (file !== ':memory:') ownerOnly(file)
  return useDatabase(new SQLite(file, { timeout: BUSY_TIMEOUT_MS }), file, migrationsDirectory, onError)
}

type OnError = (error: unknown) => void

const uncaught: OnError = (error) =>
  setImmediate(() => {
    throw error
  })

/** The same for one that is open already; it is closed where that fails. */
export function useDatabase(
  sqlite: SQLite.Database,
  file: string,
  migrationsDirectory: string,
  onError = uncaught,
): Database {
  try {
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('trusted_schema = OFF')
    const schemaVersion = migrate(sqlite, file, migrationsDirectory)
    sqlite.pragma('foreign_keys = ON')
    // What a savepoint may have to undo would go to a file otherwise, page by page, as soon as it is over 64 KiB.
    sqlite.pragma('temp_store = MEMORY')
    sqlite.pragma(`cache_size = -${CACHE_KIB}`)
    enforceBounds(sqlite)
    const { begin, ...remembered } = remembering(sqlite)
    return {
      ...remembered,
      ...transactionsOf(sqlite, begin, onError),
      file,
      schemaVersion,
      close: () => sqlite.close(),
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** The file holds webhook secrets and encryption keys. SQLite gives its log files the same mode. */
export function ownerOnly(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** What is to be written with others. */
interface Waiting {
  readonly run: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** What is to be written before the commit, by whom. */
interface Last {
  readonly write: (items: readonly never[]) => void
  readonly item: unknown
}

/**
 * @param begin runs before each that is no part of another
 * @param onError told what an announcement throws
 */
function transactionsOf(sqlite: SQLite.Database, begin: () => void, onError: OnError): Transactions {
  let announcements: (() => void)[] = []
  let lasts: Last[] = []
  let waiting: Waiting[] = []
  const inTransaction = sqlite.transaction((run: () => unknown) => run())
  const transactions: Transactions = {
    transaction<T>(run: () => T): T {
      if (sqlite.inTransaction) return nested(run)
      const result = outermost(run)
      const due = announcements
      announcements = []
      due.forEach(tell)
      return result
    },
    together<T>(run: () => T): Promise<T> {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(runTogether)
        waiting.push({ run: AsyncResource.bind(run), resolve: resolve as (value: unknown) => void, reject })
      })
    },
    beforeCommit(write, item) {
      if (sqlite.inTransaction) lasts.push({ write, item })
      else transactions.transaction(() => write([item]))
    },
    afterCommit(announce) {
      if (sqlite.inTransaction) announcements.push(AsyncResource.bind(announce))
      else tell(announce)
    },
  }
  return transactions

  /** What is on disk has happened, and the others are told of it, whatever one announcement throws. */
  function tell(announce: () => void): void {
    try {
      announce()
    } catch (error) {
      onError(error)
    }
  }

  function runTogether(): void {
    const all = waiting
    waiting = []
    try {
      transactions.transaction(() => all.forEach(runOne))
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  /** One of several; whoever waits for it is told once all is on disk, after what it announces. */
  function runOne({ run, resolve, reject }: Waiting): void {
    const before = announcements.length
    try {
      const value = nested(run)
      const own = announcements.splice(before)
      announcements.push(() => {
        own.forEach(tell)
        resolve(value)
      })
    } catch (error) {
      // Where the disk is full, SQLite undoes the whole.
      if (!sqlite.inTransaction) throw error
      reject(error)
    }
  }

  function outermost<T>(run: () => T): T {
    begin()
    try {
      return inTransaction.immediate(() => {
        const value = run()
        writeLasts()
        return value
      }) as T
    } catch (error) {
      announcements = []
      lasts = []
      throw error
    }
  }

  function writeLasts(): void {
    const all = lasts
    lasts = []
    for (const [write, items] of Map.groupBy(all, (last) => last.write))
      write(items.map(({ item }) => item as never))
  }

  /** A savepoint: undone by itself when it throws, with what it wanted to write last and to announce. */
  function nested<T>(run: () => T): T {
    const [announced, last] = [announcements.length, lasts.length]
    try {
      return inTransaction(run) as T
    } catch (error) {
      announcements.length = announced
      lasts.length = last
      throw error
    }
  }
}
