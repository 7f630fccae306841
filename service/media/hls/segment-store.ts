/** The files of HLS: on disk, and in memory as long as the disk refuses them. */
import { constants } from 'node:fs'
import { mkdir, open as openFile, rename, rm, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { Bytes } from '../../contract/units.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import { pathBelow } from '../../platform/paths/names.ts'
import { OWN_FILE, OWN_FOLDER } from '../../platform/paths/own-modes.ts'
import type { Logger } from '../../platform/logger.ts'
import { MemoryOverlay } from './memory-overlay.ts'
import { errorCode } from '../../platform/error-code.ts'
import { writeAll } from '../../platform/write-all.ts'

/** Windows has no flag for links, which leaves the other one as it is. */
const { O_NOFOLLOW, O_RDONLY } = constants
const DEFAULT_OVERLAY_BYTES = 64 * 1024 * 1024

export interface SegmentStoreOptions {
  /** Root folder; made when the first file is written. */
  readonly directory: string
  readonly logger: Logger
  /** What may be held in memory while the disk is full. */
  readonly overlayBytes?: Bytes
  /** Called before each write to the disk. @throws Error that the write fails with */
  beforeWrite?(): void
  readonly follower?: StoreFollower
}

/** Hears of every file once it is there, and before it is removed. It neither waits nor throws. */
export interface StoreFollower {
  /** @param onDisk false where the disk did not take it */
  written(path: string, bytes: Uint8Array, onDisk: boolean): void
  /** Of a media playlist that viewers get in parts, in place of the file of that name. */
  live(path: string, playlist: LivePlaylist): void
  /** Of a file, or of a folder with all that it has. */
  removed(path: string): void
}

/** A file opened for reading. `close` is not needed once `stream` has been read to its end or destroyed. */
export interface OpenedFile {
  readonly size: Bytes
  /** Bytes from `start` up to and including `end`. */
  stream(start: Bytes, end: Bytes): Readable
  close(): Promise<void>
}

/**
 * Paths are relative to the root, with `/` between their parts, and come from protocol/hls/paths.
 * Nothing here rejects because of the disk: a file that can't be written (no space, no permission, a
 * failing device) is kept in memory, so that the channel stays on air. Files appear whole or not at all.
 * Writes of the same path have to be made one after the other by the caller.
 */
export class SegmentStore {
  readonly #options: SegmentStoreOptions
  readonly #overlay: MemoryOverlay
  #diskFull = false
  #temporaryCount = 0
  /** Largest file that failed since the disk was last fine, and what has fitted since the last failure. */
  #largestFailed: Bytes = 0
  #fittedSince: Bytes = 0

  constructor(options: SegmentStoreOptions) {
    this.#options = options
    this.#overlay = new MemoryOverlay(options.overlayBytes ?? DEFAULT_OVERLAY_BYTES)
  }

  /** True while files can't be written to disk and are held in memory. */
  get diskFull(): boolean {
    return this.#diskFull
  }

  /** Bytes held in memory. */
  get overlayBytes(): Bytes {
    return this.#overlay.size
  }

  /**
   * Writes a file, replacing it as a whole.
   * @param live what viewers get of a media playlist, at once; the disk has it without parts, for all who read it there
   */
  async write(path: string, content: Uint8Array | string, live: LivePlaylist | null = null): Promise<void> {
    const data = typeof content === 'string' ? Buffer.from(content) : content
    if (live) this.announce(path, live)
    const onDisk = await this.#tryToWrite(path, data)
    if (!live) this.#options.follower?.written(path, data, onDisk)
  }

  /** Viewers get this of a media playlist from now on; its file stays as it is. */
  announce(path: string, live: LivePlaylist): void {
    this.#options.follower?.live(path, live)
  }

  async #tryToWrite(path: string, data: Uint8Array): Promise<boolean> {
    try {
      await this.#writeToDisk(path, data)
      this.#overlay.delete(path)
      this.#noteSuccess(data.length)
      return true
    } catch (error) {
      this.#overlay.set(path, data)
      this.#noteFailure(data.length, error)
      return false
    }
  }

  /** Files that the disk did not take. */
  get held(): readonly (readonly [path: string, bytes: Uint8Array])[] {
    return this.#overlay.entries()
  }

  /** The whole file, or null when there is none. */
  async read(path: string): Promise<Buffer | null> {
    const file = await this.open(path)
    if (!file) return null
    try {
      const chunks: Buffer[] = []
      if (file.size > 0) for await (const chunk of file.stream(0, file.size - 1)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    } catch {
      return null
    } finally {
      await file.close()
    }
  }

  /** Opens a file for reading, or null when there is none. */
  async open(path: string): Promise<OpenedFile | null> {
    const held = this.#overlay.get(path)
    if (held) return inMemory(held)
    let handle: FileHandle | null = null
    try {
      handle = await openFile(this.#onDisk(path), O_RDONLY | O_NOFOLLOW)
      const { size } = await handle.stat()
      return onDisk(handle, size)
    } catch {
      await handle?.close().catch(() => undefined)
      return null
    }
  }

  /** Removes a file or a folder with all it has; what isn't there is fine. */
  async remove(path: string): Promise<void> {
    this.#overlay.delete(path)
    this.#overlay.deleteFolder(path)
    this.#options.follower?.removed(path)
    try {
      await removeAll(this.#onDisk(path))
    } catch (error) {
      this.#options.logger.warn({ err: error, path }, 'a file of the HLS origin could not be removed')
    }
  }

  #onDisk(path: string): string {
    return pathBelow(this.#options.directory, path)
  }

  async #writeToDisk(path: string, data: Uint8Array): Promise<void> {
    const target = this.#onDisk(path)
    const temporary = `${target}.${++this.#temporaryCount}.tmp`
    try {
      this.#options.beforeWrite?.()
      await writeWhole(temporary, data).catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error
        await mkdir(dirname(target), { recursive: true, mode: OWN_FOLDER })
        await writeWhole(temporary, data)
      })
      await rename(temporary, target)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
  }

  #noteFailure(bytes: Bytes, error: unknown): void {
    this.#largestFailed = Math.max(this.#largestFailed, bytes)
    this.#fittedSince = 0
    if (this.#diskFull) return
    this.#diskFull = true
    this.#options.logger.error({ err: error }, 'segments cannot be written to disk; they are held in memory')
  }

  /** On a full disk a small playlist may still fit; space counts as back when a failed segment would fit. */
  #noteSuccess(bytes: Bytes): void {
    if (!this.#diskFull) return
    this.#fittedSince += bytes
    if (this.#fittedSince < this.#largestFailed) return
    this.#diskFull = false
    this.#largestFailed = 0
    this.#options.logger.info('segments are written to disk again')
    void this.#writeBack()
  }

  /**
   * Moves what is in memory to disk, so that it outlives this process. Playlists stay: they are rewritten
   * with the next segment, and an older text must not overtake a newer one.
   */
  async #writeBack(): Promise<void> {
    for (const [path, data] of this.#overlay.entries()) {
      if (path.endsWith('.m3u8')) continue
      try {
        await this.#writeToDisk(path, data)
      } catch (error) {
        this.#noteFailure(data.length, error)
        return
      }
      if (this.#overlay.get(path) === data) this.#overlay.delete(path)
      else await this.remove(path) // it was removed meanwhile
    }
  }
}

async function writeWhole(path: string, data: Uint8Array): Promise<void> {
  const file = await openFile(path, 'w', OWN_FILE)
  try {
    await writeAll(file, data, 0)
  } finally {
    await file.close()
  }
}

/** Mostly it is a file, which goes by one call of the system instead of three. */
async function removeAll(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') await rm(path, { recursive: true, force: true })
  }
}

function inMemory(data: Uint8Array): OpenedFile {
  return {
    size: data.length,
    stream: (start, end) =>
      Readable.from([Buffer.from(data.subarray(start, end + 1))], { objectMode: false }),
    close: () => Promise.resolve(),
  }
}

function onDisk(handle: FileHandle, size: Bytes): OpenedFile {
  return {
    size,
    stream: (start, end) => handle.createReadStream({ start, end, highWaterMark: 256 * 1024 }),
    close: () => handle.close().catch(() => undefined),
  }
}
