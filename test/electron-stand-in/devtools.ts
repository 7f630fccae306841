import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'

type Listener = (method: string, params: Params) => void
export type Params = Record<string, unknown>

interface Answer {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Params
  readonly result?: Params
  readonly error?: { readonly message: string }
}

interface Pending {
  resolve(result: Params): void
  reject(error: Error): void
}

/** One Chromium and the DevTools connection to it. */
export class Browser {
  readonly endpoint: string
  readonly process: ChildProcess
  readonly #socket: WebSocket
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Map<string, Listener>()
  #lastId = 0

  private constructor(process: ChildProcess, endpoint: string, socket: WebSocket) {
    this.process = process
    this.endpoint = endpoint
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Answer))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('the browser is closed'))
      this.#pending.clear()
    })
  }

  /**
   * @param profile folder for Chromium's own data
   * @param switches further flags, with their dashes
   * @throws Error when there is no Chromium or it ends at once
   */
  static async open(profile: string, switches: readonly string[]): Promise<Browser> {
    const executable = findChromium()
    if (!executable) throw new Error('no Chromium found; name one by CHROMIUM_PATH')
    mkdirSync(profile, { recursive: true })
    const flags = [
      '--remote-debugging-port=0',
      // Chromium ends when this pipe does: no window outlives the application, as in Electron.
      '--remote-debugging-pipe',
      '--headless=new',
      '--no-startup-window',
      `--user-data-dir=${profile}`,
    ]
    const child = spawn(executable, [...flags, ...CHROMIUM_FLAGS, ...switches], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    const endpoint = await endpointOf(child)
    const socket = new WebSocket(endpoint)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', () => reject(new Error('no DevTools connection')), { once: true })
    })
    return new Browser(child, endpoint, socket)
  }

  /**
   * Sends one DevTools command.
   * @param session of a tab; the browser itself when absent
   * @throws Error when the command fails or the browser is closed
   */
  send(method: string, params: Params = {}, session?: string): Promise<Params> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('the browser is closed'))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) })
      this.#socket.send(JSON.stringify({ id, method, params, ...(session ? { sessionId: session } : {}) }))
    })
  }

  /** @param session of a tab; the browser's own events when empty */
  listen(session: string, listener: Listener): void {
    this.#listeners.set(session, listener)
  }

  unlisten(session: string): void {
    this.#listeners.delete(session)
  }

  async close(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const gone = once(this.process, 'exit')
    this.send('Browser.close').catch(() => undefined)
    const deadline = setTimeout(() => this.process.kill('SIGKILL'), 3000)
    await gone
    clearTimeout(deadline)
  }

  #receive(answer: Answer): void {
    if (answer.id === undefined) {
      this.#listeners.get(answer.sessionId ?? '')?.(answer.method ?? '', answer.params ?? {})
      return
    }
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.error) pending?.reject(new Error(answer.error.message))
    else pending?.resolve(answer.result ?? {})
  }
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const endpoint = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (endpoint) resolve(endpoint)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${text.slice(-400)}`)))
  })
}
