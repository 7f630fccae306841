import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { isExecutable } from './programs.mjs'

const PACKAGE = inRoot('node_modules', 'electron')
const RELEASES = 'https://github.com/electron/electron/releases/download/'
const ANSWER_WITHIN_MS = 8000

/** What runs the desktop tests where Electron's executable is absent. */
export const electronStandIn = inRoot('test', 'electron-stand-in', 'dist')

/** Downloads Electron's executable when Node runs it. */
export const electronInstaller = inRoot('node_modules', 'electron', 'install.js')

/**
 * Electron's own executable, or that of a distribution named by ELECTRON_OVERRIDE_DIST_PATH, without importing
 * `electron`, which would download it.
 * @returns {string | undefined}
 */
export function electronExecutable() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return `${override}/electron`
  const pathFile = `${PACKAGE}/path.txt`
  if (!existsSync(pathFile)) return undefined
  const executable = `${PACKAGE}/dist/${readFileSync(pathFile, 'utf8').trim()}`
  return isExecutable(executable) ? executable : undefined
}

/** Whether the place that Electron is downloaded from answers. */
export async function electronDownloadAnswers() {
  const { version } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'))
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? RELEASES
  try {
    const address = `${mirror}v${version}/SHASUMS256.txt`
    const { ok } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return ok
  } catch {
    return false
  }
}
