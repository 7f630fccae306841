import { app, BrowserWindow, screen, shell } from 'electron'
import { join } from 'node:path'
import { entryAddressAt, externalAddress, isConsoleAddress } from './navigation.ts'
import { recallPlace, rememberPlace } from './window-memory.ts'

const SMALLEST = { width: 960, height: 640 }
const USUAL = { width: 1440, height: 900 }

/** The one window, which shows the console from the service's own loopback address. */
export class ConsoleWindow {
  #window: BrowserWindow | null = null
  #consoleUrl: string | null = null

  /** Where the console is served now; null before the first `show`. */
  get consoleUrl(): string | null {
    return this.#consoleUrl
  }

  /**
   * Opens the window, or brings the open one to the service's present address.
   * @param consoleUrl the console's address without token
   * @param entryUrl the same with a one-time token in the fragment
   */
  async show(consoleUrl: string, entryUrl: string): Promise<void> {
    const window = (this.#window ??= this.#create())
    const address = entryAddressAt(entryUrl, window.webContents.getURL(), this.#consoleUrl)
    this.#consoleUrl = consoleUrl
    // From the same address a new fragment alone would not load the page again.
    if (isConsoleAddress(window.webContents.getURL(), consoleUrl)) await window.loadURL('about:blank')
    await window.loadURL(address)
  }

  get isOpen(): boolean {
    return this.#window !== null
  }

  focus(): void {
    if (this.#window?.isMinimized()) this.#window.restore()
    this.#window?.focus()
  }

  /** Takes the window from sight while the service ends. */
  hide(): void {
    this.#window?.hide()
  }

  #create(): BrowserWindow {
    const memory = join(app.getPath('userData'), 'window.json')
    const place = recallPlace(
      memory,
      screen.getAllDisplays().map((display) => display.workArea),
    )
    const window = new BrowserWindow({
      ...USUAL,
      ...place?.bounds,
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      show: false,
      webPreferences: {
        preload: join(import.meta.dirname, '../preload/index.cjs'),
        additionalArguments: [`--airdesk-version=${app.getVersion()}`],
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
      },
    })
    if (place?.maximized) window.maximize()
    this.#guard(window)
    window.once('ready-to-show', () => window.show())
    window.on('close', () =>
      rememberPlace(memory, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
    )
    window.on('closed', () => (this.#window = null))
    return window
  }

  #guard(window: BrowserWindow): void {
    const { webContents } = window
    const refuseForeign = (event: { url: string; preventDefault(): void }) => {
      if (!isConsoleAddress(event.url, this.#consoleUrl)) event.preventDefault()
    }
    webContents.on('will-navigate', refuseForeign)
    webContents.on('will-redirect', refuseForeign)
    webContents.on('will-attach-webview', (event) => event.preventDefault())
    webContents.setWindowOpenHandler(({ url }) => {
      const address = externalAddress(url)
      if (address !== null) void shell.openExternal(address)
      return { action: 'deny' }
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') webContents.reload()
    })
  }
}
