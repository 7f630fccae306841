import { readFileSync } from 'node:fs'
import { inRoot } from '../../lib/paths.mjs'

/** @param {string} name of a file that is packed as it is or filled in */
export const fileIn = (name) => inRoot('scripts', 'package', 'linux', 'files', name)

/**
 * A file with its `@NAMES@` filled in.
 * @param {string} name
 * @param {Record<string, string>} values
 * @throws Error where one has no value
 */
export function filled(name, values) {
  return readFileSync(fileIn(name), 'utf8').replace(/@([A-Z]+)@/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`${name} has @${key}@, which has no value`)
    return values[key]
  })
}
