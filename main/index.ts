/** The desktop application: one window on the console of a service that runs in a process of its own. */
import { app, dialog, shell } from 'electron'
import { join } from 'node:path'
import { EXIT_CODES, type PortMode } from '../service/contract/host-protocol.ts'
import { readLaunchOptions, type LaunchOptions } from './launch-options.ts'
import { setMenu } from './menu.ts'
import { guardPermissions } from './permissions.ts'
import { ServiceHost } from './service-host.ts'
import { textsFor, type Texts } from './texts.ts'
import { ConsoleWindow } from './window.ts'

app.enableSandbox()
// Chromium's own files stay out of the service's data folder, which may be the same by default.
app.setPath('userData', join(app.getPath('userData'), 'window'))
if (app.requestSingleInstanceLock()) void app.whenReady().then(run)
else app.quit()

function run(): void {
  const texts = textsFor(app.getLocale())
  const options = launchOptions(texts)
  if (!options) return app.quit()
  const window = new ConsoleWindow()
  const service = new ServiceHost(join(import.meta.dirname, '../service'), {
    ready: (info) => void window.show(info.consoleUrl, info.entryUrl).catch(reportLoad),
    failed: (text, exitCode) => void offerWayOut(texts, text, exitCode, start),
  })
  const { dataDir } = options
  const start = (ports: PortMode) => service.start({ ports, ...(dataDir === undefined ? {} : { dataDir }) })

  guardPermissions(() => window.consoleUrl)
  setMenu(texts, { openInBrowser: () => void openInBrowser(service) })
  quitInOrder(service, window)
  app.on('second-instance', () => window.focus())
  app.on('activate', () => void reopen(service, window))
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

/** Lets the service end its broadcasts before the application goes. */
function quitInOrder(service: ServiceHost, window: ConsoleWindow): void {
  let stopped = false
  let stopping: Promise<void> | null = null
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    window.hide()
    stopping ??= service.stop().then(() => {
      stopped = true
      app.quit()
    })
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || stopping) app.quit()
  })
}

/** macOS keeps applications without windows; a click in the dock opens one again. */
async function reopen(service: ServiceHost, window: ConsoleWindow): Promise<void> {
  if (window.isOpen || window.consoleUrl === null) return window.focus()
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
