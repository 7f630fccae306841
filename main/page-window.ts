import { app, BrowserWindow, screen } from 'electron'
import { join } from 'node:path'
import { recallPlace, rememberPlace } from './window-memory.ts'

interface Size {
  readonly width: number
  readonly height: number
}

export interface PageWindowOptions {
  /** Name of the window's place, a file's name without folder and suffix. */
  readonly name: string
  readonly usual: Size
  readonly smallest: Size
  readonly onTop?: boolean
}

/** A window for pages of the console, hidden until there is something to see; it comes back where it was. */
export function openPageWindow({ name, usual, smallest, onTop = false }: PageWindowOptions): BrowserWindow {
  const memory = join(app.getPath('userData'), `${name}.json`)
  const place = recallPlace(
    memory,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const window = new BrowserWindow({
    ...usual,
    ...place?.bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    alwaysOnTop: onTop,
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
  window.once('ready-to-show', () => window.show())
  window.on('close', () =>
    rememberPlace(memory, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  )
  return window
}
