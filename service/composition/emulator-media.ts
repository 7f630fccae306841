/** Where faults on purpose strike in control for what media processes do. */
import type { RefusedByFault } from '../control/connection/dependencies.ts'
import type { Emulator } from '../control/emulator/emulator.ts'
import type { DiskWatch } from '../platform/settings/disk.ts'

/** Undefined where the service was started without `--emulator`. */
export function encodersRefused(emulator: Emulator | null | undefined): RefusedByFault | undefined {
  if (!emulator) return undefined
  return (encoder) => emulator.faults.at('publisher', encoder, 'refuse')?.reason ?? null
}

/** Nothing is free while a fault fills the disk. The database goes on: it is not what is tried. */
export function fillableDisk(disk: DiskWatch, emulator: Emulator | null): DiskWatch {
  if (!emulator) return disk
  return {
    freeBytes: () => (emulator.faults.any('disk') ? 0 : disk.freeBytes()),
    stop: () => disk.stop(),
  }
}
