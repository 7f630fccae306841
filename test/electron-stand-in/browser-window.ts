import { EventEmitter } from 'node:events'
import { openWindows, windowClosed } from './app.ts'
import { Preventable } from './preventable.ts'
import { WebContents, type WebPreferences } from './web-contents.ts'

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Options extends Partial<Rectangle> {
  readonly show?: boolean
  readonly minWidth?: number
  readonly minHeight?: number
  readonly alwaysOnTop?: boolean
  readonly webPreferences?: WebPreferences
}

let lastId = 0
const focus: { window: BrowserWindow | null } = { window: null }

/** A window: a tab of Chromium. Place and visibility are remembered, not shown. */
export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: WebContents
  #bounds: Rectangle
  #visible: boolean
  #maximized = false
  #onTop: boolean
  #destroyed = false

  constructor({ x = 0, y = 0, width = 800, height = 600, ...options }: Options = {}) {
    super()
    const { show = true, alwaysOnTop = false, webPreferences = {} } = options
    this.#onTop = alwaysOnTop
    this.#bounds = { x, y, width, height }
    this.#visible = show
    this.webContents = new WebContents({ width, height }, webPreferences)
    this.webContents.once('dom-ready', () => this.emit('ready-to-show'))
    openWindows.add(this)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...openWindows].filter((window) => window instanceof BrowserWindow)
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focus.window
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address)
  }

  show(): void {
    this.#visible = true
    focus.window = this
  }

  hide(): void {
    this.#visible = false
    this.blur()
  }

  focus(): void {
    focus.window = this
    this.emit('focus')
  }

  blur(): void {
    if (focus.window === this) focus.window = null
  }

  setAlwaysOnTop(onTop: boolean): void {
    this.#onTop = onTop
  }

  maximize(): void {
    this.#maximized = true
  }

  restore(): void {
    this.emit('restore')
  }

  isVisible = () => this.#visible
  isFocused = () => focus.window === this
  isAlwaysOnTop = () => this.#onTop
  isMaximized = () => this.#maximized
  isMinimized = () => false
  isDestroyed = () => this.#destroyed
  getBounds = () => this.#bounds
  getNormalBounds = () => this.#bounds

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
  }

  close(): void {
    const event = new Preventable()
    if (!this.#destroyed) this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.blur()
    void this.webContents.destroy()
    this.emit('closed')
    windowClosed(this)
  }
}
