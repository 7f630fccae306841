/** A real service with the console open at the control room and at a channel, and what faults are made of. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { CONSOLE_FLAGS, findHeadlessShell } from '../../scripts/lib/chromium.mjs'
import { startEncoder } from '../e2e/encoder.ts'
import type { Encoder } from '../e2e/encoder.ts'
import { showControlRoom, signInBrowser } from '../support/console-page.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { looksOf, watch } from './looks.ts'
import type { Look, Word } from './looks.ts'

export const SIZE = { width: 1440, height: 900 }

/** What passes through, and costs nothing beside what is measured. */
export const PASSED = {
  ...{ durationSeconds: 2, startTimeOffset: -6 },
  video: { width: 640, height: 360, fps: 25, bps: 700_000 },
  audio: { bps: 96_000 },
}
/** What has to be decoded: it is looked and listened to. */
const DECODED = { ...PASSED, video: { ...PASSED.video, width: 320, height: 180 }, audio: { bps: 64_000 } }

interface MadeChannel {
  readonly id: string
  readonly url: string
}

export async function launch(): Promise<Browser> {
  const executablePath = findHeadlessShell()
  return chromium.launch({ args: CONSOLE_FLAGS, ...(executablePath !== undefined && { executablePath }) })
}

/** The room and the channel are pages of one signed-in browser. */
export class Stage {
  service: RunningService
  readonly room: Page
  readonly channel: Page
  /** What is to be stopped with it. */
  readonly atEnd: (() => Promise<unknown>)[] = []
  readonly #browser: Browser
  #bystander: MadeChannel | null = null
  #sender: Encoder | null = null
  readonly #args: readonly string[]

  private constructor(
    parts: Pick<Stage, 'service' | 'room' | 'channel'> & { browser: Browser; args: readonly string[] },
  ) {
    this.service = parts.service
    this.room = parts.room
    this.channel = parts.channel
    this.#browser = parts.browser
    this.#args = parts.args
  }

  /** @param args of the service */
  static async set(args: readonly string[]): Promise<Stage> {
    const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-hour-'))
    const service = await startService({ dataDir, args })
    const browser = await launch()
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-US' })
    const [room, channel] = [await context.newPage(), await context.newPage()]
    await signInBrowser(room, service.ready)
    for (const page of [room, channel]) {
      await showControlRoom(page, service.ready)
      await watch(page)
    }
    return new Stage({ service, room, channel, browser, args })
  }

  async end(): Promise<void> {
    await this.#sender?.stop()
    await this.#browser.close()
    await this.service.stop()
    for (const stop of this.atEnd) await stop()
    await rm(this.service.dataDir, { recursive: true, force: true })
  }

  /** Starts the service again where it was, after it was killed. */
  async startAgain(): Promise<void> {
    const { dataDir, ready } = this.service
    const port = ['--console-port', new URL(ready.console_url).port]
    this.service = await startService({ dataDir, args: [...this.#args, ...port] })
  }

  /** @param further settings of the channel, and of its one rendition */
  async makeChannel(kind: 'passed' | 'decoded', further: { channel?: object; rendition?: object } = {}) {
    const rendition = { ...(kind === 'passed' ? PASSED : DECODED), ...further.rendition }
    const { channel_id: id, ingest_url: url } = await createRtmpChannel(this.service.ready, {
      ...{ hls: [rendition], ...further.channel },
    })
    return { id, url }
  }

  deleteChannel = (id: string) =>
    callLive(this.service.ready, 'Service_20180501.DeleteChannel', { channel_id: id })

  /** Sends what was encoded before, to a channel that passes it on. */
  send = (url: string): Promise<Encoder> => startEncoder(url)

  /** A broadcast that nothing happens to: what is told of it is false. @returns its channel's id */
  async bystander(): Promise<string> {
    this.#bystander ??= await this.makeChannel('passed')
    const { id, url } = this.#bystander
    if (this.#sender === null || this.#sender.ended()) this.#sender = await this.send(url)
    await this.untilFine(id)
    return id
  }

  /** The last that the control room told. */
  async words(): Promise<readonly Word[]> {
    return (await looksOf(this.room)).at(-1)?.words ?? []
  }

  async looks(): Promise<{ readonly room: Look[]; readonly channel: Look[] }> {
    return { room: await looksOf(this.room), channel: await looksOf(this.channel) }
  }

  /** Waits until the control room tells something. */
  async until(holds: (words: readonly Word[]) => boolean, reason: string, timeoutMs = 60_000): Promise<void> {
    await waitFor(async () => holds(await this.words()), reason, timeoutMs)
  }

  async untilFine(channelId: string): Promise<void> {
    await this.until(
      (words) =>
        words.some(({ matter, value, of }) => matter === 'state' && value === 'healthy' && of === channelId),
      'a channel that is fine',
    )
  }

  /** Takes note of all that is over, by the key. */
  async acknowledgeAll(): Promise<void> {
    const over = (words: readonly Word[]) => words.filter(({ value }) => value.endsWith(' over')).length
    if (over(await this.words()) === 0) return
    await this.room.keyboard.press('Shift+A')
    await this.until((words) => over(words) === 0, 'incidents that are taken note of')
  }

  async showChannel(id: string): Promise<void> {
    await this.channel.goto(`${this.service.ready.console_page_url}/#/channels/${id}`)
    await this.channel.getByRole('heading', { level: 1 }).waitFor()
  }
}
