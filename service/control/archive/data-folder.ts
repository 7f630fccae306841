import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** Of the data folder, what recordings may be kept in. */
export const localFolderOf = (dataDir: string): string => join(dataDir, 'archive')

/**
 * Whether a destination would write where the service keeps its own: in the data folder, except below its
 * folder for recordings. Links are followed, as writing follows them.
 */
export function isOwnFolder(dataDir: string, folder: string): boolean {
  const real = realOf(folder)
  return isWithin(realOf(dataDir), real) && !isWithin(realOf(localFolderOf(dataDir)), real)
}

function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner)
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** What of the path is not there yet stays as it is written. */
function realOf(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    const parent = dirname(whole)
    return parent === whole ? whole : join(realOf(parent), relative(parent, whole))
  }
}
