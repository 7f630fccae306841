import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Where a program is, as a shell would find it.
 * @param {string} name without a suffix
 * @param {string} [path] where to look instead of PATH
 * @returns {string | undefined}
 */
export function findProgram(name, path = process.env.PATH ?? '') {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, file))
    .find(isExecutable)
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {number} since from `performance.now()` */
export const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
