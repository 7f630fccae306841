import { spawn } from 'node:child_process'
import { accessSync, constants, readlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { exists } from '../process-end.ts'

/** Browsers that can show a page in a window of its own, the free one first. */
export const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const

/** Where the first of them is. @param path as in the environment */
export function findBrowser(path = process.env['PATH'] ?? ''): string | null {
  const folders = path.split(delimiter).filter(Boolean)
  const places = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)))
  return places.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface WindowOptions {
  readonly browser: string
  /** Folder of the browser's profile, which nothing but this window uses. */
  readonly profile: string
  /** Secret: it may hold a token that signs in. */
  readonly url: string
}

export interface AppWindow {
  /**
   * The started program has ended: null, or how it failed. Where a window of the profile is open already, it
   * hands over to that one's program and ends at once.
   */
  readonly ended: Promise<string | null>
  close(): void
}

/** Opens a window without tabs and address bar. */
export function openAppWindow({ browser, profile, url }: WindowOptions): AppWindow {
  const args = [
    `--app=${url}`,
    `--user-data-dir=${profile}`,
    '--class=airdesk',
    '--no-first-run',
    '--no-default-browser-check',
    // The profile has no passwords; a keyring that asks to be unlocked would only disturb.
    '--password-store=basic',
  ]
  const child = spawn(browser, args, { stdio: 'ignore', detached: process.platform !== 'win32' })
  return {
    ended: new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code) => resolve(code ? `it ended with status ${code}` : null))
    }),
    close: () => void child.kill(),
  }
}

/** Whether a browser runs on a profile: its lock is a link to `<host>-<pid>`. */
export function isProfileInUse(profile: string): boolean {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(profile, 'SingletonLock')))?.[1])
    return pid > 0 && exists(pid)
  } catch {
    return false
  }
}

/** Opens an address in the browser that the person uses. Null, or why that failed. */
export function openInDefaultBrowser(url: string): Promise<string | null> {
  const [command, ...args] = openerOf(url)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => resolve(code ? `${command} ended with status ${code}` : null))
  })
}

function openerOf(url: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url]
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}
