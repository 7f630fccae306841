/** How long the disk takes what is being recorded. Pure. */
import type { OperatedEngine } from '../../service/contract/console/engine-view.ts'
import { HOUR_MS } from '../time.ts'

export interface DiskRoom {
  /** `fail`: nothing more is recorded. `warn`: less than two hours. */
  readonly tone: 'ok' | 'warn' | 'fail'
  /** Milliseconds at the current rate; null while nothing is recorded. */
  readonly leftMs: number | null
}

export function diskRoom({
  diskFreeBytes,
  archive,
}: Pick<OperatedEngine, 'diskFreeBytes' | 'archive'>): DiskRoom {
  const room = diskFreeBytes - archive.reserveBytes
  if (room <= 0) return { tone: 'fail', leftMs: 0 }
  if (archive.recordingBps === 0) return { tone: 'ok', leftMs: null }
  const leftMs = (room * 8000) / archive.recordingBps
  return { tone: leftMs < 2 * HOUR_MS ? 'warn' : 'ok', leftMs }
}

/** Whole hours from two on, below that whole minutes. */
export const roomUnits = (ms: number): { readonly unit: 'hours' | 'minutes'; readonly number: number } =>
  ms < 2 * HOUR_MS
    ? { unit: 'minutes', number: Math.floor(ms / 60_000) }
    : { unit: 'hours', number: Math.floor(ms / HOUR_MS) }
