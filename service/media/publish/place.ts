/** The objects of one channel in one store. Names are relative to the channel's folder there. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { allOrFirstError } from '../../platform/all-or-first-error.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { Turns } from '../../platform/turns.ts'
import { bytesSource, fileSource, piecesOf } from '../../provider/archive/byte-source.ts'
import type { ArchiveStore, ByteSource } from '../../provider/archive/provider.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import type { StoredNames } from './stored-names.ts'

export interface PlaceParts {
  /** The channel's folder below the origin's root, absolute. */
  readonly folder: string
  /** Of every key, ends with a slash. */
  readonly prefix: string
  readonly names: StoredNames
  readonly use: <T>(run: (store: ArchiveStore) => Promise<T>) => Promise<T>
  /** Shared by all channels: how many are on their way at once, and so what is in memory. */
  readonly turns: Turns
  readonly signal: AbortSignal
}

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
const MEDIA_TYPE = 'video/mp4'
/** A media file is written once, and its name never has other bytes. */
const MEDIA_CACHE = 'public, max-age=31536000, immutable'
/** A playlist that is longer was not written here. */
const LONGEST_PLAYLIST = 1024 * 1024

/** Methods reject with StoreError, or the signal's reason. */
export class Place {
  readonly #parts: PlaceParts
  readonly #stored = new Set<string>()
  /** Whether what is not in `#stored` is not there. */
  #isListed = false
  readonly #onTheirWay = new Map<string, Promise<boolean>>()

  constructor(parts: PlaceParts) {
    this.#parts = parts
  }

  /** Media files that the store has; where it was not listed, those that matter. */
  get stored(): ReadonlySet<string> {
    return this.#stored
  }

  /** Lists what an earlier run has left. @returns the names of playlists */
  async list(): Promise<string[]> {
    const { prefix, names, signal, use } = this.#parts
    const all: string[] = []
    await use(async (store) => {
      for await (const { key } of store.list(prefix, signal)) all.push(key.slice(prefix.length))
    })
    this.#isListed = true
    const own = names.own(all)
    for (const name of own) if (!isPlaylist(name)) this.#stored.add(name)
    return own.filter(isPlaylist)
  }

  /** @returns false where somebody has removed one of these media files */
  async hasAll(names: readonly string[]): Promise<boolean> {
    const others = [...new Set(names)].filter((name) => !this.#stored.has(name))
    if (others.length === 0) return true
    if (this.#isListed || this.#parts.names.own(others).length < others.length) return false
    const there = await allOrFirstError(others.map((name) => this.#ask(name)))
    return !there.includes(false)
  }

  /** Where nothing is removed, what no playlist names does not matter any more. */
  forgetAllBut(names: ReadonlySet<string>): void {
    for (const name of this.#stored) if (!names.has(name)) this.#stored.delete(name)
  }

  /** Stores a media file once. @returns false where it is not on disk any more */
  put(name: string): Promise<boolean> {
    if (this.#stored.has(name)) return Promise.resolve(true)
    const running = this.#onTheirWay.get(name)
    if (running) return running
    const putting = this.#parts.turns
      .take(() => this.#putFile(name))
      .finally(() => this.#onTheirWay.delete(name))
    this.#onTheirWay.set(name, putting)
    return putting
  }

  /** @param maxAge seconds that a cache may keep it */
  async putPlaylist(name: string, text: string, maxAge: number): Promise<void> {
    const body = bytesSource(Buffer.from(text))
    await this.#put(name, body, PLAYLIST_TYPE, `public, max-age=${maxAge}`)
  }

  /** The text of a playlist in the store, or null where there is none. */
  async read(name: string): Promise<string | null> {
    const { prefix, signal, use } = this.#parts
    try {
      return await use(async (store) => {
        const body = await store.read(prefix + name, { start: 0, end: LONGEST_PLAYLIST - 1 }, signal)
        const pieces: Buffer[] = []
        for await (const piece of body) pieces.push(piece as Buffer)
        return Buffer.concat(pieces).toString('utf8')
      })
    } catch (error) {
      if (error instanceof StoreError && error.kind === 'not-found') return null
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    // What is half removed is not there.
    this.#stored.delete(name)
    const { prefix, signal, turns, use } = this.#parts
    await turns.take(() => use((store) => store.delete(prefix + name, signal)))
  }

  async #ask(name: string): Promise<boolean> {
    const { prefix, signal, turns, use } = this.#parts
    const facts = await turns.take(() => use((store) => store.stat(prefix + name, signal)))
    if (facts) this.#stored.add(name)
    return facts !== null
  }

  async #putFile(name: string): Promise<boolean> {
    const { folder, names } = this.#parts
    const path = join(folder, names.onDisk(name))
    try {
      const { size } = await stat(path)
      await this.#put(name, fileSource(path, 0, size), MEDIA_TYPE, MEDIA_CACHE)
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
    this.#stored.add(name)
    return true
  }

  async #put(name: string, body: ByteSource, contentType: string, cacheControl: string): Promise<void> {
    const { prefix, signal, use } = this.#parts
    const hash = createHash('md5')
    for await (const piece of piecesOf(body)) hash.update(piece)
    const object = {
      ...{ key: prefix + name, body, md5: hash.digest('hex'), contentType },
      ...{ cacheControl, forEverybody: true },
    }
    const nothing = () => undefined
    await use((store) => store.put(object, { signal, resume: null, onState: nothing, onSent: nothing }))
  }
}

const isPlaylist = (name: string): boolean => name.endsWith('.m3u8')

function isGone(error: unknown): boolean {
  if (error instanceof StoreError) return error.kind === 'local' && error.code === 'ENOENT'
  return errorCode(error) === 'ENOENT'
}
