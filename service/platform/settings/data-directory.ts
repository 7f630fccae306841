import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { posix, resolve, win32 } from 'node:path'
import { closeToOthers, OWN_FOLDER } from '../paths/own-modes.ts'
import { UsageError } from './usage-error.ts'

/** What the default data folder depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform
  /** Null: the user has none, as one of a container who is only a number. */
  readonly home: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Where data is kept when the command line does not say: the usual folder of the operating system, where there is one. */
export function defaultDataDirectory(machine: Machine = thisMachine()): string | undefined {
  const { platform, home, environment } = machine
  const { APPDATA: roaming, XDG_DATA_HOME: data } = environment
  if (platform === 'win32' && roaming !== undefined) return win32.join(roaming, 'Airdesk')
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  if (platform !== 'win32' && platform !== 'darwin' && data && posix.isAbsolute(data))
    return posix.join(data, 'airdesk')
  if (home === null) return undefined
  if (platform === 'win32') return win32.join(home, 'AppData', 'Roaming', 'Airdesk')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Airdesk')
  return posix.join(home, '.local', 'share', 'airdesk')
}

function thisMachine(): Machine {
  return { platform: process.platform, home: ownHome(), environment: process.env }
}

function ownHome(): string | null {
  try {
    return homedir()
  } catch {
    return null
  }
}

/**
 * The folder that a command line names, or that is the default.
 * @throws UsageError where there is none
 */
export function givenDataDirectory(given: string | undefined): string {
  if (given === undefined) throw new UsageError('--data-dir is missing, and this user has no home folder')
  if (given === '') throw new UsageError('--data-dir must not be empty')
  return resolve(given)
}

/**
 * Makes the data folder where it is not there yet, and has it readable by this user alone.
 * @throws Error that names the folder and why it can't be used
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: OWN_FOLDER })
    await closeToOthers(directory)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'EACCES' || code === 'EPERM'
        ? 'this user may not write there'
        : code === 'EEXIST' || code === 'ENOTDIR'
          ? 'a file is in its place'
          : message
    throw new Error(`The data folder ${directory} can't be made: ${why}.`, { cause: error })
  }
}
