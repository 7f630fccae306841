import type { LostMedia, RecordedFile } from '../../contract/archive.ts'
import type { Bytes, Seconds } from '../../contract/units.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ClearSegment, SegmentTap } from '../hls/segment-tap.ts'
import type { Backlog } from './backlog.ts'
import { Gap } from './gap.ts'
import { initFile, segmentFile } from './index-file.ts'
import type { SpoolDisk } from './spool-disk.ts'
import { SpoolWriter } from './spool-writer.ts'
import type { Turns } from '../../platform/turns.ts'

/** What one recording may hold in memory while the disk is busy. */
const MAXIMUM_WAITING_BYTES: Bytes = 64 * 1024 * 1024

export interface RecorderOptions {
  /** The recording's own folder in the spool; made with the first segment. */
  readonly folder: string
  readonly disk: SpoolDisk
  readonly guard: { hasRoom(): Promise<boolean> }
  /** Shared by all recorders of the process, as is the backlog. */
  readonly turns: Turns
  readonly backlog: Backlog
  /** Of this process. */
  readonly pid: number
  readonly logger: Logger
  readonly maximumWaitingBytes?: Bytes
  /** It is on disk and in the index. */
  onFile(file: RecordedFile): void
  /** @param lost all of that so far */
  onLost(lost: LostMedia): void
  /** Everything that could be recorded is on disk; called once. */
  onEnded(lost: LostMedia): void
}

/**
 * Records one rendition of one connection. Whatever the disk does, only the recording suffers: a segment
 * that can't be written, or finds too much waiting before it, is lost and counted, and the next one is
 * tried.
 */
export class Recorder implements SegmentTap {
  readonly #options: RecorderOptions
  #writer: SpoolWriter | null = null
  /** What was left out before it came to the disk, and what the disk refused. */
  readonly #refused = new Gap()
  readonly #failed = new Gap()
  #waitingBytes: Bytes = 0
  #lost: LostMedia = { segments: 0, seconds: 0 }
  /** Segments lost as the index tells. */
  #toldLost = 0
  #isFailing = false
  /** Everything that is written, in order. */
  #work: Promise<void> = Promise.resolve()
  #finished: Promise<void> | null = null

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Bytes that wait for the disk. */
  get waitingBytes(): Bytes {
    return this.#waitingBytes
  }

  /** Resolves as `finish` does; null before it was called. */
  get finished(): Promise<void> | null {
    return this.#finished
  }

  accept(offered: ClearSegment): void {
    if (this.#finished) return
    const segment = this.#refused.join(offered)
    const bytes = segment.bytes.length + (segment.init?.length ?? 0)
    const most = this.#options.maximumWaitingBytes ?? MAXIMUM_WAITING_BYTES
    if (this.#waitingBytes + bytes > most || !this.#options.backlog.take(bytes)) {
      this.#refused.open(segment.init)
      this.#lose(segment.durationSeconds, new Error('the disk is too slow'))
      return
    }
    this.#refused.close()
    this.#waitingBytes += bytes
    void this.#enqueue(async () => {
      await this.#record(segment)
      this.#waitingBytes -= bytes
      this.#options.backlog.give(bytes)
    })
  }

  finish(): Promise<void> {
    this.#finished ??= this.#enqueue(() => this.#end())
    return this.#finished
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const { turns, logger } = this.#options
    this.#work = this.#work
      .then(() => turns.take(task))
      .catch((error: unknown) => logger.error({ err: error }, 'a step of a recording failed'))
    return this.#work
  }

  async #record(offered: ClearSegment): Promise<void> {
    const segment = this.#failed.join(offered)
    const files: RecordedFile[] = []
    let error: unknown = null
    try {
      await this.#write(segment, files)
    } catch (caught) {
      error = caught
    }
    for (const file of files) this.#options.onFile(file)
    if (error === null) {
      this.#failed.close()
      if (this.#isFailing) this.#options.logger.info('it is recorded again')
      this.#isFailing = false
    } else {
      const hasInit = files.some(({ kind }) => kind === 'init')
      this.#failed.open(hasInit ? null : segment.init)
      this.#lose(segment.durationSeconds, error)
    }
    await this.#tellLost()
  }

  /** @param files gets what is on disk, also where the rest fails */
  async #write({ init, ...segment }: ClearSegment, files: RecordedFile[]): Promise<void> {
    if (!(await this.#options.guard.hasRoom())) throw new Error('the disk is nearly full')
    const isFirstHere = this.#writer === null
    const writer = await this.#open()
    if (init) files.push(initFile(await writer.addInit(init)))
    // It may go on where an earlier process ended.
    const discontinuity = !writer.empty && (segment.discontinuity || isFirstHere)
    files.push(segmentFile(await writer.addSegment({ ...segment, discontinuity })))
  }

  async #open(): Promise<SpoolWriter> {
    if (this.#writer) return this.#writer
    const { folder, disk, pid } = this.#options
    const { writer, lost } = await SpoolWriter.open(folder, disk, pid)
    this.#writer = writer
    this.#toldLost = lost.segments
    this.#lost = sum(this.#lost, lost)
    return writer
  }

  #lose(seconds: Seconds, error: unknown): void {
    this.#lost = sum(this.#lost, { segments: 1, seconds })
    if (!this.#isFailing) this.#options.logger.error({ err: error }, 'it can not be recorded')
    this.#isFailing = true
    this.#options.onLost(this.#lost)
  }

  /** Where the disk does not even take that, a later call does. */
  async #tellLost(): Promise<void> {
    const lost = this.#lost
    if (!this.#writer || lost.segments === this.#toldLost) return
    try {
      await this.#writer.setLost(lost)
      this.#toldLost = lost.segments
    } catch {
      // The trouble itself has been logged.
    }
  }

  async #end(): Promise<void> {
    const writer = this.#writer
    try {
      await this.#tellLost()
      await writer?.end()
    } catch (error) {
      this.#options.logger.error({ err: error }, 'the end of a recording could not be written')
    } finally {
      this.#writer = null
      await writer?.close().catch(() => undefined)
    }
    this.#options.onEnded(this.#lost)
  }
}

function sum(a: LostMedia, b: LostMedia): LostMedia {
  return { segments: a.segments + b.segments, seconds: a.seconds + b.seconds }
}
