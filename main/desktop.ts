/** Everything of the application that is seen: its windows, menu, tray and notices, in one language. */
import { app, dialog, Menu, shell } from 'electron'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DesktopCommand } from '../service/contract/desktop-bridge.ts'
import type { ServiceStatus } from '../service/contract/host-protocol.ts'
import { isFileAddress, isLanguage, isNoticeSwitches, isSwitch, isUpdateAction } from './bridge-rules.ts'
import { guardDownloads } from './downloads.ts'
import { guardPages } from './guards.ts'
import { NOTHING_RUNS } from './indicator.ts'
import { answerCalls, guarded } from './ipc.ts'
import { KeepAwake } from './keep-awake.ts'
import { menuTemplate, type MenuState } from './menu.ts'
import { Notifier } from './notifier.ts'
import { guardPermissions } from './permissions.ts'
import { PopOuts } from './pop-outs.ts'
import { QuitGuard } from './quit-guard.ts'
import { offerScreens } from './screen-share.ts'
import { SettingsFile, type DesktopSettings } from './settings.ts'
import { languageOf, TEXTS, type Texts } from './texts.ts'
import { TrayIndicator } from './tray.ts'
import { updaterFor } from './updater.ts'
import { Updates } from './updates.ts'
import { ConsoleWindow } from './window.ts'

/** How often it is looked whether a schedule is about to start, or late, ms. */
const LOOK_AHEAD_MS = 1000

export interface DesktopActions {
  openInBrowser(): void
  /** Opens the console's window again where there is none. */
  reopen(): Promise<void>
}

