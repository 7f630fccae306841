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
  readonly webPreferences?: WebPreferences
}

let lastId = 0

/** A window: a tab of Chromium. Place and visibility are remembered, not shown. */
export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: WebContents
  #bounds: Rectangle
  #visible: boolean
  #maximized = false
  #destroyed = false

  constructor({ x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} }: Options = {}) {
    super()
    this.#bounds = { x, y, width, height }
    this.#visible = show
    this.webContents = new WebContents({ width, height }, webPreferences)
    this.webContents.once('dom-ready', () => this.emit('ready-to-show'))
    openWindows.add(this)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...openWindows].filter((window) => window instanceof BrowserWindow)
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address)
  }

  show(): void {
    this.#visible = true
  }

  hide(): void {
    this.#visible = false
  }

  focus(): void {
    this.emit('focus')
  }

  maximize(): void {
    this.#maximized = true
  }

  restore(): void {
    this.emit('restore')
  }

  isVisible = () => this.#visible
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
    void this.webContents.destroy()
    this.emit('closed')
    windowClosed(this)
  }
}
