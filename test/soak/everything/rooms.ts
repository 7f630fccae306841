/** Clients of the vendor's SDK that join a room, leave it, and come back after a loss. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { Milliseconds } from '../../../service/contract/units.ts'
import type { Random } from '../../fuzz/random.ts'
import { callLive } from '../../support/live-client.ts'
import type { ClientRequest } from '../../webrtc/page/clients.ts'
import { startSite } from '../../webrtc/site.ts'
import type { Site } from '../../webrtc/site.ts'
import type { KeptService } from './kept-service.ts'

const CLIENTS = [
  { name: 'first', role: 'sendrecv' },
  { name: 'second', role: 'sendrecv' },
  { name: 'third', role: 'recvonly' },
] as const satisfies readonly { name: string; role: ClientRequest['role'] }[]
/** Milliseconds. */
const STAYS = [8_000, 40_000] as const
const IS_AWAY = [500, 4_000] as const
const LOOK_MS = 500

export class Room {
  readonly #service: KeptService
  readonly #random: Random
  readonly #site: Site
  readonly #page: Page
  readonly #channelId: string
  readonly #known = new Set<string>()
  #joins = 0
  #losses = 0
  /** From a loss until the client was back: the longest. */
  #longestMs: Milliseconds = 0

  private constructor(service: KeptService, random: Random, site: Site, page: Page, channelId: string) {
    this.#service = service
    this.#random = random
    this.#site = site
    this.#page = page
    this.#channelId = channelId
  }

  static async open(
    service: KeptService,
    browser: Browser,
    random: Random,
    event_webhook_url: string,
  ): Promise<Room> {
    const site = await startSite()
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.waitForFunction(() => 'clients' in window)
    const made = await callLive(service.ready, 'Service_20200316.CreateMultistreamChannel', {
      event_webhook_url,
    })
    return new Room(service, random, site, page, made.channel_id)
  }

  get channelId(): string {
    return this.#channelId
  }

  /** True once everybody was there. */
  get haveJoined(): boolean {
    return this.#known.size === CLIENTS.length
  }

  async run(isOver: () => boolean): Promise<void> {
    await Promise.all(CLIENTS.map(({ name, role }) => this.#comeAndGo(name, role, isOver)))
  }

  async close(): Promise<void> {
    await this.#page.close()
    this.#site.close()
  }

  describe(): string {
    return `${this.#joins} joins, ${this.#losses} losses, at most ${(this.#longestMs / 1000).toFixed(1)} s until back`
  }

  async #comeAndGo(name: string, role: ClientRequest['role'], isOver: () => boolean): Promise<void> {
    let lostAt: number | null = null
    while (!isOver()) {
      if (!(await this.#join(name, role))) {
        await delay(LOOK_MS)
        continue
      }
      if (lostAt !== null) this.#longestMs = Math.max(this.#longestMs, performance.now() - lostAt)
      lostAt = await this.#stay(name, isOver)
      if (lostAt !== null) this.#losses++
      else {
        await this.#page.evaluate((n) => window.clients.disconnect(n), name)
        if (!isOver()) await delay(this.#random.between(...IS_AWAY))
      }
    }
  }

  /** @returns when it was lost; null where it goes by itself */
  async #stay(name: string, isOver: () => boolean): Promise<number | null> {
    const ends = () => this.#page.evaluate((n) => window.clients.see(n).disconnects.length, name)
    const before = await ends()
    const leavesAt = performance.now() + this.#random.between(...STAYS)
    while (!isOver() && performance.now() < leavesAt) {
      await delay(LOOK_MS)
      if ((await ends()) > before) return performance.now()
    }
    return null
  }

  async #join(name: string, role: ClientRequest['role']): Promise<boolean> {
    const request: ClientRequest = {
      ...{ url: this.#service.ready.signaling_url, role, channelId: this.#channelId },
      options: { videoCodecType: 'VP8', videoBitRate: 100 },
      media: { audio: true, video: { width: 160, height: 120, frameRate: 10 } },
    }
    const isKnown = this.#known.has(name)
    const result = await this.#page.evaluate(
      ([n, text, again]) =>
        again ? window.clients.reconnect(n) : window.clients.open(n, JSON.parse(text) as ClientRequest),
      [name, JSON.stringify(request), isKnown] as const,
    )
    if ('failure' in result) return false
    this.#known.add(name)
    this.#joins++
    return true
  }
}
