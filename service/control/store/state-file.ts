import { chmodSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import type { StateCounts } from '../../contract/console/state.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Refusal } from '../../contract/refusal/refusal.ts'
import { syncFile } from '../../platform/sync-file.ts'
import { rowRules } from '../state/row-rules.ts'
import type { StateFiles, StateSettlement } from '../state/state-files.ts'
import { checkRows } from './check-rows.ts'
import { copyRows } from './copy-rows.ts'
import type { Database } from './database.ts'
import { ofInstallation, SYSTEM_ROWS } from './system-rows.ts'
import { latestVersion, migrate, schemaOf, versionOf, writtenSchema } from './migrate.ts'

const COUNTS = `SELECT
  (SELECT count(*) FROM systems) AS systems,
  (SELECT count(*) FROM users) AS users,
  (SELECT count(*) FROM channels WHERE deleted_at IS NULL) AS channels,
  (SELECT count(*) FROM schedules) AS schedules,
  (SELECT count(*) FROM recordings) AS recordings`

/** The state as files of its own: the database, settled so that it can be taken up elsewhere and later. */
export function stateFiles(database: Database, migrationsDirectory: string, dataDir: string): StateFiles {
  return {
    counts: () => countsOf(database),
    copyTo: (file, { now, systemId }) =>
      copyRows({
        ...{ from: database.file, to: file, systemId, migrationsDirectory },
        finish(sqlite) {
          settle(sqlite, now)
          return countsOf(sqlite)
        },
      }),
    settle: (file, settlement) =>
      using(file, (sqlite) => {
        checkState(sqlite, migrationsDirectory, dataDir)
        return settled(sqlite, settlement)
      }),
    merge: (file, { systemId, whole, ...settlement }) => {
      using(file, (sqlite) => checkState(sqlite, migrationsDirectory, dataDir))
      return using(whole, (sqlite) => {
        replaceRows(sqlite, file, systemId)
        return settled(sqlite, settlement)
      })
    },
  }

  function settled(sqlite: SQLite.Database, settlement: StateSettlement): ReturnType<StateFiles['settle']> {
    sqlite.transaction(() => {
      settle(sqlite, settlement.now)
      adopt(sqlite, settlement)
    })()
    return { counts: countsOf(sqlite), unreadable: unreadable(sqlite, settlement) }
  }
}

/** Columns of numbers that nothing refers to, by table: the next free one is as good. */
const OWN_NUMBERS: Readonly<Record<string, string>> = { recording_files: 'id', door_entries: 'sequence' }

/**
 * Puts what a file has of a system in the place of what the database has of it; other systems stay as they are.
 * @throws Refusal `STATE_DAMAGED` where the one refers to what the other has not, or both have the same
 */
function replaceRows(sqlite: SQLite.Database, file: string, systemId: SystemId): void {
  const system = { system: systemId }
  sqlite.pragma('foreign_keys = OFF')
  sqlite.prepare('ATTACH ? AS kept').run(file)
  sqlite.transaction(() => {
    const first = sqlite.prepare(`SELECT 1 FROM kept.systems WHERE ${ofInstallation('main')}`)
    const isFirst = first.get(system) !== undefined
    const tables = Object.entries(SYSTEM_ROWS).filter(([, whose]) => isFirst || whose !== ofInstallation)
    for (const [table, whose] of tables.toReversed())
      sqlite.prepare(`DELETE FROM main.${table} WHERE ${whose('main')}`).run(system)
    for (const [table] of tables) {
      // Numbers that nothing refers to may belong to rows of others by now.
      const columns = (sqlite.pragma(`table_info(${table})`) as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => OWN_NUMBERS[table] !== name)
      const names = columns.join(', ')
      sqlite.prepare(`INSERT INTO main.${table} (${names}) SELECT ${names} FROM kept.${table}`).run()
    }
    const broken = sqlite.pragma('main.foreign_key_check')
    if (!Array.isArray(broken) || broken.length > 0) throw refusal('STATE_DAMAGED')
  })()
  sqlite.exec('DETACH kept')
}

/**
 * Believes nothing of a file: neither its bytes, nor its schema, nor any of its rows. Brings it to the current schema.
 * @throws Refusal `STATE_…`, `BAD_REQUEST`; SQLite's error where it cannot be read
 */
export function checkState(sqlite: SQLite.Database, migrationsDirectory: string, dataDir: string): void {
  demandOurs(sqlite, migrationsDirectory)
  migrate(sqlite, ':memory:', migrationsDirectory)
  checkRows(sqlite, rowRules(dataDir))
}

/** @throws Refusal `STATE_NOT_OURS`, `STATE_DAMAGED` where SQLite can't read the file, and its other errors */
function using<T>(file: string, run: (sqlite: SQLite.Database) => T): T {
  let sqlite: SQLite.Database | null = null
  try {
    sqlite = new SQLite(file, { fileMustExist: true })
    sqlite.pragma('trusted_schema = OFF')
    sqlite.pragma('cell_size_check = ON')
    // One file is whole without a log beside it.
    sqlite.pragma('journal_mode = DELETE')
    // What is deleted below is not to be found in the file's free pages.
    sqlite.pragma('secure_delete = ON')
    const result = run(sqlite)
    sqlite.close()
    chmodSync(file, 0o600)
    syncFile(file)
    return result
  } catch (error) {
    sqlite?.close()
    throw refusalOf(error) ?? error
  }
}

/** What SQLite says of a file that is none or damaged; null for all else. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof SQLite.SqliteError)) return null
  if (error.code === 'SQLITE_NOTADB') return refusal('STATE_NOT_OURS')
  return /^SQLITE_(CORRUPT|CONSTRAINT)/.test(error.code) ? refusal('STATE_DAMAGED') : null
}

/** Nothing of a file is believed before this: neither its bytes, nor its triggers and views. */
function demandOurs(sqlite: SQLite.Database, directory: string): void {
  const version = versionOf(sqlite)
  const latest = latestVersion(directory)
  if (version > latest) {
    throw refusal('STATE_NEWER', { found: version, known: latest })
  }
  if (version < 1 || writtenSchema(sqlite) !== schemaOf(version, directory)) {
    throw refusal('STATE_NOT_OURS')
  }
  const isSound = sqlite.pragma('integrity_check(1)', { simple: true }) === 'ok'
  const broken = sqlite.pragma('foreign_key_check')
  if (!isSound || !Array.isArray(broken) || broken.length > 0) throw refusal('STATE_DAMAGED')
  const master = sqlite.prepare('SELECT 1 FROM systems JOIN users ON system_id = systems.id AND is_master')
  if (!master.get()) throw refusal('STATE_WITHOUT_MASTER')
}

/**
 * As if the service had been closed at that time: nobody is connected or signed in, and no webhook waits,
 * which may have been sent since.
 */
function settle(sqlite: SQLite.Database, at: EpochMilliseconds): void {
  sqlite.transaction(() => {
    sqlite.prepare('DELETE FROM login_tokens').run()
    const end = `UPDATE connections SET ended_at = max(created_at, ?), close_reason = 'service-lost'
      WHERE ended_at IS NULL`
    sqlite.prepare(end).run(at)
    const giveUp = `UPDATE webhook_events SET state = 'dead', next_attempt_at = NULL, finished_at = ?
      WHERE state = 'pending'`
    sqlite.prepare(giveUp).run(at)
  })()
}

/** Keeps what belongs to this machine and not to the state, and who asked, where the state has them unchanged. */
function adopt(sqlite: SQLite.Database, { ports, folders, session, now }: StateSettlement): void {
  sqlite.prepare('DELETE FROM chosen_ports').run()
  sqlite.prepare('DELETE FROM recording_folders').run()
  const allow = sqlite.prepare('INSERT INTO recording_folders (uri, created_at) VALUES (?, ?)')
  for (const uri of folders) allow.run(uri, now)
  const choose = sqlite.prepare('INSERT INTO chosen_ports (name, port) VALUES (?, ?)')
  for (const [name, port] of Object.entries(ports)) choose.run(name, port)
  if (!session) return
  const { token, user } = session
  const same = 'SELECT 1 FROM users WHERE id = ? AND system_id = ? AND password_hash = ? AND is_master'
  if (!sqlite.prepare(same).get(user.id, user.systemId, user.passwordHash)) return
  sqlite
    .prepare('INSERT INTO login_tokens (hash, user_id, kind, created_at, expires_at) VALUES (?, ?, ?, ?, ?)')
    .run(token.hash, token.userId, token.kind, token.createdAt, token.expiresAt)
}

function unreadable(sqlite: SQLite.Database, { canOpen }: StateSettlement): number {
  const sealed = sqlite.prepare<[], { id: string; secrets: Uint8Array }>(
    `SELECT id, sealed_secrets AS secrets FROM archive_destinations
     WHERE deleted_at IS NULL AND sealed_secrets IS NOT NULL`,
  )
  return sealed.all().filter(({ id, secrets }) => !canOpen(secrets, id)).length
}

function countsOf(database: Pick<Database, 'prepare'>): StateCounts {
  const counts = database.prepare<[], StateCounts>(COUNTS).get()
  if (!counts) throw new Error('unreachable: counts are one row')
  return counts
}
