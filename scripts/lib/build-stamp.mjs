import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from './paths.mjs'

const STAMPS = inRoot('out', '.build-stamps.json')

/** Changes to these rebuild everything. */
const COMMON = [
  'package.json',
  'package-lock.json',
  ...['build.mjs', 'lib/build-targets.mjs', 'lib/node.mjs'].map((file) => `scripts/${file}`),
]

/**
 * Names, sizes and times of everything that a bundle is made of, as one hash.
 * @param {string[]} sources files and folders below the checkout
 */
export function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const source of [...COMMON, ...sources]) for (const line of describe(inRoot(source))) hash.update(line)
  return hash.digest('hex')
}

/** @returns {Generator<string>} */
function* describe(path) {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) yield `${path} absent\n`
  else if (entry.isFile()) yield `${path} ${entry.size} ${entry.mtimeMs}\n`
  else {
    for (const name of readdirSync(path).sort())
      if (!/\.test\.tsx?$/.test(name)) yield* describe(join(path, name))
  }
}

/** @returns {Record<string, string>} fingerprint by target, of what is in out/ */
export function readStamps() {
  if (!existsSync(STAMPS)) return {}
  try {
    return JSON.parse(readFileSync(STAMPS, 'utf8'))
  } catch {
    return {} // cut off in the middle of writing: build again
  }
}

/** @param {string} target @param {string} print */
export function writeStamp(target, print) {
  mkdirSync(dirname(STAMPS), { recursive: true })
  writeFileSync(STAMPS, JSON.stringify({ ...readStamps(), [target]: print }, null, 2))
}
