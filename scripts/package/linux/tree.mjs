/** The application as it is installed: what npm installs of the npm package, less what never runs, and Node. */
import {
  chmodSync,
  cpSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileIn } from './files.mjs'
import { run } from './run.mjs'

/** @typedef {'x64' | 'arm64'} Architecture Node's names */

/** Sources, types, documentation, headers and settings of tools; licences stay. */
const NEVER_RUNS =
  /^\.|^tsconfig\.json$|\.config\.[cm]?js$|\.(d\.[cm]?ts|[cm]?ts|map|md|txt|gyp|gypi|h|c|cc|cpp|cmake)$/i
const LICENCE = /licen[cs]e|copying|notice/i

/**
 * @param {string} tarball of `npm run package:npm`
 * @param {string} place a folder that is not there yet: bin/, node/, node_modules/, out/
 * @param {Architecture} architecture
 */
export function makeTree(tarball, place, architecture) {
  const staging = `${place}.staging`
  rmSync(staging, { recursive: true, force: true })
  rmSync(place, { recursive: true, force: true })
  const system = ['--os=linux', `--cpu=${architecture}`, '--libc=glibc']
  run('npm', [
    'install',
    '--ignore-scripts',
    '--omit=dev',
    '--no-audit',
    '--no-fund',
    ...system,
    '--prefix',
    staging,
    tarball,
  ])
  const installed = join(staging, 'node_modules')
  renameSync(join(installed, 'airdesk'), place)
  moveDependencies(installed, join(place, 'node_modules'))
  rmSync(staging, { recursive: true })
  moveNode(place, architecture)
  keepOnePrebuild(join(place, 'out', 'prebuilds'), architecture)
  // The shell's launcher takes the place of npm's.
  for (const path of ['bin', 'scripts', 'README.md', 'npm-shrinkwrap.json']) {
    rmSync(join(place, path), { recursive: true, force: true })
  }
  prune(place)
  mkdirSync(join(place, 'bin'))
  cpSync(fileIn('launcher.sh'), join(place, 'bin', 'airdesk'))
}

/** npm puts them beside the package or below it, as it likes. @param {string} from @param {string} to */
function moveDependencies(from, to) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name.startsWith('.')) continue
    if (name.startsWith('@')) moveDependencies(join(from, name), join(to, name))
    else renameSync(join(from, name), join(to, name))
  }
}

/** @param {string} place @param {Architecture} architecture */
function moveNode(place, architecture) {
  const from = join(place, 'node_modules', `node-linux-${architecture}`)
  mkdirSync(join(place, 'node', 'bin'), { recursive: true })
  renameSync(join(from, 'bin', 'node'), join(place, 'node', 'bin', 'node'))
  renameSync(join(from, 'LICENSE'), join(place, 'node', 'LICENSE'))
  rmSync(from, { recursive: true })
}

/** @param {string} folder @param {Architecture} architecture */
function keepOnePrebuild(folder, architecture) {
  const own = `linux-${architecture}.node`
  if (!existsSync(join(folder, own))) throw new Error(`SQLite has no binary ${own} in ${folder}`)
  for (const name of readdirSync(folder)) if (name !== own) rmSync(join(folder, name))
}

/** @param {string} place */
function prune(place) {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const isNeeded = !entry.isFile() || !NEVER_RUNS.test(entry.name) || LICENCE.test(entry.name)
    if (!isNeeded) rmSync(join(entry.parentPath, entry.name))
  }
  rmSync(join(place, 'node_modules', '.bin'), { recursive: true, force: true })
  removeEmpty(place)
}

/** @param {string} folder */
function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}

/** @param {string} place @returns {string[]} every file in ELF */
export function binariesOf(place) {
  return filesOf(place).filter(
    (file) => file.endsWith('.node') || /\.so(\.\d+)*$/.test(file) || file.endsWith('/bin/node'),
  )
}

/** @param {string} place @returns {string[]} every file, sorted */
export function filesOf(place) {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/**
 * Gives everything the same modes and times, whoever builds and whenever.
 * @param {string} root
 * @param {Date} date
 * @param {(file: string) => boolean} isProgram
 */
export function normalise(root, date, isProgram) {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || isProgram(path) ? 0o755 : 0o644)
    lutimesSync(path, date, date)
  }
  chmodSync(root, 0o755)
  lutimesSync(root, date, date)
}
