import { createHash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** What a release consists of; the rest of the folder is electron-builder's own. */
const ARTIFACT = /\.(AppImage|deb|rpm|exe|dmg|zip|blockmap|yml|cdx\.json|tgz|tar\.gz)$/
const OWN = /^builder-/

/**
 * @param {string} folder
 * @returns {string[]} names of the files of a release in it, sorted
 */
export function artifactsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && ARTIFACT.test(entry.name) && !OWN.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

/**
 * @param {string} file
 * @param {'sha256' | 'sha512'} algorithm
 * @param {'hex' | 'base64'} encoding
 * @returns {Promise<string>}
 */
export async function digestOf(file, algorithm, encoding) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest(encoding)
}
