/** `node scripts/release/checksums.mjs <folder>` writes SHA256SUMS of a release, as `sha256sum --check` reads it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifactsIn, digestOf } from './artifacts.mjs'

/**
 * @param {string} folder
 * @returns {Promise<string>} a line for each file
 * @throws Error when there is none
 */
export async function checksumsOf(folder) {
  const names = artifactsIn(folder)
  if (names.length === 0) throw new Error(`${folder} holds nothing of a release.`)
  const lines = await Promise.all(
    names.map(async (name) => `${await digestOf(join(folder, name), 'sha256', 'hex')}  ${name}\n`),
  )
  return lines.join('')
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder = 'dist'] = process.argv
  const text = await checksumsOf(folder)
  writeFileSync(join(folder, 'SHA256SUMS'), text)
  console.log(text)
}
