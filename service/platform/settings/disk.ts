import { statfs } from 'node:fs/promises'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../clock.ts'

const REFRESH: Milliseconds = 10_000

/** Free space where the data is kept, refreshed every 10 s. */
export interface DiskWatch {
  /** Bytes that this user may still write; 0 where it can't be known. */
  freeBytes(): Bytes
  stop(): void
}

/** Watches the free space of the file system that holds `directory`. */
export async function watchDisk(directory: string, clock: Clock): Promise<DiskWatch> {
  let free = await measure(directory)
  const refresh = async () => {
    free = await measure(directory)
  }
  const timer = clock.every(REFRESH, () => void refresh())
  return { freeBytes: () => free, stop: () => timer.cancel() }
}

async function measure(directory: string): Promise<Bytes> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return 0
  }
}
