import { sep } from 'node:path'
import { errorCode } from '../error-code.ts'
import { storageTrouble } from '../storage-trouble.ts'
import type { StorageTrouble } from '../storage-trouble.ts'

/** What is wrong with the folder, and what its operator does about it. */
const WORDS: Readonly<Record<StorageTrouble, (directory: string) => string>> = {
  full: (directory) =>
    `There is no room on the disk of the data folder ${directory}. Make some and start again.`,
  'read-only': (directory) =>
    `The data folder ${directory} is on a file system that cannot be written to. Mount it for writing and start again.`,
  forbidden: (directory) =>
    `This user may not read or write all of the data folder ${directory}. Give the folder and all that is in it to the user who runs the service, and start again.`,
  locked: (directory) =>
    `Another program holds a database of the data folder ${directory}. End it and start again.`,
  failing: (directory) =>
    `The data folder ${directory} cannot be read or written. Look after its disk and start again.`,
}

/**
 * What stands in the way of a start, in words for whoever starts it.
 * @returns null where that is something else than the storage of the data folder
 */
export function dataFolderError(directory: string, error: unknown): Error | null {
  const trouble = storageTrouble(error)
  if (trouble === null || !(error instanceof Error) || !isIn(directory, error)) return null
  return new Error(`${WORDS[trouble](directory)} (${error.message})`, { cause: error })
}

/** SQLite names no file, nor does a write; what is opened elsewhere has another owner. */
function isIn(directory: string, error: Error): boolean {
  if ('path' in error && typeof error.path === 'string') return (error.path + sep).startsWith(directory + sep)
  return errorCode(error).startsWith('SQLITE_') || storageTrouble(error) === 'full'
}
