/** The files of one channel as the origin has them on disk, without an encoder. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import { newId } from '../../service/platform/ids.ts'
import type { ListedSegment } from '../../service/protocol/hls/media-playlist.ts'
import { PlaylistWindow } from '../../service/protocol/hls/playlist-window.ts'

const OPTIONS = { targetDuration: 2, startTimeOffset: -2 }

/** One connection: the channel shows it as long as it is the newest. */
interface Shown {
  readonly id: ConnectionId
  readonly windows: readonly PlaylistWindow[]
  /** Of the next segment. */
  number: number
}

/** Each rendition gets its segments at the same instants; names, windows and order of writing are the origin's. */
export class LiveWindow {
  readonly channelId = newId<ChannelId>('channel')
  readonly root: string
  readonly #renditions: number
  #connection: Shown | null = null
  #windows: readonly PlaylistWindow[] = []
  #now = Date.parse('2026-03-01T12:00:00Z')
  #isBroken = false
  readonly #written = new Set<string>()

  constructor(root: string, renditions = 2) {
    this.root = root
    this.#renditions = renditions
    this.#windows = this.#newWindows()
  }

  get connectionId(): ConnectionId {
    if (!this.#connection) throw new Error('nobody is on air')
    return this.#connection.id
  }

  /** Another encoder is on air; the channel's playlists go on behind a discontinuity. */
  connect(): void {
    this.#isBroken = this.#connection !== null
    this.#connection = { id: newId<ConnectionId>('connection'), windows: this.#newWindows(), number: 0 }
  }

  segment(): Promise<void> {
    return this.segments(1)
  }

  /** Time goes on by so many segments of 2 s; what is not listed any more at the end is never on disk. */
  async segments(count: number): Promise<void> {
    if (!this.#connection) this.connect()
    const left = Array.from({ length: count }, () => this.#append()).flat()
    for (const [rendition, { segments }] of this.#windows.entries()) {
      const files = new Set(segments.flatMap(({ uri, mapUri }) => [mapUri, uri]))
      await Promise.all([...files].map((name) => this.#writeOnce(name)))
      await this.#writeLists(rendition)
    }
    await this.#writeOnce(`${this.connectionId}/index.m3u8`, this.#multivariant())
    await this.#writeOnce('index.m3u8', this.#multivariant())
    await Promise.all(left.map(({ uri }) => rm(this.path(uri), { force: true })))
  }

  async end(): Promise<void> {
    for (const window of [...this.#windows, ...(this.#connection?.windows ?? [])]) window.end()
    for (const rendition of this.#all()) await this.#writeLists(rendition)
  }

  async remove(): Promise<void> {
    await rm(this.path('.'), { recursive: true, force: true })
  }

  path(name: string): string {
    return join(this.root, this.channelId, name)
  }

  async write(name: string, content: string): Promise<void> {
    const path = this.path(name)
    await writeFile(`${path}.tmp`, content).catch(async () => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.tmp`, content)
    })
    await rename(`${path}.tmp`, path)
  }

  /** @returns what left the channel's playlists */
  #append(): ListedSegment[] {
    const connection = this.#connection
    if (!connection) return []
    const { id, windows, number } = connection
    const left = this.#all().flatMap((rendition) => {
      const listed: ListedSegment = {
        ...{ uri: `r${rendition}/${number}.m4s`, mapUri: `r${rendition}/init-0.mp4`, durationSeconds: 2 },
        ...{ discontinuity: false, programDateTime: this.#now, key: null },
      }
      const [uri, mapUri] = [`${id}/${listed.uri}`, `${id}/${listed.mapUri}`]
      windows[rendition]?.append(listed)
      return this.#windows[rendition]?.append({ ...listed, uri, mapUri, discontinuity: this.#isBroken }) ?? []
    })
    connection.number += 1
    this.#now += 2000
    this.#isBroken = false
    return [...left]
  }

  async #writeOnce(name: string, content = `${name} `.repeat(100)): Promise<void> {
    if (!this.#written.has(name)) await this.write(name, content)
    this.#written.add(name)
  }

  async #writeLists(rendition: number): Promise<void> {
    const own = this.#connection?.windows[rendition]
    if (own) await this.write(`${this.connectionId}/r${rendition}.m3u8`, own.text())
    const window = this.#windows[rendition]
    if (window) await this.write(`r${rendition}.m3u8`, window.text())
  }

  #multivariant(): string {
    const variants = this.#all().flatMap((rendition) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${1000 * (rendition + 1)},CODECS="avc1.64001e"`,
      `r${rendition}.m3u8`,
    ])
    return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...variants, ''].join('\n')
  }

  #all(): readonly number[] {
    return Array.from({ length: this.#renditions }, (_, rendition) => rendition)
  }

  #newWindows(): readonly PlaylistWindow[] {
    return this.#all().map(() => new PlaylistWindow(OPTIONS))
  }
}
