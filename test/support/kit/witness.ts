/** A viewer who keeps what was served: whatever a playlist named and the origin gave out counts as acknowledged. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fetcher } from '../../../service/kit/fetch.ts'

/** As often as a player with short segments looks. */
const LOOK_EVERY_MS = 250

export interface Witnessed {
  /** `<channel>/<connection>/r<rendition>/<number>.m4s` */
  readonly path: string
  readonly sha256: string
}

/** Loads the media playlists of one channel again and again, and each segment once. */
export class Witness {
  readonly #fetch: ReturnType<typeof fetcher>
  readonly #seen = new Map<string, Witnessed>()
  readonly #looking: Promise<void>
  #isOver = false

  constructor(multivariantUrl: string, caCertFile: string) {
    this.#fetch = fetcher(caCertFile)
    this.#looking = this.#look(multivariantUrl)
  }

  /** In the order in which they were loaded. */
  get segments(): readonly Witnessed[] {
    return [...this.#seen.values()]
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#looking
  }

  async #look(multivariantUrl: string): Promise<void> {
    while (!this.#isOver) {
      for (const playlist of await this.#named(multivariantUrl)) {
        for (const segment of await this.#named(playlist)) await this.#take(segment)
      }
      await delay(LOOK_EVERY_MS)
    }
  }

  /** Addresses that a playlist names; none while it can't be had. */
  async #named(playlist: string): Promise<string[]> {
    const { status, body } = await this.#fetch(playlist).catch(() => NOTHING)
    if (status !== 200) return []
    const lines = body.toString().split('\n')
    return lines.filter((line) => /^[^#\s]/.test(line)).map((uri) => new URL(uri, playlist).href)
  }

  async #take(url: string): Promise<void> {
    if (this.#seen.has(url)) return
    const { status, body } = await this.#fetch(url).catch(() => NOTHING)
    if (status !== 200) return
    const path = new URL(url).pathname.slice(1)
    this.#seen.set(url, { path, sha256: sha256(body) })
  }
}

const NOTHING = { status: 0, body: Buffer.alloc(0) }

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
