/**
 * `npm run dist:linux`: packages of Debian and portable folders in dist/linux, for x64 and arm64.
 * `-- --arch x64` makes those of one. Needs dpkg-deb, readelf (binutils) and tar; the same sources give the same bytes.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from '../../lib/paths.mjs'
import { ensureProgram } from '../../lib/system-packages.mjs'
import { releaseNames } from '../../release/options.mjs'
import { DEBIAN_NAMES, makeDeb } from './deb.mjs'
import { run } from './run.mjs'
import { noteMade } from './stamp.mjs'
import { makeTarball } from './tarball.mjs'
import { filesOf, makeTree } from './tree.mjs'

const OUT = inRoot('dist', 'linux')

/** @returns {Date} SOURCE_DATE_EPOCH, else of the last commit */
function sourceDate() {
  const told = process.env.SOURCE_DATE_EPOCH
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: inRoot(), encoding: 'utf8' })
  const seconds = Number(told ?? stdout)
  if (!(seconds > 0))
    throw new Error('SOURCE_DATE_EPOCH must be set to seconds since 1970: git tells no date here')
  return new Date(seconds * 1000)
}

/** @param {string} path */
const megabytes = (path) => `${(statSync(path).size / 1e6).toFixed(1)} MB`

try {
  const { values } = parseArgs({ options: { arch: { type: 'string', multiple: true } } })
  const architectures = /** @type {import('./tree.mjs').Architecture[]} */ (
    values.arch ?? Object.keys(DEBIAN_NAMES)
  )
  const unknown = architectures.find((name) => !(name in DEBIAN_NAMES))
  if (unknown)
    throw new Error(`--arch must be one of ${Object.keys(DEBIAN_NAMES).join(', ')}, not ${unknown}`)
  ensureProgram('dpkg-deb')
  ensureProgram('readelf', 'binutils')
  const { version, description, homepage, author } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const maintainer = `${author.name} <${author.email}>`
  const about = {
    version,
    description,
    homepage,
    maintainer,
    date: sourceDate(),
    ...releaseNames(process.env),
  }
  run(process.execPath, [inRoot('scripts', 'package-npm.mjs')])
  mkdirSync(OUT, { recursive: true })
  for (const architecture of architectures) {
    const tree = join(OUT, `tree-${architecture}`)
    makeTree(inRoot('dist', `airdesk-${version}.tgz`), tree, architecture)
    const installed = filesOf(tree).reduce((sum, file) => sum + statSync(file).size, 0)
    const parts = { tree, out: OUT, architecture, about }
    for (const file of [makeDeb(parts), makeTarball(parts)]) console.log(`${file}  ${megabytes(file)}`)
    console.log(`installed (${architecture})  ${(installed / 1e6).toFixed(1)} MB`)
    rmSync(tree, { recursive: true })
    noteMade(architecture)
  }
} catch (error) {
  console.error(`Packaging failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
