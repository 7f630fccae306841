import { EventEmitter } from 'node:events'
import { openBrowser } from './app.ts'
import type { Browser, Params } from './devtools.ts'
import { OPEN_WINDOW, preloadScripts, windowOpenScript } from './preload-world.ts'
import { Preventable } from './preventable.ts'
import { session } from './session.ts'

export interface WebPreferences {
  readonly preload?: string
  readonly additionalArguments?: readonly string[]
  readonly sandbox?: boolean
  readonly contextIsolation?: boolean
  readonly nodeIntegration?: boolean
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Tab {
  readonly browser: Browser
  readonly target: string
  readonly session: string
}

/** Parameters of `Fetch.requestPaused`, as far as they are used. */
interface PausedRequest {
  readonly requestId: string
  readonly frameId: string
  readonly redirectedRequestId?: string
  readonly request: { readonly url: string }
}

type WindowOpenHandler = (details: { url: string }) => { action: 'deny' }

/** The page of a window. */
export class WebContents extends EventEmitter {
  readonly #tab: Promise<Tab>
  #address = ''
  /** While the application itself loads an address, which no guard is asked about. */
  #ownLoad = false
  #openHandler: WindowOpenHandler = () => ({ action: 'deny' })

  constructor(size: Size, preferences: WebPreferences) {
    super()
    if (
      preferences.sandbox === false ||
      preferences.contextIsolation === false ||
      preferences.nodeIntegration
    ) {
      throw new Error('the stand-in has only sandboxed, isolated pages without Node')
    }
    this.#tab = this.#open(size, preferences)
    this.#tab.catch(() => undefined)
  }

  getURL(): string {
    return this.#address
  }

  /** @throws Error with `code`, as Electron words it, when the page cannot be loaded */
  async loadURL(address: string): Promise<void> {
    await this.#tab
    this.#ownLoad = true
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve))
    try {
      const { errorText, loaderId } = await this.#send('Page.navigate', { url: address })
      if (typeof errorText === 'string') {
        const code = errorText.replace('net::', '')
        throw Object.assign(new Error(`${code} loading '${address}'`), { code })
      }
      if (loaderId !== undefined) await loaded
    } finally {
      this.#ownLoad = false
    }
  }

  reload(): void {
    this.#ownLoad = true
    this.once('did-finish-load', () => (this.#ownLoad = false))
    void this.#send('Page.reload').catch(() => undefined)
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler
  }

  async destroy(): Promise<void> {
    const tab = await this.#tab.catch(() => undefined)
    tab?.browser.unlisten(tab.session)
    await tab?.browser.send('Target.closeTarget', { targetId: tab.target }).catch(() => undefined)
  }

  async #open(size: Size, preferences: WebPreferences): Promise<Tab> {
    const browser = await openBrowser()
    const created = await browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
    })
    const target = String(created.targetId)
    const attached = await browser.send('Target.attachToTarget', { targetId: target, flatten: true })
    const tab = { browser, target, session: String(attached.sessionId) }
    const send = (method: string, params?: Params) => browser.send(method, params, tab.session)
    browser.listen(tab.session, (method, params) => this.#event(tab, method, params))
    await Promise.all([
      send('Page.enable'),
      send('Runtime.enable'),
      send('Runtime.addBinding', { name: OPEN_WINDOW }),
      send('Page.addScriptToEvaluateOnNewDocument', windowOpenScript),
      send('Inspector.enable'),
      send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
    ])
    const { preload, additionalArguments = [] } = preferences
    for (const script of preload ? preloadScripts(preload, additionalArguments) : []) {
      await send('Page.addScriptToEvaluateOnNewDocument', { ...script })
    }
    return tab
  }

  async #send(method: string, params: Params = {}): Promise<Params> {
    const { browser, session: own } = await this.#tab
    return browser.send(method, params, own)
  }

  #event(tab: Tab, method: string, params: Params): void {
    switch (method) {
      case 'Page.frameNavigated':
        return this.#navigated(tab, params.frame as { url: string; parentId?: string })
      case 'Page.navigatedWithinDocument':
        if (params.frameId === tab.target) this.#address = String(params.url)
        return
      case 'Page.domContentEventFired':
        return void this.emit('dom-ready', {})
      case 'Page.loadEventFired':
        return void this.emit('did-finish-load', {})
      case 'Runtime.bindingCalled':
        if (params.name === OPEN_WINDOW) this.#openHandler({ url: String(params.payload) })
        return
      case 'Inspector.targetCrashed':
        return void this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
      case 'Fetch.requestPaused':
        return this.#decide(tab, params as unknown as PausedRequest)
    }
  }

  #navigated(tab: Tab, frame: { url: string; parentId?: string; urlFragment?: string }): void {
    if (frame.parentId !== undefined) return
    this.#address = frame.url + (frame.urlFragment ?? '')
    // Refused when the page is gone again by then.
    session.defaultSession.applyTo(tab.browser, this, frame.url).catch(() => undefined)
  }

  /** Asks the guards about a document that the page itself wants to go to. */
  #decide(tab: Tab, paused: PausedRequest): void {
    const event = Object.assign(new Preventable(), { url: paused.request.url, isMainFrame: true })
    if (paused.frameId === tab.target) {
      if (paused.redirectedRequestId !== undefined) this.emit('will-redirect', event)
      else if (!this.#ownLoad) this.emit('will-navigate', event)
    }
    const { requestId } = paused
    const answer = event.defaultPrevented
      ? tab.browser.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, tab.session)
      : tab.browser.send('Fetch.continueRequest', { requestId }, tab.session)
    answer.catch(() => undefined)
  }
}
