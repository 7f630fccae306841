/** A console that stays open at the control room, signed in, whatever becomes of the service. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { Milliseconds } from '../../../service/contract/units.ts'
import { showControlRoom, signInBrowser } from '../../support/console-page.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { OnAir } from './channels.ts'
import type { Invariants } from './invariants.ts'
import type { KeptService } from './kept-service.ts'

const LOOK_MS = 500
/** From the readiness of the service: the console tries to reach it each few seconds. */
const LONGEST_MS: Milliseconds = 30_000
/** A limit for broken code. */
const PATIENCE_MS = 120_000

export class OpenConsole {
  readonly #service: KeptService
  readonly #page: Page
  readonly #invariants: Invariants
  /** Since when it is not live; null while it is. */
  #lostAt: number | null = null
  #isTold = false
  #losses = 0
  #longestMs: Milliseconds = 0

  private constructor(service: KeptService, page: Page, invariants: Invariants) {
    this.#service = service
    this.#page = page
    this.#invariants = invariants
  }

  static async open(service: KeptService, browser: Browser, invariants: Invariants): Promise<OpenConsole> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    const page = await context.newPage()
    await signInBrowser(page, service.ready)
    await showControlRoom(page, service.ready)
    return new OpenConsole(service, page, invariants)
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#note(await this.#isLive())
      await delay(LOOK_MS)
    }
  }

  /** Waits until the control room tells that all these have viewers' pictures, with findings or without. */
  async untilOnAir(channels: readonly OnAir[]): Promise<void> {
    const areOnAir = () =>
      this.#page.evaluate(
        (ids) =>
          ids.every((id) =>
            [...document.querySelectorAll<HTMLElement>(`[data-told="state"][data-of="${id}"]`)].some(
              ({ dataset }) => ['healthy', 'findings'].includes(dataset['value'] ?? ''),
            ),
          ),
        channels.map(({ id }) => id),
      )
    this.#invariants.looked('console-live')
    await waitFor(areOnAir, 'the channels in the control room', PATIENCE_MS).catch(async () => {
      const said = await this.#page.evaluate(() => document.body.innerText.slice(0, 1500))
      this.#invariants.broke('console-live', `it does not tell that all channels are on air: ${said}`)
    })
  }

  describe(): string {
    return `${this.#losses} times without contact, at most ${(this.#longestMs / 1000).toFixed(1)} s from the readiness of the service until it was live`
  }

  /** Signed in, and in contact. */
  #isLive(): Promise<boolean> {
    return this.#page.evaluate(
      () =>
        document.querySelector('footer[data-pane="status"]') !== null &&
        document.querySelector('[data-told="contact"]') === null,
    )
  }

  #note(isLive: boolean): void {
    const { readySince } = this.#service
    const now = Date.now()
    if (!isLive && this.#lostAt === null) {
      this.#lostAt = now
      this.#losses++
    }
    if (this.#lostAt === null || readySince === null) return
    const ms = now - Math.max(this.#lostAt, readySince)
    this.#longestMs = Math.max(this.#longestMs, ms)
    if (ms > LONGEST_MS && !this.#isTold) {
      this.#isTold = true
      this.#invariants.broke('console-live', `not for ${ms} ms`)
    }
    if (!isLive) return
    this.#invariants.looked('console-live')
    this.#lostAt = null
    this.#isTold = false
  }
}
