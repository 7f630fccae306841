import { statfs } from 'node:fs/promises'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../clock.ts'

const REFRESH: Milliseconds = 10_000

/** Free space where the data is kept, refreshed every 10 s. */
export interface DiskWatch {
  /** Bytes that this user may still write; 0 until first measured or where it can't be known. */
  freeBytes(): Bytes
  stop(): void
}

/**
 * Watches the free space of the file system that holds `directory`.
 * @param onChange told after each measurement that differs from the one before
 */
export async function watchDisk(directory: string, clock: Clock, onChange: () => void): Promise<DiskWatch> {
  let free = await measure(directory)
  const refresh = async () => {
    const now = await measure(directory)
    if (now === free) return
    free = now
    onChange()
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
