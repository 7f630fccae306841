// The operator's desk: dialogs, the system's browser, the screen, what stands beside the clock. Nobody sits at it; tests replace these.

import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'

interface MessageBox {
  readonly message: string
  readonly detail?: string
  readonly buttons?: readonly string[]
  readonly cancelId?: number
}

export const dialog = {
  /** Answered as by the Escape key. */
  showMessageBox: (...given: [MessageBox] | [window: object, MessageBox]) => {
    const { message, detail = '', cancelId = 0 } = given[1] ?? (given[0] as MessageBox)
    process.stderr.write(`[dialog] ${message}\n${detail}\n`)
    return Promise.resolve({ response: cancelId, checkboxChecked: false })
  },
  showErrorBox: (title: string, text: string) => void process.stderr.write(`[dialog] ${title}\n${text}\n`),
}

export const shell = {
  /** Opens nothing. */
  openExternal: () => Promise.resolve(),
  /** Shows nothing. */
  showItemInFolder: (path: string) => void process.stderr.write(`[folder] ${path}\n`),
}

let lastBlocker = 0
const blockers = new Set<number>()

export const powerSaveBlocker = {
  start: (_type: 'prevent-app-suspension') => {
    blockers.add(++lastBlocker)
    return lastBlocker
  },
  stop: (id: number) => blockers.delete(id),
  isStarted: (id: number) => blockers.has(id),
}

/** Tells that the computer goes down, when a test has it do so. */
export const powerMonitor = new EventEmitter()

/** There is no screen to share. */
export const desktopCapturer = { getSources: () => Promise.resolve([]) }

/** Beside the clock: its image must be there, the rest is remembered by nobody. */
export class Tray extends EventEmitter {
  constructor(image: string) {
    super()
    this.setImage(image)
  }

  setImage(image: string): void {
    if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`)
  }

  setToolTip(_text: string): void {
    // Nobody points at it.
  }

  setContextMenu(_menu: object | null): void {
    // Tests replace this to see the menu.
  }
}

/** A notice that nobody reads. */
export class Notification extends EventEmitter {
  readonly title: string
  readonly body: string

  constructor({ title, body }: { readonly title: string; readonly body: string }) {
    super()
    this.title = title
    this.body = body
  }

  show(): void {
    this.emit('show', {})
  }
}

const area = { x: 0, y: 0, width: 1920, height: 1080 }

export const screen = {
  getAllDisplays: () => [{ id: 1, bounds: area, workArea: area, scaleFactor: 1 }],
}
