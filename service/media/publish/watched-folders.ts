import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'

/**
 * Tells when something in one of some folders has another name or content. A folder that cannot be watched is not:
 * who asks looks every now and then all the same.
 */
export class WatchedFolders {
  readonly #changed: (name: string | null) => void
  readonly #watchers = new Map<string, FSWatcher>()

  constructor(changed: (name: string | null) => void) {
    this.#changed = changed
  }

  /** @param paths the folders from now on */
  set(paths: readonly string[]): void {
    for (const path of this.#watchers.keys()) if (!paths.includes(path)) this.#forget(path)
    for (const path of paths) if (!this.#watchers.has(path)) this.#watch(path)
  }

  close(): void {
    this.set([])
  }

  #watch(path: string): void {
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => this.#changed(name))
      watcher.on('error', () => this.#forget(path))
      this.#watchers.set(path, watcher)
    } catch {
      // It is not there (any more), or the system watches no more files.
    }
  }

  #forget(path: string): void {
    this.#watchers.get(path)?.close()
    this.#watchers.delete(path)
  }
}
