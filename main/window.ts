import type { BrowserWindow } from 'electron'
import {
  COMMAND_CHANNEL,
  UPDATES_CHANNEL,
  type DesktopCommand,
  type UpdateView,
} from '../service/contract/desktop-bridge.ts'
import { entryAddressAt, isConsoleAddress, routeOf } from './navigation.ts'
import { openPageWindow } from './page-window.ts'

const PLACE = { name: 'window', usual: { width: 1440, height: 900 }, smallest: { width: 960, height: 640 } }

export interface WindowEvents {
  /** Asked when the operator closes it; false keeps it. */
  readonly mayClose: () => boolean
  readonly closed: () => void
}

/** The window that shows the console from the service's own loopback address. */
export class ConsoleWindow {
  readonly #events: WindowEvents
  #window: BrowserWindow | null = null
  #consoleUrl: string | null = null

  constructor(events: WindowEvents) {
    this.#events = events
  }

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

  /** False where it was closed, which on macOS does not end the application. */
  get isOpen(): boolean {
    return this.#window !== null
  }

  /** The open window for a dialog on it; undefined where nobody would see that. */
  get parent(): BrowserWindow | undefined {
    return this.#window?.isVisible() ? this.#window : undefined
  }

  /** Where in the console it is while it has the focus; null otherwise. */
  get focusedRoute(): string | null {
    if (!this.#window?.isFocused()) return null
    return routeOf(this.#window.webContents.getURL(), this.#consoleUrl) ?? '/'
  }

  /** Brings it to the front, from wherever it is hidden. */
  focus(): void {
    if (this.#window?.isMinimized()) this.#window.restore()
    this.#window?.show()
    this.#window?.focus()
  }

  /** Tells the console's page what a menu or a notice asked for. */
  send(command: DesktopCommand): void {
    this.#post(COMMAND_CHANNEL, command)
  }

  /** Tells the console's page how far a new version has come. */
  tellUpdates(view: UpdateView): void {
    this.#post(UPDATES_CHANNEL, view)
  }

  #post(channel: string, message: object): void {
    const contents = this.#window?.webContents
    if (contents && isConsoleAddress(contents.getURL(), this.#consoleUrl)) contents.send(channel, message)
  }

  /** Takes the window from sight; its page goes on. */
  hide(): void {
    this.#window?.hide()
  }

  #create(): BrowserWindow {
    const window = openPageWindow(PLACE)
    window.on('close', (event) => {
      if (!this.#events.mayClose()) event.preventDefault()
    })
    window.on('closed', () => {
      this.#window = null
      this.#events.closed()
    })
    return window
  }
}
