/** Logs are no treasure: one that is damaged is kept beside, and a new one begins. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import SQLite from 'better-sqlite3'

/** True where the file is no database any more. */
export const isDamaged = (error: unknown): error is Error =>
  error instanceof SQLite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)

/** Renames the file to `<file>.damaged`; what waits to be written into it is lost. */
export function setAside(file: string): void {
  if (existsSync(file)) renameSync(file, `${file}.damaged`)
  for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true })
}
