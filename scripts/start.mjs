/**
 * Opens Airdesk: in a window of Electron where its executable is here or can be fetched, otherwise in the
 * browser. `--browser` asks for the browser; every other argument goes to Airdesk.
 */
import { spawnSync } from 'node:child_process'
import { buildIfNeeded } from './build.mjs'
import { endWith, startChild } from './lib/child.mjs'
import { hasDisplay, openInBrowser } from './lib/desktop.mjs'
import { electronDownloadAnswers, electronExecutable, electronInstaller } from './lib/electron.mjs'
import { SERVICE_FLAGS } from './lib/node.mjs'
import { inRoot, root } from './lib/paths.mjs'

const args = process.argv.slice(2).filter((argument) => argument !== '--browser')

/** Why there will be no window; undefined when there will be. Fetches Electron where that settles it. */
async function reasonForBrowser() {
  if (process.argv.includes('--browser')) return '--browser was given'
  if (!hasDisplay()) return 'there is no display (DISPLAY and WAYLAND_DISPLAY are not set)'
  if (electronExecutable()) return undefined
  if (!(await electronDownloadAnswers())) {
    return "Electron's executable is not here and the place to download it from does not answer"
  }
  console.log("Fetching Electron's executable (once) …")
  spawnSync(process.execPath, [electronInstaller], { stdio: ['ignore', 'inherit', 'inherit'] })
  return electronExecutable() ? undefined : "Electron's executable could not be downloaded"
}

function startWindow() {
  const sandbox = []
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log("Running as root: Chromium's sandbox is off (--no-sandbox). Better use an ordinary user.")
    sandbox.push('--no-sandbox')
  }
  return startChild(electronExecutable(), [root, ...sandbox, ...args])
}

function startInBrowser(reason) {
  console.log(`Airdesk opens in the browser: ${reason}.`)
  console.log('It is the same service and the same console; only the native menu is missing.\n')
  const command = [...SERVICE_FLAGS, inRoot('out', 'service', 'main.js'), ...args]
  if (!hasDisplay()) return startChild(process.execPath, command)
  const child = startChild(process.execPath, command, { stdout: 'pipe' })
  openConsoleOf(child.stdout)
  return child
}

/** The service prints the address that signs in once; it is opened as soon as it is there. */
function openConsoleOf(output) {
  let text = ''
  let opened = false
  output.on('data', (chunk) => {
    process.stdout.write(chunk)
    if (opened) return
    text += chunk
    const address = /http:\/\/\S+\/#entry=\S+/.exec(text)?.[0]
    if (!address) return
    opened = true
    openInBrowser(address)
  })
}

try {
  buildIfNeeded()
  const reason = await reasonForBrowser()
  endWith(reason === undefined ? startWindow() : startInBrowser(reason))
} catch (error) {
  console.error(`Airdesk could not be started: ${error.message}`)
  process.exit(1)
}
