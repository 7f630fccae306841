/**
 * The console on the real service, signed in. Files share the service of their worker, and each begins with nothing but
 * users and settings; one that restarts the service or needs arguments of its own has its `own`.
 */
import { test as base, type Page } from '@playwright/test'
import { startService, type RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { startEncoder, type Encoder, type EncoderOptions } from './encoder.ts'
import { startAnew } from './start-anew.ts'

interface Fixtures {
  /** A signed-in page at the channels. */
  readonly console: Page
  /** Publishes moving bars and a tone to an address until the test ends. */
  readonly encoder: (url: string, options?: EncoderOptions) => Promise<Encoder>
}
interface WorkerFixtures {
  /** A file that names itself here has a service of its own. */
  readonly own: string
  /** Further command line arguments of that service. */
  readonly serviceArgs: readonly string[]
  readonly service: RunningService
  /** The cookie of a session, so that not every test has to fill in the form. */
  readonly signedIn: { readonly name: string; readonly value: string }
}

/** Whose tests began last on a service. */
const fileOf = new WeakMap<RunningService, string>()

export const test = base.extend<Fixtures, WorkerFixtures>({
  own: ['', { option: true, scope: 'worker' }],
  serviceArgs: [[], { option: true, scope: 'worker' }],
  service: [
    async ({ own: _, serviceArgs: args }, use) => {
      const service = await startService({ args })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  signedIn: [async ({ service }, use) => use(await signInByCall(service)), { scope: 'worker' }],
  console: async ({ page, service, signedIn }, use, { file }) => {
    const before = fileOf.get(service) ?? file
    if (before !== file) await startAnew(service, signedIn)
    fileOf.set(service, file)
    const { console_url, console_page_url } = service.ready
    // The page's, and that of calls which a test makes beside it.
    const cookies = [console_page_url, console_url].map((url) => ({ ...signedIn, url }))
    await page.context().addCookies(cookies)
    await page.goto(`${console_page_url}/#/channels`)
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
    await drawn(page)
    await use(page)
  },
  encoder: async ({}, use) => {
    const running: Encoder[] = []
    await use(async (url, options) => {
      const encoder = await startEncoder(url, options)
      running.push(encoder)
      return encoder
    })
    await Promise.all(running.map((encoder) => encoder.stop()))
  },
})
export { expect } from '@playwright/test'

/** Lets the page draw twice, with all effects: from then on it hears the keys that what is shown is for. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  })

/** Reads from the console's API as the page does. @param path behind `/console/api/` */
export const read = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (at) => (await (await fetch(`/console/api/${at}`)).json()) as T, path)

/** What the clipboard has, asked for anew with each call: what a press copies comes a little later. */
export const clipboardOf = (page: Page) => (): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText())

/** The link that the service prints, just after it is ready; it opens once. */
export const entryLink = (service: RunningService): Promise<string> =>
  waitFor(() => /http:\S+#entry=\S+/.exec(service.output())?.[0], 'the link that the service prints')

async function signInByCall({ ready }: RunningService): Promise<WorkerFixtures['signedIn']> {
  const { console_url: origin, email, password, access_code } = ready
  const response = await fetch(`${origin}/console/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ email, password, access_code }),
  })
  const [name, value] = response.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? []
  if (name === undefined || value === undefined) throw new Error(`not signed in: ${response.status}`)
  return { name, value }
}

export async function signInByForm(page: Page, service: RunningService): Promise<void> {
  const { console_page_url, email, password, access_code } = service.ready
  await page.goto(`${console_page_url}/#/channels`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Access code', { exact: true }).fill(access_code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
}

/** Calls the live API as an application would. */
export async function live(
  service: RunningService,
  target: string,
  body: object,
): Promise<Record<string, string>> {
  const response = await fetch(`${service.ready.live_base_url}/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Sfu-Target': target,
      Authorization: `Bearer ${service.ready.access_token}`,
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(`${target}: ${JSON.stringify(answer)}`)
  return answer
}

export const small = {
  hls: [
    {
      durationSeconds: 2,
      startTimeOffset: -6,
      video: { width: 640, height: 360, fps: 25, bps: 700_000 },
      audio: { bps: 96_000 },
    },
  ],
}

/** Makes a channel by the live API and gives its id and publishing address. */
export async function makeChannel(
  service: RunningService,
  body: object = small,
): Promise<{ id: string; url: string }> {
  const made = await live(service, 'Service_20250901.CreateRTMPChannel', body)
  return { id: made['channel_id'] ?? '', url: made['ingest_url'] ?? '' }
}

/** Where the preview's video is, in seconds. */
export const videoTime = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0))
