import type { Bytes } from '../../contract/units.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import { parseHlsPath } from '../../protocol/hls/paths.ts'
import type { HlsPath } from '../../protocol/hls/paths.ts'
import type { StoreFollower } from '../hls/segment-store.ts'
import { mediaHeaders, playlistHeaders } from './answer-headers.ts'
import type { FileHeaders } from './answer-headers.ts'
import { etagOf } from './etag.ts'
import { LivePlaylists } from './live-playlists.ts'

/** So much that was dropped is worth to be looked for. */
const MUCH: Bytes = 4 * 1024 * 1024

/** A file in memory, with what is said of it whenever it is asked for. */
export interface HeldFile {
  readonly path: HlsPath
  readonly bytes: Buffer
  readonly headers: FileHeaders
  readonly onDisk: boolean
}

/**
 * What is on air, as ingest hands it over, up to a limit of bytes. When that is reached the oldest segments go, those
 * that the disk has first: a playlist or an initialization segment is small and needed for longer.
 */
export class LiveWindow implements StoreFollower {
  /** Those that are listed in parts, and who waits for them. */
  readonly playlists: LivePlaylists
  readonly #limit: Bytes
  readonly #free: () => void
  #dropped: Bytes = 0
  readonly #files = new Map<string, HeldFile>()
  #bytes: Bytes = 0

  /** @param free called when much was dropped that can be freed */
  constructor(limit: Bytes, free: () => void = () => undefined, clock: Pick<Clock, 'after'> = systemClock) {
    this.#limit = limit
    this.#free = free
    this.playlists = new LivePlaylists(clock)
  }

  get size(): Bytes {
    return this.#bytes
  }

  get(path: string): HeldFile | undefined {
    return this.#files.get(path)
  }

  /** Takes a file; what is no path of HLS is left out. */
  written(path: string, given: Uint8Array, onDisk: boolean): void {
    const parsed = parseHlsPath(path)
    if (!parsed) return
    this.#delete(path)
    const bytes = ownBytes(given)
    const headers =
      parsed.kind === 'playlist' ? playlistHeaders(bytes.length, etagOf(bytes)) : mediaHeaders(bytes.length)
    this.#files.set(path, { path: parsed, bytes, headers, onDisk })
    this.#bytes += bytes.length
    this.playlists.written(path)
    this.#evict()
    if (this.#dropped < MUCH) return
    this.#dropped = 0
    this.#free()
  }

  live(path: string, playlist: LivePlaylist): void {
    if (parseHlsPath(path)?.kind === 'playlist') this.playlists.set(path, playlist)
  }

  /** Forgets a file, or a folder with all that it has. */
  removed(path: string): void {
    this.#delete(path)
    this.playlists.removed(path)
    if (path.includes('.')) return
    for (const name of this.#files.keys()) if (name.startsWith(`${path}/`)) this.#delete(name)
  }

  clear(): void {
    this.#files.clear()
    this.#bytes = 0
    this.playlists.clear()
  }

  #delete(path: string): void {
    const old = this.#files.get(path)
    if (!old) return
    this.#bytes -= old.bytes.length
    this.#dropped += old.bytes.length
    this.#files.delete(path)
  }

  #evict(): void {
    for (const onDisk of [true, false]) {
      for (const [path, file] of this.#files) {
        if (this.#bytes <= this.#limit) return
        if (file.path.kind === 'segment' && file.onDisk === onDisk) this.#delete(path)
      }
    }
  }
}

/** A part of something much larger would keep all of that in memory. */
function ownBytes(given: Uint8Array): Buffer {
  const { buffer, byteOffset, length } = given
  if (buffer.byteLength <= length + 4096) return Buffer.from(buffer, byteOffset, length)
  const own = Buffer.allocUnsafeSlow(length)
  own.set(given)
  return own
}
