import { EventEmitter } from 'node:events'
import { app, openBrowser } from './app.ts'
import type { Browser, Params } from './devtools.ts'
import { pagesByTarget } from './downloads.ts'
import { answerInvocation, type Invocation } from './ipc-main.ts'
import { DELIVER, INVOKE, OPEN_WINDOW, preloadScripts, windowOpenScript, WORLD } from './preload-world.ts'
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

/** Of `Runtime.executionContextCreated`. */
interface ExecutionContext {
  readonly id: number
  readonly name: string
  readonly auxData: { readonly frameId: string }
}

type WindowOpenHandler = (details: { url: string }) => { action: 'deny' }

/** The page of a window. */
export class WebContents extends EventEmitter {
  readonly #tab: Promise<Tab>
  #address = ''
  /** The preload's world of the page that is shown; null before there is one. */
  #world: number | null = null
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
    app.emit('web-contents-created', {}, this)
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

  /** Reaches the preload's listeners of this page. */
  send(channel: string, ...values: unknown[]): void {
    void this.#deliver(this.#world, { channel, values })
  }

  async destroy(): Promise<void> {
    const tab = await this.#tab.catch(() => undefined)
    if (tab) pagesByTarget.delete(tab.target)
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
    pagesByTarget.set(target, this)
    browser.listen(tab.session, (method, params) => this.#event(tab, method, params))
    await Promise.all([
      send('Page.enable'),
      send('Runtime.enable'),
      send('Runtime.addBinding', { name: OPEN_WINDOW }),
      send('Runtime.addBinding', { name: INVOKE, executionContextName: WORLD }),
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
      case 'Runtime.executionContextCreated':
        return this.#worldMade(tab, params.context as ExecutionContext)
      case 'Runtime.bindingCalled':
        return this.#called(String(params.name), String(params.payload), Number(params.executionContextId))
      case 'Inspector.targetCrashed':
        return void this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
      case 'Fetch.requestPaused':
        return this.#decide(tab, params as unknown as PausedRequest)
    }
  }

  #worldMade(tab: Tab, { id, name, auxData }: ExecutionContext): void {
    if (name === WORLD && auxData.frameId === tab.target) this.#world = id
  }

  #called(name: string, payload: string, world: number): void {
    if (name === OPEN_WINDOW) this.#openHandler({ url: payload })
    if (name !== INVOKE) return
    const event = { sender: this, senderFrame: { url: this.#address, parent: null } }
    void answerInvocation(event, JSON.parse(payload) as Invocation).then((answer) =>
      this.#deliver(world, answer),
    )
  }

  /** Into a world that may be gone by then. */
  async #deliver(world: number | null, message: object): Promise<void> {
    if (world === null) return
    const expression = `${DELIVER}(${JSON.stringify(message)})`
    await this.#send('Runtime.evaluate', { expression, contextId: world }).catch(() => undefined)
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
