import type { Bytes } from '../../contract/units.ts'

/** What all recordings of the process together may hold in memory while the disk is busy. */
const DEFAULT_BACKLOG: Bytes = 512 * 1024 * 1024

/** Bytes that wait for the disk, of several recordings: many that wait must not take the live stream's memory. */
export class Backlog {
  readonly #most: Bytes
  #bytes: Bytes = 0

  constructor(most: Bytes = DEFAULT_BACKLOG) {
    this.#most = most
  }

  /** @returns whether there was room for them */
  take(bytes: Bytes): boolean {
    if (this.#bytes + bytes > this.#most) return false
    this.#bytes += bytes
    return true
  }

  give(bytes: Bytes): void {
    this.#bytes -= bytes
  }
}
