import { errorCode } from './error-code.ts'

/**
 * Why data cannot be written: there is no room, the file system takes no writes, this user may not write, another
 * program holds the file, or the disk fails.
 */
export type StorageTrouble = 'full' | 'read-only' | 'forbidden' | 'locked' | 'failing'

/** What the system and SQLite call them; the first that fits counts. */
const TROUBLES: readonly (readonly [RegExp, StorageTrouble])[] = [
  // The index of the write-ahead log is all that SQLite makes larger without saying that the disk is full.
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/, 'full'],
  [/^(EROFS$|SQLITE_READONLY)/, 'read-only'],
  [/^(EACCES|EPERM|SQLITE_PERM)$/, 'forbidden'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^(EIO$|EMFILE$|ENFILE$|SQLITE_IOERR|SQLITE_CANTOPEN|SQLITE_NOMEM$)/, 'failing'],
]

/** Null where it is not the storage that failed: what is to be written is wrong, and stays so. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  const code = errorCode(error)
  return TROUBLES.find(([codes]) => codes.test(code))?.[1] ?? null
}
