import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'
import { findProgram, secondsSince } from './programs.mjs'
import { hasPackageLists, rootPrefix } from './system-packages.mjs'

/** OpenStack Swift speaks S3 and checks signatures. Its packages are unpacked here; nothing is installed. */
const HOME = inRoot('node_modules', '.cache', 'airdesk', 'swift')
const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']
/** They are made for the distribution's own Python. */
const PYTHON = '/usr/bin/python3'

/**
 * How to run a Python program that imports Swift.
 * @returns {{ python: string, env: Record<string, string> } | undefined} undefined before `ensureSwift`
 */
export function findSwift() {
  const library = join(HOME, 'usr', 'lib')
  const modules = join(library, 'python3', 'dist-packages')
  if (!existsSync(join(modules, 'swift')) || !existsSync(PYTHON)) return undefined
  const shared = readdirSync(library)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(library, name))
  return { python: PYTHON, env: { PYTHONPATH: modules, LD_LIBRARY_PATH: shared.join(':') } }
}

/** Fetches the packages once; says why where it cannot, for only the tests of S3 need them. */
export function ensureSwift() {
  if (findSwift()) return
  const started = performance.now()
  try {
    unpackSwift()
    console.log(`Setting up: OpenStack Swift unpacked for the tests of S3 in ${secondsSince(started)}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.log(`Setting up: the tests of S3 will be skipped: ${reason}`)
  }
}

function unpackSwift() {
  if (process.platform !== 'linux' || !findProgram('apt-get') || !findProgram('dpkg')) {
    throw new Error('their server is taken from Debian’s packages, and this is no Debian')
  }
  if (!existsSync(PYTHON)) throw new Error(`their server needs ${PYTHON}`)
  if (!hasPackageLists()) update()
  const names = packagesToUnpack()
  console.log(`Setting up: fetching OpenStack Swift (${names.length} packages, about 11 MB) …`)
  // Beside its place first: what was interrupted must not look whole.
  const unpacked = `${HOME}.${process.pid}`
  const packages = join(unpacked, 'packages')
  try {
    mkdirSync(packages, { recursive: true })
    run('apt-get', ['-q', 'download', ...names], packages)
    for (const name of readdirSync(packages)) run('dpkg', ['-x', join(packages, name), unpacked])
    rmSync(packages, { recursive: true })
    rmSync(HOME, { recursive: true, force: true })
    renameSync(unpacked, HOME)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/** Swift, and all it needs that the system does not have. */
function packagesToUnpack() {
  const plan = run('apt-get', ['install', '--simulate', '--no-install-recommends', ...PACKAGES])
  return plan.split('\n').flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
}

function update() {
  const asRoot = rootPrefix()
  if (!asRoot) throw new Error('apt-get has no lists of packages (sudo apt-get update)')
  const [program, ...rest] = [...asRoot, 'apt-get', '-q', 'update']
  run(program, rest)
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {string} standard output
 */
function run(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status === 0) return stdout
  const lastLine = (stderr ?? '').trim().split('\n').at(-1)
  throw new Error(`${program} ${args[0]} failed: ${lastLine || status}`)
}
