import { Menu, Tray } from 'electron'
import { join } from 'node:path'
import type { ServiceStatus } from '../service/contract/host-protocol.ts'
import { indicatorLines, indicatorOf } from './indicator.ts'
import type { Texts } from './texts.ts'

export interface TrayActions {
  openWindow(): void
  openInBrowser(): void
  quit(): void
}

/** Says beside the clock what is on air; everything that it offers is in the window and its menu too. */
export class TrayIndicator {
  readonly #actions: TrayActions
  readonly #tray: Tray
  #shown = ''

  constructor(actions: TrayActions) {
    this.#actions = actions
    this.#tray = new Tray(image('off-air'))
    this.#tray.on('click', () => actions.openWindow())
  }

  show(status: ServiceStatus, texts: Texts): void {
    const lines = indicatorLines(status, texts)
    const indicator = indicatorOf(status)
    // A menu that is open must not be changed every second.
    const shown = JSON.stringify([indicator, lines, texts.quit])
    if (shown === this.#shown) return
    this.#shown = shown
    this.#tray.setImage(image(indicator))
    this.#tray.setToolTip(`Airdesk\n${lines.join('\n')}`)
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        ...lines.map((label) => ({ label, enabled: false })),
        { type: 'separator' },
        { id: 'tray-open', label: texts.openWindow, click: () => this.#actions.openWindow() },
        { id: 'tray-browser', label: texts.openInBrowser, click: () => this.#actions.openInBrowser() },
        { type: 'separator' },
        { id: 'tray-quit', label: texts.quit, click: () => this.#actions.quit() },
      ]),
    )
  }
}

/** macOS colours a template image itself, as its menu bar needs it. */
function image(name: string): string {
  const file = process.platform === 'darwin' ? `tray-${name}Template.png` : `tray-${name}.png`
  return join(import.meta.dirname, 'assets', file)
}