export class Desktop {
  readonly quitGuard: QuitGuard = new QuitGuard({
    status: () => this.#status,
    texts: () => this.texts,
    parent: () => this.window.parent,
    closeWindow: () => this.window.hide(),
    end: () => app.quit(),
  })
  readonly window: ConsoleWindow = new ConsoleWindow({
    mayClose: () => this.quitGuard.mayEnd(),
    closed: () => this.#popOuts.closeAll(),
  })
  readonly #popOuts = new PopOuts()
  readonly #keepAwake = new KeepAwake()
  readonly #settings = new SettingsFile(
    join(app.getPath('userData'), 'desktop.json'),
    languageOf(app.getLocale()),
  )
  readonly #notifier = new Notifier({
    switches: () => this.#settings.current.notices,
    texts: () => this.texts,
    focusedRoute: () => this.window.focusedRoute,
    go: (path) => this.#command({ kind: 'go', path }),
  })
  readonly #updates: Updates = new Updates({
    ...updaterFor(process.resourcesPath),
    automatic: () => this.#settings.current.automaticUpdates,
    changed: (view) => {
      this.window.tellUpdates(view)
      this.#drawMenu()
    },
    quit: () => app.quit(),
  })
  readonly #actions: DesktopActions
  readonly #tray: TrayIndicator
  #status = NOTHING_RUNS
  #menuShown = ''

  /** Guards every page before there is one, and shows menu and tray. */
  constructor(actions: DesktopActions) {
    this.#actions = actions
    const consoleUrl = () => this.window.consoleUrl
    guardPages({ consoleUrl, texts: () => this.texts, openPopOut: (id) => this.#openPopOut(id) })
    guardPermissions(consoleUrl)
    guardDownloads(consoleUrl)
    offerScreens(consoleUrl, () => this.texts)
    answerCalls(
      {
        'set-language': guarded('set-language', isLanguage, (language) => this.#change({ language })),
        'set-notices': guarded('set-notices', isNoticeSwitches, (notices) => this.#change({ notices })),
        update: guarded('update', isUpdateAction, (action) => this.#updates.act(action)),
        'set-automatic-updates': guarded('set-automatic-updates', isSwitch, (on) =>
          this.#setAutomaticUpdates(on),
        ),
        // It is shown among its neighbours, never opened.
        'show-file': guarded('show-file', isFileAddress, (address) =>
          shell.showItemInFolder(fileURLToPath(address)),
        ),
      },
      consoleUrl,
    )
    this.#tray = new TrayIndicator({
      openWindow: () => void this.show(),
      openInBrowser: () => actions.openInBrowser(),
      quit: () => app.quit(),
    })
    this.#draw()
    this.#updates.start()
    setInterval(() => {
      if (this.#status !== NOTHING_RUNS) this.#notifier.tell(this.#status)
    }, LOOK_AHEAD_MS).unref()
  }

  get texts(): Texts {
    return TEXTS[this.#settings.current.language]
  }

  /** What the service says of itself. */
  told(status: ServiceStatus): void {
    this.#status = status
    this.#updates.tell(status.onAir.length > 0 ? 'on' : 'off')
    this.#draw()
    this.#notifier.tell(status)
  }

  /** The service is gone, for now or for good: nothing of what was said holds any more. */
  gone(): void {
    this.#status = NOTHING_RUNS
    this.#updates.tell('unknown')
    this.#draw()
  }

  /** Brings the console to the front, wherever it is. */
  async show(): Promise<void> {
    if (!this.window.isOpen) await this.#actions.reopen()
    this.window.focus()
  }

  /** Takes everything from sight while the service ends. */
  leave(): void {
    this.quitGuard.release()
    this.#popOuts.closeAll()
    this.window.hide()
  }

  /** Ends the application, whose service has ended; a new version that it ends for is installed by that. */
  end(): void {
    const failed = ({ message }: Error) => {
      dialog.showErrorBox(this.texts.notInstalled, message)
      app.quit()
    }
    // The new one may start before this one is gone.
    if (this.#updates.install(failed)) app.releaseSingleInstanceLock()
    else app.quit()
  }

  /** They show a console that is not there any more. */
  closePopOuts(): void {
    this.#popOuts.closeAll()
  }

  #setAutomaticUpdates(automaticUpdates: boolean): void {
    this.#settings.change({ automaticUpdates })
    this.#updates.checkIfWanted()
    this.#updates.act('tell')
  }

  #change(change: Partial<DesktopSettings>): void {
    this.#settings.change(change)
    this.#draw()
  }

  #draw(): void {
    const isOnAir = this.#status.onAir.length > 0
    this.#keepAwake.set(isOnAir)
    this.#tray.show(this.#status, this.texts)
    this.#drawMenu()
  }

  /** A menu that is open must not be changed every second. */
  #drawMenu(): void {
    const { language, popOutsOnTop } = this.#settings.current
    const onAir = this.#status.onAir.map(({ channelId, name }) => ({ channelId, name }))
    const update = this.#updates.view.state
    const version = 'version' in update ? update.version : null
    const shown = JSON.stringify([language, popOutsOnTop, onAir, version])
    if (shown === this.#menuShown) return
    this.#menuShown = shown
    const { texts } = this
    const state: MenuState = { texts, language, platform: process.platform, onAir, popOutsOnTop, update }
    const template = menuTemplate(state, {
      command: (command) => this.#command(command),
      openInBrowser: () => this.#actions.openInBrowser(),
      openPopOut: (channelId) => this.#openPopOut(channelId),
      setPopOutsOnTop: (onTop) => {
        this.#popOuts.setOnTop(onTop)
        this.#change({ popOutsOnTop: onTop })
      },
      showConsole: () => void this.show(),
      about: () => app.showAboutPanel(),
      checkForUpdates: () => {
        if (version === null) this.#updates.act('check')
        this.#command({ kind: 'go', path: '/settings?section=about' })
      },
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #command(command: DesktopCommand): void {
    void this.show().then(() => this.window.send(command))
  }

  #openPopOut(channelId: string): void {
    const { consoleUrl } = this.window
    if (consoleUrl !== null) this.#popOuts.open(channelId, consoleUrl, this.#settings.current.popOutsOnTop)
  }
}
