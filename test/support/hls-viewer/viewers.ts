/** Viewers in Chromium, as they are on a page of somebody's: hls.js over HTTP/2. */
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import type { HlsConfig } from 'hls.js'
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/lib/chromium.mjs'
import { clockPlace } from '../../../service/media/test-picture/clock.ts'
import { GLYPH_HEIGHT } from '../../../service/media/test-picture/glyphs.ts'
import { readClock, sinceShown, TEST_PICTURE_SIZE } from '../burnt-clock.ts'
import type { Crop, Look, ViewerRequest, Watched } from './page.ts'
import type { ViewerSite } from './site.ts'

/** What the console's own player has, of what makes a difference here. */
const CONFIG: Partial<HlsConfig> = {
  enableWorker: true,
  lowLatencyMode: true,
  maxLiveSyncPlaybackRate: 1.1,
}
const LOOK_EVERY_MS = 500
const FORM = '00:00:00.000'

/** Where the test picture's clock is. */
function clockCrop(): Crop {
  const { scale, box, y } = clockPlace(TEST_PICTURE_SIZE, FORM)
  return { x: box.x, y, width: box.width, height: GLYPH_HEIGHT * scale + scale }
}

export class Viewers {
  readonly #browser: Browser
  readonly #page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  static async start(site: ViewerSite): Promise<Viewers> {
    const executablePath = findChromium()
    const browser = await chromium.launch({
      args: [...CHROMIUM_FLAGS, '--ignore-certificate-errors'],
      ...(executablePath !== undefined && { executablePath }),
    })
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.goto(site.url)
    await page.waitForFunction(() => 'viewers' in window)
    return new Viewers(browser, page)
  }

  /** @param looks whether the clock in the picture is looked at */
  async open(name: string, url: string, { looks }: { readonly looks: boolean }): Promise<void> {
    const picture = looks ? { ...TEST_PICTURE_SIZE, crop: clockCrop() } : null
    const request: ViewerRequest = { url, config: CONFIG, picture, everyMs: LOOK_EVERY_MS }
    await this.#page.evaluate(([who, what]) => window.viewers.open(who, JSON.parse(what) as ViewerRequest), [
      name,
      JSON.stringify(request),
    ] as const)
  }

  /** What it saw since it was asked last. @throws Error for a viewer who is not there */
  async take(name: string): Promise<Watched> {
    const watched = await this.#page.evaluate((who) => window.viewers.take(who), name)
    if (!watched) throw new Error(`no viewer ${name}`)
    return watched
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}

/** How long ago what was shown happened, by the clock in it, ms. */
export function ageOf({ at, pixels }: Look): number {
  const { width, height } = TEST_PICTURE_SIZE
  const crop = clockCrop()
  const luma = new Uint8Array(width * height)
  for (let row = 0; row < crop.height; row++)
    for (let column = 0; column < crop.width; column++)
      luma[(crop.y + row) * width + crop.x + column] = pixels.charCodeAt(row * crop.width + column)
  return sinceShown(readClock({ width, height, luma }), at)
}
