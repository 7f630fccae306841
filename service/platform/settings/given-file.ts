import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../error-code.ts'
import { UsageError } from './usage-error.ts'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Whether a file that somebody named can be read, before anything is begun for it.
 * @param named how it was given: an option, or what it is
 * @throws UsageError
 */
export function demandReadable(named: string, file: string): void {
  demand(named, file, !isFolder(file), 'it is a folder')
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const code = errorCode(error)
    throw new UsageError(
      wrong(named, file, code === 'ENOENT' ? 'there is no such file' : `can't be read (${code})`),
    )
  }
}

/**
 * Whether a file that somebody named can be written, before anything is begun for it.
 * @param named how it was given: an option, or what it is
 * @throws UsageError
 */
export function demandWritable(named: string, file: string): void {
  demand(named, file, !isFolder(file), 'it is a folder')
  demand(named, file, isFolder(dirname(file)), 'there is no folder for it')
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw new UsageError(wrong(named, file, `can't be written (${errorCode(error)})`))
  }
}

function demand(named: string, file: string, holds: boolean, otherwise: string): void {
  if (!holds) throw new UsageError(wrong(named, file, otherwise))
}

const wrong = (named: string, file: string, why: string) => `${named} ${file}: ${why}`
