import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The lowest that runs the bundles, and TypeScript by type stripping, which the tests need. */
export const LOWEST_NODE = '22.18'

/**
 * What Node runs the service with, and all processes of it that have no flags of their own: V8's room for new objects,
 * MiB. It begins with 1 otherwise, and nearly all that a start makes stays: to move it out of there again and again takes
 * time. It grows to 64 otherwise, twice, and gives nothing of that back.
 */
export const SERVICE_FLAGS = ['--min-semi-space-size=4', '--max-semi-space-size=16']

/** @param {string} version such as 24.21.0 */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  const [lowestMajor, lowestMinor] = LOWEST_NODE.split('.').map(Number)
  return major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)
}

/**
 * The Node that is installed as a package (optionalDependencies), where this system has one.
 * @returns {string | undefined} its executable
 */
export function packagedNode() {
  const { platform, arch } = process
  const [system, file] = platform === 'win32' ? ['win', 'node.exe'] : [platform, 'node']
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${system}-${arch}/package.json`)
    const executable = join(dirname(manifest), 'bin', file)
    return existsSync(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

/**
 * The Node that everything but the setup of a checkout runs on: the packaged one, or this one where there is none.
 * @throws Error when there is none and this one is too old
 */
export function nodeExecutable() {
  const fault = nodeFault()
  if (fault) throw new Error(fault)
  return packagedNode() ?? process.execPath
}

/** @returns {string | undefined} why there is no Node that can be used */
export function nodeFault() {
  if (packagedNode() || isNewEnough(process.versions.node)) return undefined
  return (
    `Node ${LOWEST_NODE} or newer is needed, this is ${process.versions.node}. For Linux (x64, arm64) and Windows (x64) ` +
    'npm installs one unless it is told to omit optional packages.'
  )
}

/** @returns {string | undefined} why what npm has installed cannot run the service */
export function installFault() {
  return nodeFault() ?? binaryFault()
}

/** What every start needs that is installed by one optional package or another. */
const NATIVE = '@node-rs/argon2'
/** Ends of the name of that package; a Linux has one of two. */
const SYSTEMS = {
  linux: ['linux-ARCH-gnu', 'linux-ARCH-musl'],
  darwin: ['darwin-ARCH'],
  win32: ['win32-ARCH-msvc'],
}

/** The error of the package that is lacking its binary would blame npm. */
function binaryFault() {
  const { platform, arch } = process
  const names = (SYSTEMS[platform] ?? []).map((name) => `${NATIVE}-${name.replace('ARCH', arch)}`)
  const from = resolved(NATIVE, import.meta.url)
  if (from === undefined || names.length === 0) return undefined
  if (names.some((name) => resolved(name, from) !== undefined)) return undefined
  return 'Optional packages are missing that Airdesk needs on this system: install it by npm i without --omit=optional.'
}

/** @returns {string | undefined} the file of a package, as `from` would load it */
function resolved(name, from) {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return undefined
  }
}
