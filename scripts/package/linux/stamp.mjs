/** Tells whether packages in dist/linux are of the sources as they are. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fingerprint } from '../../lib/build-stamp.mjs'
import { inRoot } from '../../lib/paths.mjs'

const SOURCES = ['bin', 'renderer', 'service', 'scripts/lib', 'scripts/package', 'scripts/package-npm.mjs']

const fileOf = (/** @type {string} */ architecture) => inRoot('dist', 'linux', `.sources-${architecture}`)

/** @param {string} architecture Node's name */
export function isMade(architecture) {
  const file = fileOf(architecture)
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(SOURCES)
}

/** @param {string} architecture Node's name */
export function noteMade(architecture) {
  writeFileSync(fileOf(architecture), fingerprint(SOURCES))
}
