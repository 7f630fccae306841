import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { closeToOthers, OWN_FOLDER } from '../paths/own-modes.ts'

/** What the default data folder depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Where data is kept when the command line does not say: the usual folder of the operating system. */
export function defaultDataDirectory(machine: Machine = thisMachine()): string {
  const { platform, home, environment } = machine
  if (platform === 'win32') {
    return win32.join(environment.APPDATA ?? win32.join(home, 'AppData', 'Roaming'), 'Airdesk')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Airdesk')
  const data = environment.XDG_DATA_HOME
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const base = data && posix.isAbsolute(data) ? data : posix.join(home, '.local', 'share')
  return posix.join(base, 'airdesk')
}

function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), environment: process.env }
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
