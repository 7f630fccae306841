import { statfs as nodeStatfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'

const ASK_INTERVAL_MS: Milliseconds = 1000

export interface DiskGuardOptions {
  /** On the file system that is guarded; it need not exist yet. */
  readonly folder: string
  readonly reserveBytes: Bytes
  readonly clock: Clock
  readonly logger: Logger
  readonly statfs?: (path: string) => Promise<{ readonly bavail: number; readonly bsize: number }>
}

/** Tells whether there is room for recordings, without asking the file system for every segment. */
export class DiskGuard {
  readonly #options: DiskGuardOptions
  #asked: { readonly at: EpochMilliseconds; readonly answer: Promise<boolean> } | null = null
  #isShort = false

  constructor(options: DiskGuardOptions) {
    this.#options = options
  }

  /** Never rejects: where the file system does not say, the write will. */
  hasRoom(): Promise<boolean> {
    const now = this.#options.clock.now()
    if (!this.#asked || Math.abs(now - this.#asked.at) >= ASK_INTERVAL_MS)
      this.#asked = { at: now, answer: this.#ask() }
    return this.#asked.answer
  }

  async #ask(): Promise<boolean> {
    const { folder, reserveBytes, logger } = this.#options
    const freeBytes = await this.#freeBytes(folder)
    const isShort = freeBytes !== null && freeBytes < reserveBytes
    if (isShort && !this.#isShort)
      logger.error({ folder, freeBytes, reserveBytes }, 'the disk is nearly full; nothing is recorded')
    else if (!isShort && this.#isShort) logger.info({ folder, freeBytes }, 'there is room to record again')
    this.#isShort = isShort
    return !isShort
  }

  async #freeBytes(path: string): Promise<Bytes | null> {
    const { statfs = nodeStatfs } = this.#options
    try {
      const { bavail, bsize } = await statfs(path)
      return bavail * bsize
    } catch {
      const parent = dirname(path)
      return parent === path ? null : this.#freeBytes(parent)
    }
  }
}
