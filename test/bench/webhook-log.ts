/**
 * The console's log of 100,000 webhooks in Chromium, on the real service, against a plain HTML table of as
 * many rows in the same browser: until its first rows are painted, and frames while it is scrolled.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { startService, type Ready } from '../support/service.ts'
import { fillWebhooks } from './many-webhooks.ts'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { Row } from './rows.ts'

const ROWS = 100_000
/** Pixels a frame: some 7,000 a second, as fast as a wheel is turned. */
const STEP = 120

interface Looked {
  /** ms from the navigation until rows are painted. */
  readonly firstPaint: number
  /** Frames a second while it is scrolled. */
  readonly frames: number
  /** The longest time between two of them, ms. */
  readonly longest: number
}

export async function compareLogs(options: { rounds: number; seconds: number }): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-bench-'))
  await (await startService({ dataDir })).stop()
  fillWebhooks(dataDir, ROWS)
  const service = await startService({ dataDir })
  const table = await servePlainTable()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    // As an operator has it: without the checks of answers that a page makes where a program drives it.
    args: [...CHROMIUM_FLAGS, '--disable-blink-features=AutomationControlled'],
    ...(executablePath !== undefined && { executablePath }),
  })
  try {
    const log = `${service.ready.console_url}/#/webhooks`
    const ours: Looked[] = []
    const theirs: Looked[] = []
    for (let round = 0; round <= options.rounds; round++) {
      const their = await lookAt(browser, table.url, 'html', options.seconds)
      const our = await lookAt(
        browser,
        log,
        '[role=grid] [role=presentation]',
        options.seconds,
        service.ready,
      )
      console.log(`  round ${round}: ours ${JSON.stringify(our)}, theirs ${JSON.stringify(their)}`)
      // The first one warms both up.
      if (round > 0) {
        ours.push(our)
        theirs.push(their)
      }
    }
    return rowsOf(ours, theirs)
  } finally {
    await browser.close()
    table.close()
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function rowsOf(ours: readonly Looked[], theirs: readonly Looked[]): Row[] {
  const row = (what: string, of: (looked: Looked) => number, digits: number, target: string): Row => {
    const [our, their] = [ours.map(of), theirs.map(of)]
    const ratio = (median(our) / median(their)).toFixed(2)
    return [what, spread(our, digits), `plain table: ${spread(their, digits)}`, ratio, target]
  }
  return [
    row('100,000 webhooks, first rows painted, ms', ({ firstPaint }) => firstPaint, 0, '≤ 1000'),
    row('100,000 webhooks scrolled, frames/s', ({ frames }) => frames, 1, '≥ 55'),
    row('100,000 webhooks scrolled, longest frame, ms', ({ longest }) => longest, 0, ''),
  ]
}

async function lookAt(
  browser: Browser,
  url: string,
  scroller: string,
  seconds: number,
  ready?: Ready,
): Promise<Looked> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (ready) await signIn(context.request, ready)
    const page = await context.newPage()
    await page.addInitScript(notePaint)
    await page.goto(url, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(() => document.documentElement.dataset['painted'], null, {
      timeout: 120_000,
    })
    const firstPaint = Number(await painted.jsonValue())
    await page.waitForLoadState('load')
    return { firstPaint, ...(await scroll(page, scroller, seconds)) }
  } finally {
    await context.close()
  }
}

async function signIn(request: Page['request'], ready: Ready): Promise<void> {
  const { console_url: origin, email, password, access_code } = ready
  await request.post(`${origin}/console/api/login`, {
    headers: { Origin: origin },
    data: { email, password, access_code },
  })
}

/** Notes when the first frame with a row was on screen, ms after the navigation. Runs in the page. */
function notePaint(): void {
  const look = () => {
    // Its head is a row too.
    if (document.querySelectorAll('[role=row], tr').length < 3) requestAnimationFrame(look)
    else
      requestAnimationFrame(() => (document.documentElement.dataset['painted'] = String(performance.now())))
  }
  requestAnimationFrame(look)
}

/** Scrolls on with each frame. */
const scroll = (page: Page, scroller: string, seconds: number): Promise<Omit<Looked, 'firstPaint'>> =>
  page.evaluate(
    ({ scroller, ms, step }) =>
      new Promise((resolve) => {
        const element = document.querySelector(scroller)
        let [frames, longest, first, last] = [0, 0, 0, 0]
        const next = (now: number) => {
          if (last === 0) first = now
          else longest = Math.max(longest, now - last)
          last = now
          if (now - first >= ms) return resolve({ frames: (frames * 1000) / (now - first), longest })
          frames++
          element?.scrollBy(0, step)
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    { scroller, ms: seconds * 1000, step: STEP },
  )

/** As many rows of the same words, without a script. */
async function servePlainTable(): Promise<{ readonly url: string; readonly close: () => void }> {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const cells = [
      `12:00:${i}`,
      'connection.created',
      `http://127.0.0.1:9/hooks/${i % 7}`,
      '200 OK',
      'A channel',
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const html = `<!doctype html><title>Webhooks</title><table>${rows.join('\n')}</table>`
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  }
}
