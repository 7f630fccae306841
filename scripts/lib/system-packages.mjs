import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { HEADLESS_SHELL, findChromium } from './chromium.mjs'
import { findProgram, secondsSince } from './programs.mjs'

/** How a person installs them, by the package manager that is there. */
const COMMANDS = [
  ['apt-get', 'sudo apt-get update && sudo apt-get install -y ffmpeg chromium'],
  ['dnf', 'sudo dnf install -y ffmpeg-free chromium'],
  ['pacman', 'sudo pacman -S --needed ffmpeg chromium'],
  ['zypper', 'sudo zypper install -y ffmpeg chromium'],
  ['apk', 'sudo apk add ffmpeg chromium'],
  ['brew', 'brew install ffmpeg && brew install --cask chromium'],
  ['winget', 'winget install Gyan.FFmpeg Google.Chrome'],
]

/**
 * Makes sure that what the tests run beside our own code is there: ffmpeg, ffprobe and a Chromium.
 * Installs them where apt-get may do so without asking.
 * @throws Error with the command to type, where it may not
 */
export function ensureTestPrograms() {
  const missing = missingPrograms()
  if (missing.length === 0) return
  const apt = aptGet()
  if (!apt) throw new Error(`The tests need ${missing.join(', ')}. ${advice()}`)
  const started = performance.now()
  console.log(`Setting up: the tests need ${missing.join(', ')}; installing by apt-get …`)
  apt(packagesFor(missing), missing.includes('chromium') ? [HEADLESS_SHELL] : [])
  const still = missingPrograms()
  if (still.length > 0) throw new Error(`apt-get ran, but ${still.join(', ')} cannot be found. ${advice()}`)
  console.log(`Setting up: system packages installed in ${secondsSince(started)}`)
}

/**
 * Makes sure that one more program is there.
 * @param {string} name
 * @param {string} [from] the package that has it
 * @throws Error with the command to type, where it may not be installed
 */
export function ensureProgram(name, from = name) {
  if (findProgram(name)) return
  const apt = aptGet()
  if (!apt) throw new Error(`${name} is needed; install ${from} by the package manager`)
  console.log(`Setting up: ${name} is needed; installing it by apt-get …`)
  apt([from])
}

function missingPrograms() {
  return [
    ...['ffmpeg', 'ffprobe'].filter((name) => !findProgram(name)),
    ...(findChromium() ? [] : ['chromium']),
  ]
}

/** @param {string[]} missing */
function packagesFor(missing) {
  const packages = []
  if (missing.some((name) => name.startsWith('ff'))) packages.push('ffmpeg')
  // The font is for pictures of the Japanese console; nothing fails without it.
  if (missing.includes('chromium')) packages.push('chromium', 'fonts-noto-cjk')
  return packages
}

function advice() {
  const known = COMMANDS.find(([program]) => findProgram(program))
  const how = known ? `Install them with:\n  ${known[1]}` : 'Install ffmpeg and Chromium or Chrome.'
  return `${how}\nA Chromium in an unusual place is named by CHROMIUM_PATH.`
}

/**
 * apt-get, where this user may run it without a password.
 * @returns {((packages: string[], whereKnown?: string[]) => void) | undefined} not every system knows the latter
 */
function aptGet() {
  if (process.platform !== 'linux' || !findProgram('apt-get')) return undefined
  const asRoot = rootPrefix()
  if (!asRoot) return undefined
  const run = (...args) => {
    const command = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args]
    return spawnSync(command[0], command.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  }
  const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  return (needed, whereKnown = []) => {
    const listed = hasPackageLists()
    if (!listed) run('update')
    const packages = [...needed, ...whereKnown.filter(isKnownPackage)]
    if (run('install', ...options, ...packages)) return
    // Lists that are there may be too old for what the mirror still holds.
    if (listed && run('update') && run('install', ...options, ...packages)) return
    throw new Error(`apt-get could not install ${packages.join(' ')}. ${advice()}`)
  }
}

const isKnownPackage = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0

/** @returns {string[] | undefined} what to put before a command to run it as root, without a question */
export function rootPrefix() {
  if (process.getuid?.() === 0) return []
  const sudo = findProgram('sudo')
  return sudo && spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? [sudo, '-n'] : undefined
}

export function hasPackageLists() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'))
  } catch {
    return false
  }
}
