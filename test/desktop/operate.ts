/** What an operator does outside the window, on Electron and on the stand-in alike. */
import type { ElectronApplication } from '@playwright/test'

/** Clicks an item of the menu bar. */
export function clickMenu(app: ElectronApplication, id: string): Promise<void> {
  return app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted)
    if (!item) throw new Error(`no menu item ${wanted}`)
    Reflect.apply(item.click, item, [])
  }, id)
}

export function menuLabel(app: ElectronApplication, id: string): Promise<string | undefined> {
  return app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.label, id)
}

/** Labels of the menu bar itself. */
export function menuBar(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? [])
}

/** Has every question answered with the button `label`; what was asked is kept for `asked`. */
export function answerWith(app: ElectronApplication, label: string): Promise<void> {
  return app.evaluate(({ dialog }, wanted) => {
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = (...given: unknown[]) => {
      const { buttons, defaultId } = given.at(-1) as { buttons: string[]; defaultId: number }
      asked.push({ ...(given.at(-1) as object), focused: buttons[defaultId] })
      return Promise.resolve({ response: buttons.indexOf(wanted), checkboxChecked: false })
    }
  }, label)
}

export interface Question {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  /** The button that Enter presses. */
  readonly focused: string
}

export function asked(app: ElectronApplication): Promise<Question[]> {
  return app.evaluate(() => (globalThis as unknown as { asked: Question[] }).asked)
}

export interface Surroundings {
  readonly toolTip: string
  /** Labels of the tray's menu. */
  readonly tray: readonly string[]
  /** The computer is kept from sleeping. */
  readonly awake: boolean
  readonly notices: readonly { readonly title: string; readonly body: string }[]
}

/** Begins to watch tray, notices and power saving; what was shown before is not seen. */
export function watchSurroundings(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Notification, powerSaveBlocker, Tray }) => {
    const seen = {
      toolTip: '',
      menu: null as Electron.Menu | null,
      blockers: new Set<number>(),
      notices: [] as Electron.Notification[],
    }
    Object.assign(globalThis, { seen })
    Tray.prototype.setToolTip = (text) => void (seen.toolTip = text)
    Tray.prototype.setContextMenu = (menu) => void (seen.menu = menu)
    Notification.prototype.show = function () {
      seen.notices.push(this)
    }
    const { start, stop } = powerSaveBlocker
    powerSaveBlocker.start = (type) => {
      const id = start(type)
      seen.blockers.add(id)
      return id
    }
    powerSaveBlocker.stop = (id) => {
      seen.blockers.delete(id)
      return stop(id)
    }
  })
}

interface Seen {
  toolTip: string
  menu: Electron.Menu | null
  blockers: Set<number>
  notices: Electron.Notification[]
}

export function surroundings(app: ElectronApplication): Promise<Surroundings> {
  return app.evaluate(() => {
    const { toolTip, menu, blockers, notices } = (globalThis as unknown as { seen: Seen }).seen
    return {
      toolTip,
      tray: menu?.items.map(({ label }) => label) ?? [],
      awake: blockers.size > 0,
      notices: notices.map(({ title, body }) => ({ title, body })),
    }
  })
}

export function clickTray(app: ElectronApplication, id: string): Promise<void> {
  return app.evaluate((_electron, wanted) => {
    const item = (globalThis as unknown as { seen: Seen }).seen.menu?.getMenuItemById(wanted)
    if (!item) throw new Error(`no item ${wanted} in the tray's menu`)
    Reflect.apply(item.click, item, [])
  }, id)
}

export function clickNotice(app: ElectronApplication, index: number): Promise<void> {
  return app.evaluate((_electron, at) => {
    ;(globalThis as unknown as { seen: Seen }).seen.notices[at]?.emit('click')
  }, index)
}

/** The first window: the console's. */
export function consoleIsVisible(app: ElectronApplication): Promise<boolean | undefined> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
}

export function closeConsole(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
}
