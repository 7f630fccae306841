import type { Milliseconds } from '../../contract/units.ts'
import { waitUntil } from '../wait.ts'
import { fetcher } from '../fetch.ts'
import type { Fetch } from '../fetch.ts'
import { demandKnown } from '../known-options.ts'
import type { NamesOf } from '../known-options.ts'
import { decrypt, readMedia } from './media.ts'
import type { MediaFacts } from './media.ts'
import { isMultivariant, readMediaPlaylist, readVariants } from './playlist.ts'
import type { ListedSegment, MediaPlaylist, Variant } from './playlist.ts'

const PATIENCE: Milliseconds = 60_000

export interface PlayOptions {
  /** How many segments there have to be. Default: 1. */
  readonly segments?: number
  /** Which line of the multivariant playlist, from 0. Default: the first. */
  readonly variant?: number
  /** Default: 60,000. */
  readonly timeoutMs?: Milliseconds
  /**
   * Gives the 16 bytes of a key, by the address that the playlist names. Default: the live API's `GetEncryptKey`
   * for the `kid` in the address.
   */
  readonly key?: (uri: string) => Promise<Uint8Array> | Uint8Array
}

const OPTIONS: NamesOf<PlayOptions> = { segments: true, variant: true, timeoutMs: true, key: true }

/** A segment as a player has it, decrypted. */
export interface Segment extends ListedSegment, MediaFacts {
  /** Fragmented MP4, with what comes before it. */
  readonly data: Uint8Array
}

/** What a player has of a channel. */
export interface Playback {
  readonly variants: readonly Variant[]
  /** Whose segments are loaded. */
  readonly variant: Variant | null
  /** Those that were listed, oldest first; `next` adds to them. */
  readonly segments: readonly Segment[]
  /** The media playlist as it was read last. */
  readonly playlist: MediaPlaylist
  /** Waits for further segments and gives them; fewer where the playlist ends. @throws WaitError */
  next(count?: number): Promise<readonly Segment[]>
  /** Loads what comes until the playlist ends, and gives all segments. @throws WaitError */
  untilEnd(): Promise<readonly Segment[]>
}

export interface PlayParts {
  readonly caCertFile: string
  /** The 16 bytes of a key of the service, by the address in the playlist. */
  readonly key: (uri: string) => Promise<Uint8Array>
}

/** Waits until a playlist can be played, and loads its segments. */
export type Play = (url: string, options?: PlayOptions) => Promise<Playback>

export function player({ caCertFile, key }: PlayParts): Play {
  return async (url, options = {}) => {
    demandKnown('play', options, OPTIONS)
    const patient = { timeoutMs: PATIENCE, key, ...options }
    const player = new Player(url, fetcher(caCertFile), patient)
    await player.open(options.variant ?? 0)
    await player.next(options.segments ?? 1)
    return player
  }
}

class Player implements Playback {
  readonly #url: string
  readonly #fetch: Fetch
  readonly #options: Required<Pick<PlayOptions, 'timeoutMs' | 'key'>>
  readonly #loaded: Segment[] = []
  #variants: readonly Variant[] = []
  #variant: Variant | null = null
  #playlist: MediaPlaylist = { url: '', text: '', targetDurationSeconds: 0, ended: false, segments: [] }
  #seen = 'Nothing answered.'

  constructor(url: string, fetch: Fetch, options: Required<Pick<PlayOptions, 'timeoutMs' | 'key'>>) {
    this.#url = url
    this.#fetch = fetch
    this.#options = options
  }

  get variants(): readonly Variant[] {
    return this.#variants
  }

  get variant(): Variant | null {
    return this.#variant
  }

  get segments(): readonly Segment[] {
    return this.#loaded
  }

  get playlist(): MediaPlaylist {
    return this.#playlist
  }

  /** @param at which line of the multivariant playlist */
  async open(at: number): Promise<void> {
    const text = await this.#waitFor('playlist', () => this.#text(this.#url))
    if (!isMultivariant(text)) return
    this.#variants = readVariants(text, this.#url)
    this.#variant = this.#variants[at] ?? null
    if (!this.#variant) throw new Error(`${this.#url} has no variant ${at}.`)
  }

  async next(count = 1): Promise<readonly Segment[]> {
    const before = this.#loaded.length
    await this.#waitFor(`${count} segments`, async () => {
      await this.#read()
      return this.#loaded.length >= before + count || this.#playlist.ended ? true : undefined
    })
    return this.#loaded.slice(before)
  }

  async untilEnd(): Promise<readonly Segment[]> {
    await this.#waitFor('end of the playlist', async () => {
      await this.#read()
      return this.#playlist.ended ? true : undefined
    })
    return this.#loaded
  }

  /** Takes up what is listed and not loaded yet. */
  async #read(): Promise<void> {
    const url = this.#variant?.url ?? this.#url
    const text = await this.#text(url)
    if (text === undefined) return
    this.#playlist = readMediaPlaylist(text, url)
    const known = new Set(this.#loaded.map((segment) => segment.url))
    for (const listed of this.#playlist.segments) {
      if (!known.has(listed.url)) this.#loaded.push(await this.#load(listed))
    }
    this.#seen = `${url} has ${this.#loaded.length} segments.`
  }

  async #load(listed: ListedSegment): Promise<Segment> {
    const bytes = await this.#bytes(listed.url)
    const key = listed.key && (await this.#options.key(listed.key.uri))
    const clear = key ? decrypt(bytes, key, listed.key.iv, listed.sequence) : bytes
    const init = listed.initUrl === null ? [] : [await this.#bytes(listed.initUrl)]
    const data = Buffer.concat([...init, clear])
    return { ...listed, ...(await readMedia(data)), data }
  }

  async #bytes(url: string): Promise<Buffer> {
    const { status, body } = await this.#fetch(url)
    if (status !== 200) throw new Error(`${url} answered with status ${status}.`)
    return body
  }

  /** Undefined where it is not there yet. */
  async #text(url: string): Promise<string | undefined> {
    const { status, body } = await this.#fetch(url)
    this.#seen = `${url} answers with status ${status}.`
    return status === 200 ? body.toString() : undefined
  }

  #waitFor<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
    return waitUntil(ask, { what, timeoutMs: this.#options.timeoutMs, seen: () => this.#seen })
  }
}
