import { spawn } from 'node:child_process'
import { findProgram } from './programs.mjs'

/** Whether there is a screen that a window could be shown on. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/**
 * Opens an address in the operator's browser; where that fails, the printed address is still there.
 * @param {string} address
 */
export function openInBrowser(address) {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address]
  if (process.platform === 'linux' && !findProgram(command)) return
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
