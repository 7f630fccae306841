/** The desktop application: windows on the console of a service that runs in a process of its own. */
import { app, dialog, powerMonitor, shell } from 'electron'
import { join } from 'node:path'
import { EXIT_CODES, type PortMode, type ServiceReady } from '../service/contract/host-protocol.ts'
import { trustOwnService } from './certificates.ts'
import { Desktop } from './desktop.ts'
import { readLaunchOptions, type LaunchOptions } from './launch-options.ts'
import { ServiceHost } from './service-host.ts'
import { languageOf, TEXTS, type Texts } from './texts.ts'

/** How long the application may take to end when whoever started it is gone, milliseconds. */
const ORPHAN_LIMIT_MS = 1500

const APP_ID = 'org.airdesk.Airdesk'

app.enableSandbox()
// Windows shows notices only of an application that it knows by this.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
// Chromium's own files stay out of the service's data folder, which may be the same by default.
app.setPath('userData', join(app.getPath('userData'), 'window'))
if (app.requestSingleInstanceLock()) void app.whenReady().then(run)
else app.quit()

function run(): void {
  const options = launchOptions(TEXTS[languageOf(app.getLocale())])
  if (!options) return app.quit()
  const desktop: Desktop = new Desktop({
    openInBrowser: () => void openInBrowser(service),
    reopen: () => reopen(service, desktop),
  })
  let caFile: string | null = null
  const ready = ({ consoleUrl, entryUrl, caCertFile }: ServiceReady) => {
    caFile = caCertFile
    if (desktop.window.consoleUrl !== consoleUrl) desktop.closePopOuts()
    void desktop.window.show(consoleUrl, entryUrl).catch(reportLoad)
  }
  const service: ServiceHost = new ServiceHost(join(import.meta.dirname, '../service'), {
    ready,
    status: (status) => desktop.told(status),
    gone: () => desktop.gone(),
    failed: (text, exitCode) => {
      desktop.closePopOuts()
      void offerWayOut(desktop.texts, text, exitCode, start)
    },
  })
  const { dataDir } = options
  const start = (ports: PortMode) => service.start({ ports, ...(dataDir === undefined ? {} : { dataDir }) })

  trustOwnService(() => caFile)
  quitInOrder(service, desktop)
  // What the other command line says is not looked at: a second start only shows the first one's window.
  app.on('second-instance', () => void desktop.show())
  app.on('activate', () => void desktop.show())
  start(options.ports)
}

function launchOptions(texts: Texts): LaunchOptions | null {
  try {
    return readLaunchOptions(process.argv)
  } catch (error) {
    dialog.showErrorBox(texts.cannotStart, error instanceof Error ? error.message : String(error))
    return null
  }
}

/** Says why the service could not start; where a port is taken, offers the next free ones. */
async function offerWayOut(
  texts: Texts,
  text: string,
  exitCode: number,
  start: (ports: PortMode) => void,
): Promise<void> {
  const buttons = exitCode === EXIT_CODES.usage ? [texts.useNextPorts, texts.quit] : [texts.quit]
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: texts.cannotStart,
    detail: text,
    buttons,
    defaultId: 0,
    cancelId: buttons.length - 1,
  })
  if (buttons[response] === texts.useNextPorts) start('next')
  else app.quit()
}

/** Lets the operator keep what is on air, and the service end its broadcasts before the application goes. */
function quitInOrder(service: ServiceHost, desktop: Desktop): void {
  let stopped = false
  let stopping: Promise<void> | null = null
  const quitUnasked = () => {
    desktop.quitGuard.release()
    app.quit()
  }
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    if (!desktop.quitGuard.mayEnd()) return
    desktop.leave()
    stopping ??= service.stop().then(() => {
      stopped = true
      desktop.end()
    })
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || stopping) app.quit()
  })
  // The computer goes down: nobody can answer, and the playlists still need their ends.
  powerMonitor.on('shutdown', quitUnasked)
  // So is a wrapper that opened a channel for the application (`npm start`); nothing of it outlives that.
  process.once('disconnect', () => {
    setTimeout(() => app.exit(EXIT_CODES.failed), ORPHAN_LIMIT_MS)
    quitUnasked()
  })
}

/** macOS keeps applications without windows; a click in the dock opens one again. */
async function reopen(service: ServiceHost, { window }: Desktop): Promise<void> {
  if (window.consoleUrl === null) return
  const entryUrl = await service.requestEntry()
  if (entryUrl !== null) await window.show(window.consoleUrl, entryUrl).catch(reportLoad)
}

async function openInBrowser(service: ServiceHost): Promise<void> {
  const entryUrl = await service.requestEntry()
  if (entryUrl !== null) await shell.openExternal(entryUrl)
}

function reportLoad(error: unknown): void {
  // The service died between its answer and the load; its next `ready` loads again. The error's own text
  // holds the address and with it the token.
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  console.warn(`The console could not be loaded: ${code}`)
}
