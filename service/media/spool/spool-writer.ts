import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { LostMedia } from '../../contract/archive.ts'
import type { Bytes } from '../../contract/units.ts'
import type { ClearSegment } from '../hls/segment-tap.ts'
import {
  INDEX_NAME,
  INDEX_VERSION,
  SEGMENTS_NAME,
  initFileName,
  readIndex,
  writeIndexLine,
} from './index-file.ts'
import type { IndexLine, SpoolIndex, SpooledInit, SpooledSegment } from './index-file.ts'
import type { SpoolDisk, SpoolFile } from './spool-disk.ts'

/**
 * Writes one spool folder. Each method rejects with the file system's error and has then written nothing
 * that counts: what it tore is overwritten by what comes next. Calls are made one after the other.
 */
export class SpoolWriter {
  readonly #folder: string
  readonly #disk: SpoolDisk
  readonly #segments: SpoolFile
  readonly #index: SpoolFile
  #segmentBytes: Bytes
  #indexBytes: Bytes
  #nextInit: number
  #nextSegment: number

  private constructor(
    at: { readonly folder: string; readonly disk: SpoolDisk; readonly indexBytes: Bytes },
    files: { readonly segments: SpoolFile; readonly index: SpoolFile },
    { inits, segments }: SpoolIndex,
  ) {
    this.#folder = at.folder
    this.#disk = at.disk
    this.#indexBytes = at.indexBytes
    this.#segments = files.segments
    this.#index = files.index
    this.#segmentBytes = segments.reduce((end, { offset, bytes }) => Math.max(end, offset + bytes), 0)
    this.#nextInit = (inits.at(-1)?.number ?? -1) + 1
    this.#nextSegment = (segments.at(-1)?.number ?? -1) + 1
  }

  /**
   * Makes the folder. Where an earlier process has recorded into it, its index is brought into order (what
   * is not whole goes, so does its end) and the recording goes on behind what it has.
   * @returns also what had been lost before
   */
  static async open(
    folder: string,
    disk: SpoolDisk,
    pid: number,
  ): Promise<{ readonly writer: SpoolWriter; readonly lost: LostMedia }> {
    await disk.makeFolder(folder)
    const found = await readIndex(folder)
    const lines: IndexLine[] = [
      { v: INDEX_VERSION, pid },
      ...found.inits.map((init) => ({ init })),
      ...found.segments.map((segment) => ({ segment })),
      ...(found.lost.segments > 0 ? [{ lost: found.lost }] : []),
    ]
    const text = lines.map(writeIndexLine).join('')
    await disk.replace(join(folder, INDEX_NAME), text)
    const segments = await disk.open(join(folder, SEGMENTS_NAME))
    const index = await disk.open(join(folder, INDEX_NAME)).catch(async (error: unknown) => {
      await segments.close()
      throw error
    })
    const writer = new SpoolWriter({ folder, disk, indexBytes: text.length }, { segments, index }, found)
    return { writer, lost: found.lost }
  }

  /** True where a segment would be the first. */
  get empty(): boolean {
    return this.#nextSegment === 0
  }

  /** Segments that are added from now on need it. */
  async addInit(data: Uint8Array): Promise<SpooledInit> {
    const init = { number: this.#nextInit, bytes: data.length, md5: hash('md5', data) }
    await this.#disk.replace(join(this.#folder, initFileName(init.number)), data)
    await this.#tell({ init })
    this.#nextInit += 1
    return init
  }

  async addSegment(clear: Omit<ClearSegment, 'init'>): Promise<SpooledSegment> {
    const { bytes: data, startSeconds, durationSeconds, discontinuity, programDateTime } = clear
    const segment = {
      number: this.#nextSegment,
      offset: this.#segmentBytes,
      bytes: data.length,
      md5: hash('md5', data),
      init: this.#nextInit - 1,
      ...{ startSeconds, durationSeconds, discontinuity, programDateTime },
    }
    await this.#segments.write(data, segment.offset)
    // An index must never tell of bytes that a loss of power takes away.
    await this.#segments.sync()
    // Control journals what it is told: after a loss of power, too, the index must have all of that.
    await this.#tell({ segment }, { sync: true })
    this.#nextSegment += 1
    this.#segmentBytes += data.length
    return segment
  }

  /** @param lost all of that so far */
  async setLost(lost: LostMedia): Promise<void> {
    await this.#tell({ lost })
  }

  /** Nothing follows. */
  async end(): Promise<void> {
    await this.#tell({ end: true }, { sync: true })
  }

  async close(): Promise<void> {
    await Promise.all([this.#segments.close(), this.#index.close()])
  }

  /** A line that could not be made to outlive a loss of power is overwritten too: its segment counts as lost. */
  async #tell(line: IndexLine, { sync = false } = {}): Promise<void> {
    const data = Buffer.from(writeIndexLine(line))
    await this.#index.write(data, this.#indexBytes)
    if (sync) await this.#index.sync()
    this.#indexBytes += data.length
  }
}
