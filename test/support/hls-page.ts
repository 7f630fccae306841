/** A page that plays HLS by hls.js in Chromium, and what it noticed of it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import type { Seconds } from '../../service/contract/units.ts'
import { startEndpoint } from './http-endpoint.ts'

const executablePath = findChromium()

/** Why there is no browser; undefined where there is. */
export const chromiumMissing = executablePath ? undefined : 'Chromium is missing'

/** What the page saw since it began to play. */
export interface PageSeen {
  readonly currentTime: Seconds
  /** Ranges that can be played, of all that it has loaded. */
  readonly buffered: readonly (readonly [from: Seconds, to: Seconds])[]
  /** It had nothing to show. */
  readonly stalls: number
  /** It went elsewhere in the timeline. */
  readonly seeks: number
  /** What hls.js told of, as `<details>`, those that ended it as `fatal <details>`. */
  readonly errors: readonly string[]
}

export interface HlsPage {
  seen(): Promise<PageSeen>
  close(): Promise<void>
}

/** Resolves when it plays. @throws Error when it does not within half a minute */
export async function openHlsPage(url: string): Promise<HlsPage> {
  const script = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js')
  const site = await startEndpoint((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><video muted></video><script>${readFileSync(script, 'utf8')}</script>`)
  })
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: CHROMIUM_FLAGS,
  })
  const close = async () => {
    await browser.close()
    await site.close()
  }
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const page = await context.newPage()
    await page.goto(site.url)
    await page.evaluate(play, url)
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1, null, {
      timeout: 30_000,
    })
    await page.evaluate(() => window.seen?.begin())
    return { seen: () => see(page), close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Notes {
  stalls: number
  seeks: number
  errors: string[]
  begin(): void
}

interface LoadedHls {
  loadSource(url: string): void
  attachMedia(video: HTMLVideoElement): void
  on(event: 'hlsError', listener: (event: string, data: { details: string; fatal: boolean }) => void): void
}

declare global {
  interface Window {
    seen?: Notes
    Hls?: new (options: object) => LoadedHls
  }
}

/** Runs in the page. */
function play(url: string): void {
  const video = document.querySelector('video')
  if (!video || !window.Hls) return
  const notes: Notes = {
    ...{ stalls: 0, seeks: 0, errors: [] },
    begin() {
      notes.stalls = notes.seeks = 0
      notes.errors = []
    },
  }
  window.seen = notes
  video.addEventListener('waiting', () => (notes.stalls += 1))
  video.addEventListener('seeking', () => (notes.seeks += 1))
  const hls = new window.Hls({ liveSyncDurationCount: 3, backBufferLength: 600 })
  hls.on('hlsError', (_event, { details, fatal }) => notes.errors.push(fatal ? `fatal ${details}` : details))
  hls.loadSource(url)
  hls.attachMedia(video)
  void video.play()
}

function see(page: Page): Promise<PageSeen> {
  return page.evaluate(() => {
    const video = document.querySelector('video')
    const { stalls = 0, seeks = 0, errors = [] } = window.seen ?? {}
    const ranges = video?.buffered
    const buffered = Array.from(
      { length: ranges?.length ?? 0 },
      (_, i) => [ranges?.start(i) ?? 0, ranges?.end(i) ?? 0] as const,
    )
    return { currentTime: video?.currentTime ?? 0, buffered, stalls, seeks, errors }
  })
}
