import { gzipSync } from 'node:zlib'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { judgeReload } from '../../protocol/hls/live-playlist.ts'
import type { Directives, LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import { momentHeaders, updateHeaders } from './answer-headers.ts'
import type { FileHeaders } from './answer-headers.ts'
import { etagOf } from './etag.ts'

/** A text as it is sent. */
export interface ServedText {
  readonly bytes: Buffer
  readonly headers: FileHeaders
}

/** What became of waiting. */
export type Waited = 'there' | 'late' | 'gone'

/** One playlist as it is now, and who waits for it to go on. */
interface Entry {
  playlist: LivePlaylist
  /** Made when they are asked for first. */
  texts: Map<string, ServedText>
  readonly waiting: Set<() => void>
}

/** Players are answered that there is nothing new after so many target durations (draft-pantos-hls-rfc8216bis 6.2.5.2). */
const PATIENCE_TARGETS = 3
/** And before the connection itself would be taken for one that asks nothing. */
const MOST_PATIENCE: Milliseconds = 20_000

/** The media playlists of low latency, and all who wait for an update of one, or for a part that is to come. */
export class LivePlaylists {
  readonly #clock: Pick<Clock, 'after'>
  readonly #entries = new Map<string, Entry>()
  /** By the path of a part. */
  readonly #parts = new Map<string, Set<() => void>>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Requests that wait. */
  get waiting(): number {
    const all = [...[...this.#entries.values()].map((entry) => entry.waiting), ...this.#parts.values()]
    return all.reduce((sum, { size }) => sum + size, 0)
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  set(path: string, playlist: LivePlaylist): void {
    const entry = this.#entries.get(path)
    if (!entry) return void this.#entries.set(path, { playlist, texts: new Map(), waiting: new Set() })
    const { hint } = entry.playlist
    entry.playlist = playlist
    entry.texts = new Map()
    wake(entry.waiting)
    if (hint !== null && hint !== playlist.hint) this.#wakeForPart(hint)
  }

  /** @param path of a file, or of a folder with all that it has */
  removed(path: string): void {
    for (const [name, entry] of this.#entries) {
      if (name !== path && !name.startsWith(`${path}/`)) continue
      this.#entries.delete(name)
      wake(entry.waiting)
      if (entry.playlist.hint !== null) this.#wakeForPart(entry.playlist.hint)
    }
  }

  /** A file is there: a part that somebody may wait for, or a playlist that is none in parts any more. */
  written(path: string): void {
    if (this.#entries.has(path)) this.removed(path)
    this.#wakeForPart(path)
  }

  clear(): void {
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    for (const { waiting } of entries) wake(waiting)
    for (const waiting of [...this.#parts.values()]) wake(waiting)
  }

  /** Whether a request for an update can be answered now; null where there is no such playlist. */
  judge(path: string, update: Directives['update']): 'now' | 'wait' | 'too-far' | null {
    const entry = this.#entries.get(path)
    return entry ? judgeReload(entry.playlist, update) : null
  }

  /** Resolves when the playlist has what was asked for, or is not waited for any more. */
  async update(path: string, update: Directives['update']): Promise<Waited> {
    const entry = this.#entries.get(path)
    if (!entry) return 'gone'
    const isOver = () => this.#entries.get(path) !== entry || judgeReload(entry.playlist, update) !== 'wait'
    const waited = await this.#wait(entry.waiting, isOver, entry.playlist.targetDuration)
    return this.#entries.get(path) === entry ? waited : 'gone'
  }

  /** True for the part that a playlist says comes next. */
  isHinted(path: string): boolean {
    return this.#hinting(path) !== null
  }

  /** Resolves when the part is there, or is not to come any more. */
  async part(path: string): Promise<Waited> {
    const entry = this.#hinting(path)
    if (!entry) return 'gone'
    const waiting = this.#parts.get(path) ?? new Set<() => void>()
    this.#parts.set(path, waiting)
    return this.#wait(waiting, () => true, entry.playlist.targetDuration)
  }

  /**
   * @param update of a request, null for what there is at the moment
   * @param isGzip compressed so
   */
  text(path: string, { update, skip }: Directives, isGzip: boolean): ServedText | null {
    const entry = this.#entries.get(path)
    if (!entry) return null
    const { text, delta, targetDuration } = entry.playlist
    const isDelta = skip && delta !== null
    const name = `${isDelta} ${update !== null} ${isGzip}`
    const known = entry.texts.get(name)
    if (known) return known
    const plain = Buffer.from(isDelta ? delta : text)
    const bytes = isGzip ? gzipSync(plain) : plain
    const coded = { size: bytes.length, etag: etagOf(bytes), isGzip }
    const headers = update === null ? momentHeaders(coded) : updateHeaders(coded, targetDuration)
    const served = { bytes, headers }
    entry.texts.set(name, served)
    return served
  }

  #hinting(path: string): Entry | null {
    for (const entry of this.#entries.values()) if (entry.playlist.hint === path) return entry
    return null
  }

  #wakeForPart(path: string): void {
    const waiting = this.#parts.get(path)
    if (!waiting) return
    this.#parts.delete(path)
    wake(waiting)
  }

  /** @param isOver asked whenever those who wait are woken */
  #wait(waiting: Set<() => void>, isOver: () => boolean, targetDuration: number): Promise<Waited> {
    const patience = Math.min(PATIENCE_TARGETS * targetDuration * 1000, MOST_PATIENCE)
    return new Promise((resolve) => {
      const timer = this.#clock.after(patience, () => {
        waiting.delete(look)
        resolve('late')
      })
      const look = () => {
        if (!isOver()) return
        waiting.delete(look)
        timer.cancel()
        resolve('there')
      }
      waiting.add(look)
    })
  }
}

function wake(waiting: Set<() => void>): void {
  for (const look of [...waiting]) look()
}
