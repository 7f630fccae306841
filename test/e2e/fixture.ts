/**
 * The console on the real service, signed in. Files share the service of their worker; one that begins with nothing
 * calls {@link startAnew}, one that restarts it or needs arguments of its own has its `own`.
 */
import { spawn } from 'node:child_process'
import { test as base, type Page } from '@playwright/test'
import { makeFlv } from '../support/ffmpeg.ts'
import { startService, type RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

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

export interface EncoderOptions {
  /** Seconds between key frames; 2 unless given. */
  readonly keyFrameSeconds?: number
}

/** Pictures a second. */
export const ENCODER_FPS = 25
/** What {@link small} asks for, so that it is passed through; with seldom key frames it is transcoded. */
const SOURCE = { seconds: 64, size: '640x360', fps: ENCODER_FPS, videoBps: 500_000 } as const

export interface Encoder {
  /** Nothing comes from it until it is resumed. */
  pause(): void
  resume(): void
  /** Ends it as Ctrl+C does, and waits. */
  stop(): Promise<void>
  /** True once it ended, whoever ended it. */
  ended(): boolean
  /** Pictures it has sent; all of them once it has ended. */
  frames(): number
}

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
  console: async ({ page, service, signedIn }, use) => {
    await page.context().addCookies([{ ...signedIn, url: service.ready.console_url }])
    await page.goto(`${service.ready.console_url}/#/channels`)
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
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
  const { console_url, email, password, access_code } = service.ready
  await page.goto(`${console_url}/#/channels`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Access code', { exact: true }).fill(access_code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
}

/**
 * Publishes to an address until it is stopped: what an encoder made before, so that encoding takes no time from
 * what is tested.
 */
export async function startEncoder(
  url: string,
  { keyFrameSeconds = 2 }: EncoderOptions = {},
): Promise<Encoder> {
  const file = await makeFlv({ ...SOURCE, gopSeconds: keyFrameSeconds })
  const child = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1', '-re'],
      ...['-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv', url],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let hasClosed = false
  let progress = ''
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => (progress = `${progress}${text}`.slice(-2000)))
  // After its exit, when all it said is read.
  child.on('close', () => (hasClosed = true))
  const ended = () => hasClosed
  return {
    ended,
    frames: () => Number([...progress.matchAll(/^frame=(\d+)$/gm)].at(-1)?.[1] ?? 0),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      // A paused one does not hear that it is to end.
      child.kill('SIGCONT')
      if (!ended()) child.kill('SIGINT')
      await waitFor(ended, 'the end of ffmpeg')
    },
  }
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

/**
 * Removes what the tests before have left, for tests that begin with nothing; users and settings stay, and what
 * serves is not started anew.
 */
export async function startAnew({
  service,
  signedIn,
}: Pick<WorkerFixtures, 'service' | 'signedIn'>): Promise<void> {
  const list = async (target: string) => (await live(service, target, {})) as unknown as Lists
  for (const channel_id of (await list('Service_20200729.ListChannelIDs')).channel_ids)
    await live(service, 'Service_20180501.DeleteChannel', { channel_id })
  // What was on air, or on its way to a store, is gone a moment later.
  await waitFor(() => reset(service, signedIn), 'the reset')
  for (const kept of (await list('Service_20190205.ListArchiveDestinations')).destinations) {
    const { archive_destination_id } = kept
    const remove = () =>
      live(service, 'Service_20190205.DeleteArchiveDestination', { archive_destination_id })
    await waitFor(remove, 'the end of a destination')
  }
}

/** @throws Error with the answer where it is refused */
async function reset({ ready }: RunningService, { name, value }: WorkerFixtures['signedIn']): Promise<true> {
  const answer = await fetch(`${ready.console_url}/console/api/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: ready.console_url, Cookie: `${name}=${value}` },
    body: JSON.stringify({ kinds: ['chat', 'recordings', 'schedules', 'webhooks', 'catchers'] }),
  })
  if (!answer.ok) throw new Error(`not reset: ${await answer.text()}`)
  return true
}

interface Lists {
  readonly channel_ids: readonly string[]
  readonly destinations: readonly { readonly archive_destination_id: string }[]
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
