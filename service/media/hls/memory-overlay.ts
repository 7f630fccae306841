import type { Bytes } from '../../contract/units.ts'

/**
 * Files that could not be written to disk, up to a limit of bytes. When it is reached the oldest media
 * segments go first: a playlist or an initialization segment is small and needed for longer.
 */
export class MemoryOverlay {
  readonly #limit: Bytes
  readonly #files = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(limit: Bytes) {
    this.#limit = limit
  }

  get size(): Bytes {
    return this.#bytes
  }

  get(path: string): Uint8Array | null {
    return this.#files.get(path) ?? null
  }

  /** A copy of the list, oldest first. */
  entries(): readonly (readonly [path: string, data: Uint8Array])[] {
    return [...this.#files]
  }

  set(path: string, data: Uint8Array): void {
    this.delete(path)
    this.#files.set(path, data)
    this.#bytes += data.length
    this.#evict(path.endsWith('.m4s') ? null : path)
  }

  delete(path: string): void {
    const old = this.#files.get(path)
    if (!old) return
    this.#bytes -= old.length
    this.#files.delete(path)
  }

  /** Removes every file below `folder`. */
  deleteFolder(folder: string): void {
    for (const path of this.#files.keys()) if (path.startsWith(`${folder}/`)) this.delete(path)
  }

  #evict(keep: string | null): void {
    const segmentsFirst = [true, false]
    for (const segments of segmentsFirst) {
      for (const path of this.#files.keys()) {
        if (this.#bytes <= this.#limit) return
        if (path.endsWith('.m4s') === segments && path !== keep) this.delete(path)
      }
    }
  }
}
