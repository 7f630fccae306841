import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { Texts } from './texts.ts'

export interface MenuActions {
  openInBrowser(): void
}

/** The menu bar: what the system expects, and one way out into a browser. */
export function setMenu(texts: Texts, actions: MenuActions): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    {
      label: texts.file,
      submenu: [
        { id: 'open-in-browser', label: texts.openInBrowser, click: () => actions.openInBrowser() },
        { type: 'separator' },
        { role: process.platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu', label: texts.edit },
    {
      label: texts.view,
      submenu: [
        { role: 'reload' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu', label: texts.window },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
