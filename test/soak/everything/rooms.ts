/** Clients of the vendor's SDK that join a room, leave it, and come back after a loss. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { Milliseconds } from '../../../service/contract/units.ts'
import type { Random } from '../../fuzz/random.ts'
import { callLive } from '../../support/live-client.ts'
import type { ClientRequest } from '../../webrtc/page/clients.ts'
import { startSite } from '../../webrtc/site.ts'
import type { Site } from '../../webrtc/site.ts'
import type { Invariants } from './invariants.ts'
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
/** From its wish to come, or a loss, until a client is in the room: the SDK gives up a try after 60 s. */
const LONGEST_MS: Milliseconds = 120_000
/** `connect()` of the SDK that has not settled by then never will: its WebSocket ended just behind the offer. */
const HANGS_MS: Milliseconds = 70_000

const HANGS = `connect() had not settled after ${HANGS_MS / 1000} s`

type Client = (typeof CLIENTS)[number]

export class Room {
  readonly #service: KeptService
  readonly #random: Random
  readonly #site: Site
  readonly #pages: ReadonlyMap<Client, Page>
  readonly #channelId: string
  readonly #invariants: Invariants
  readonly #came = new Set<Client>()
  #joins = 0
  #hangs = 0
  #losses = 0
  #longestMs: Milliseconds = 0

  private constructor(
    service: KeptService,
    random: Random,
    site: Site,
    pages: ReadonlyMap<Client, Page>,
    channelId: string,
    invariants: Invariants,
  ) {
    this.#service = service
    this.#random = random
    this.#site = site
    this.#pages = pages
    this.#channelId = channelId
    this.#invariants = invariants
  }

  static async open(
    service: KeptService,
    browser: Browser,
    random: Random,
    event_webhook_url: string,
    invariants: Invariants,
  ): Promise<Room> {
    const site = await startSite()
    const pages = new Map<Client, Page>()
    for (const client of CLIENTS) {
      const page = await browser.newPage()
      await page.goto(site.url)
      await page.waitForFunction(() => 'clients' in window)
      pages.set(client, page)
    }
    const made = await callLive(service.ready, 'Service_20200316.CreateMultistreamChannel', {
      event_webhook_url,
    })
    return new Room(service, random, site, pages, made.channel_id, invariants)
  }

  get channelId(): string {
    return this.#channelId
  }

  /** True once everybody was there. */
  get haveJoined(): boolean {
    return this.#came.size === CLIENTS.length
  }

  async run(isOver: () => boolean): Promise<void> {
    await Promise.all([...this.#pages].map(([client, page]) => this.#comeAndGo(client, page, isOver)))
  }

  async close(): Promise<void> {
    for (const page of this.#pages.values()) await page.close()
    this.#site.close()
  }

  describe(): string {
    const longest = (this.#longestMs / 1000).toFixed(1)
    return `${this.#joins} joins, ${this.#losses} losses, ${this.#hangs} tries that the SDK never ended, at most ${longest} s until there`
  }

  async #comeAndGo(client: Client, page: Page, isOver: () => boolean): Promise<void> {
    const { name } = client
    /** Its page has it, as after a loss or a try that was in vain. */
    let isKnown = false
    let awaySince = performance.now()
    let failure = 'none'
    while (!isOver()) {
      const failed = await this.#join(page, client, isKnown)
      isKnown = failed !== HANGS
      if (failed !== null) {
        failure = failed
        if (failed === HANGS) await this.#reload(page)
        await delay(LOOK_MS)
        continue
      }
      this.#came.add(client)
      this.#joins++
      this.#judge(client, performance.now() - awaySince, failure)
      const lostAt = await this.#stay(page, name, isOver)
      awaySince = lostAt ?? performance.now()
      if (lostAt !== null) this.#losses++
      else {
        await page.evaluate((n) => window.clients.disconnect(n), name)
        if (isOver()) return
        await delay(this.#random.between(...IS_AWAY))
        // As who comes anew does. A page has no more than 500 connections in its life, the closed ones with them.
        await this.#reload(page)
        isKnown = false
        awaySince = performance.now()
      }
    }
    this.#judge(client, performance.now() - awaySince, failure)
  }

  async #reload(page: Page): Promise<void> {
    await page.reload()
    await page.waitForFunction(() => 'clients' in window)
  }

  /** @param failure of its last try that was in vain */
  #judge({ name }: Client, tookMs: Milliseconds, failure: string): void {
    this.#longestMs = Math.max(this.#longestMs, tookMs)
    const fault = `${name} was not there for ${(tookMs / 1000).toFixed(0)} s; last failure: ${failure}`
    this.#invariants.judge('room-again', 1, tookMs > LONGEST_MS ? [fault] : [])
  }

  /** @returns when it was lost; null where it goes by itself */
  async #stay(page: Page, name: string, isOver: () => boolean): Promise<number | null> {
    const ends = () => page.evaluate((n) => window.clients.see(n).disconnects.length, name)
    const before = await ends()
    const leavesAt = performance.now() + this.#random.between(...STAYS)
    while (!isOver() && performance.now() < leavesAt) {
      await delay(LOOK_MS)
      if ((await ends()) > before) return performance.now()
    }
    return null
  }

  /** @returns why it is not there; null where it is */
  async #join(page: Page, { name, role }: Client, isKnown: boolean): Promise<string | null> {
    const request: ClientRequest = {
      ...{ url: this.#service.ready.signaling_url, role, channelId: this.#channelId },
      options: { videoCodecType: 'VP8', videoBitRate: 100 },
      media: { audio: true, video: { width: 160, height: 120, frameRate: 10 } },
    }
    const trying = page.evaluate(
      ([n, text, again]) =>
        again ? window.clients.reconnect(n) : window.clients.open(n, JSON.parse(text) as ClientRequest),
      [name, JSON.stringify(request), isKnown] as const,
    )
    // A page that is loaded again answers no more.
    trying.catch(() => undefined)
    const result = await Promise.race([trying, delay(HANGS_MS, null)])
    if (result === null) {
      this.#hangs++
      return HANGS
    }
    return 'failure' in result ? `${result.failure.name}: ${result.failure.message}` : null
  }
}
