import { EventEmitter } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine, packageFile, switchValue } from './command-line.ts'
import { Browser } from './devtools.ts'
import { followDownloads } from './downloads.ts'
import { Preventable } from './preventable.ts'
import { InstanceLock } from './single-instance.ts'
import { endUtilities } from './utility-process.ts'

/** A window as the application's life knows it. */
export interface Closable {
  close(): void
  isDestroyed(): boolean
}

/** Every open window; BrowserWindow adds and removes itself. */
export const openWindows = new Set<Closable>()

let userData = switchValue('user-data-dir') ?? mkdtempSync(join(tmpdir(), 'electron-stand-in-'))
const switches: string[] = []
const lock = new InstanceLock()
let browser: Promise<Browser> | undefined
let ready = false
let quitting = false
let resolveReady: () => void
const readiness = new Promise<void>((resolve) => (resolveReady = resolve))

class App extends EventEmitter {
  readonly commandLine = {
    appendSwitch: (name: string, value?: string) => switches.push(`--${name}${value ? `=${value}` : ''}`),
  }

  /** Shown to nobody. */
  showAboutPanel = () => undefined
  whenReady = () => readiness
  isReady = () => ready
  getVersion = () => packageFile.version
  getName = () => packageFile.productName ?? packageFile.name
  getAppPath = () => commandLine.folder
  getLocale = () => switchValue('lang') ?? 'en-US'
  /** Refused after `ready`, as in Electron; every tab of Chromium is as sandboxed as its flags let it be. */
  enableSandbox(): void {
    if (ready) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  getPath(name: 'userData' | 'downloads'): string {
    if (name === 'downloads') return join(userData, 'downloads')
    if ((name as string) !== 'userData')
      throw new Error(`app.getPath('${name as string}') is not in the stand-in`)
    return userData
  }

  /** Before the lock is asked for and the first window is opened. */
  setPath(name: 'userData', folder: string): void {
    if ((name as string) !== 'userData') throw new Error(`app.setPath('${name}') is not in the stand-in`)
    userData = folder
  }

  requestSingleInstanceLock(): boolean {
    return lock.acquire(userData, (argv, folder) => this.emit('second-instance', {}, argv, folder))
  }

  releaseSingleInstanceLock(): void {
    void lock.release()
  }

  /** Electron's order: before-quit, each window's close, will-quit, quit; any of them may prevent it. */
  quit(): void {
    if (quitting) return
    quitting = true
    if (!allowed('before-quit') || !closeWindows() || !allowed('will-quit')) {
      quitting = false
      return
    }
    this.emit('quit', {}, 0)
    void this.exit(0)
  }

  async exit(code = 0): Promise<void> {
    quitting = true
    endUtilities()
    await lock.release()
    await browser?.then((open) => open.close()).catch(() => undefined)
    process.exit(code)
  }
}

export const app = new App()

function allowed(name: 'before-quit' | 'will-quit'): boolean {
  const event = new Preventable()
  app.emit(name, event)
  return !event.defaultPrevented
}

function closeWindows(): boolean {
  for (const window of [...openWindows]) window.close()
  return openWindows.size === 0
}

/** Called by a window that is gone. */
export function windowClosed(window: Closable): void {
  openWindows.delete(window)
  if (openWindows.size > 0 || quitting) return
  if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
  else app.quit()
}

/** The one Chromium of the application, opened at the first call. */
export function openBrowser(): Promise<Browser> {
  browser ??= Browser.open(join(userData, 'chromium'), switches).then((open) => {
    followDownloads(open, join(userData, 'stand-in-downloads'))
    process.stderr.write(`DevTools listening on ${open.endpoint}\n`)
    open.process.once('exit', () => app.quit())
    return open
  })
  return browser
}

/** The application's main file is loaded. */
export function announceReady(): void {
  setImmediate(() => {
    ready = true
    resolveReady()
    app.emit('ready', {}, {})
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
