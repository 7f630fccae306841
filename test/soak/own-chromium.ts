import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { ownMegabytes, residentMegabytes, sharedMegabytes } from '../bench/processes.ts'
import { waitFor } from '../support/wait-for.ts'
import { Inspector } from './inspector.ts'

/**
 * Chromium with one page, without Playwright: that lets the page's process keep what it loads, up to 200 MB,
 * for those who ask what came over the network.
 */
export class OwnChromium {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #browser: Inspector
  readonly page: Inspector

  private constructor(child: ChildProcess, folder: string, browser: Inspector, page: Inspector) {
    this.#child = child
    this.#folder = folder
    this.#browser = browser
    this.page = page
  }

  static async start(address: string): Promise<OwnChromium> {
    const folder = await mkdtemp(join(tmpdir(), 'airdesk-chromium-'))
    const child = spawn(
      findChromium() ?? 'chromium',
      [
        ...CHROMIUM_FLAGS,
        '--headless',
        '--disable-dev-shm-usage',
        '--window-size=1440,900',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
        address,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const url = await waitFor(() => /ws:\/\/\S+/.exec(said)?.[0] ?? null, 'the inspector of Chromium')
    const { host } = new URL(url)
    const target = await waitFor(async () => {
      const targets = (await (await fetch(`http://${host}/json/list`)).json()) as Target[]
      return targets.find(({ type, url }) => type === 'page' && url.startsWith('http')) ?? null
    }, 'the page')
    const page = await Inspector.open(target.webSocketDebuggerUrl)
    return new OwnChromium(child, folder, await Inspector.open(url), page)
  }

  /** Runs a function of its own in the page; gives what it gives. */
  async run<T, A extends readonly unknown[]>(task: (...given: A) => T | Promise<T>, ...given: A): Promise<T> {
    const expression = `(${task.toString()})(...${JSON.stringify(given)})`
    const answer = await this.page.ask('Runtime.evaluate', {
      ...{ expression, awaitPromise: true, returnByValue: true, userGesture: true },
    })
    const { result, exceptionDetails } = answer as {
      result: { value: T }
      exceptionDetails?: { text: string }
    }
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result.value
  }

  /** The process that shows the page, MB: what is its own, and what it shares with others. */
  async memory(): Promise<{ readonly own: number; readonly shared: number }> {
    const { processInfo } = (await this.#browser.ask('SystemInfo.getProcessInfo')) as {
      processInfo: { type: string; id: number }[]
    }
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    const [page = 0] = renderers.sort((a, b) => residentMegabytes(b) - residentMegabytes(a))
    return { own: ownMegabytes(page), shared: sharedMegabytes(page) }
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    await this.#browser.ask('Browser.close').catch(() => this.#child.kill('SIGKILL'))
    await ended
    this.page.close()
    this.#browser.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

interface Target {
  readonly type: string
  readonly url: string
  readonly webSocketDebuggerUrl: string
}
