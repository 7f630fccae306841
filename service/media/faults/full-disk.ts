/** A disk that takes nothing, as long as a fault says so. */
import { statfs } from 'node:fs/promises'
import type { ArmedRules } from '../../platform/faults/armed-rules.ts'
import type { SpoolDisk } from '../spool/spool-disk.ts'

/** @throws Error with code ENOSPC where a write has to fail; each call is one write */
export function assertRoom(rules: ArmedRules): void {
  if (rules.at('disk', {}) === null) return
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

/**
 * The disk of recordings: what is there can be opened and read, and nothing is written. The disk itself where no fault
 * can ever be.
 */
export function fillable(disk: SpoolDisk, rules: ArmedRules): SpoolDisk {
  if (!rules.isThere) return disk
  return {
    makeFolder: (path) => disk.makeFolder(path),
    async open(path) {
      const file = await disk.open(path)
      return {
        async write(data, position) {
          assertRoom(rules)
          await file.write(data, position)
        },
        sync: () => file.sync(),
        close: () => file.close(),
      }
    },
    async replace(path, data) {
      assertRoom(rules)
      await disk.replace(path, data)
    },
  }
}

/** What a file system says of its free space; nothing is counted. */
export async function freeSpace(
  path: string,
  rules: ArmedRules,
): Promise<{ readonly bavail: number; readonly bsize: number }> {
  const { bavail, bsize } = await statfs(path)
  return { bavail: rules.standing('disk', {}, null) ? 0 : bavail, bsize }
}
