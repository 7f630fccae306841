import { app, dialog, shell, type WebContents } from 'electron'
import { externalAddress, isConsoleAddress, popOutChannel } from './navigation.ts'
import type { Texts } from './texts.ts'

export interface PageRules {
  /** Asked each time, for it changes with the service's port; null before the first. */
  consoleUrl(): string | null
  texts(): Texts
  openPopOut(channelId: string): void
}

/** Guards every page of the application, whoever makes it and whenever. Called before there is one. */
export function guardPages(rules: PageRules): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, rules))
}

function guard(contents: WebContents, rules: PageRules): void {
  const refuseForeign = (event: { url: string; preventDefault(): void }) => {
    if (!isConsoleAddress(event.url, rules.consoleUrl())) event.preventDefault()
  }
  contents.on('will-navigate', refuseForeign)
  contents.on('will-redirect', refuseForeign)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const channelId = popOutChannel(url, rules.consoleUrl())
    if (channelId !== null) rules.openPopOut(channelId)
    else void openOutside(url, rules.texts())
    return { action: 'deny' }
  })
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') contents.reload()
  })
}

/** Addresses that wait for their answer: a page cannot pile up questions. */
const asking = new Set<string>()

/** Opens an https address in the system's browser, when the operator says so. */
async function openOutside(url: string, texts: Texts): Promise<void> {
  const address = externalAddress(url)
  if (address === null || asking.size > 0) return
  asking.add(address)
  try {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: texts.openOutside,
      detail: address,
      buttons: [texts.open, texts.cancel],
      defaultId: 0,
      cancelId: 1,
    })
    if (response === 0) await shell.openExternal(address)
  } finally {
    asking.delete(address)
  }
}
