import { Option } from 'commander'
import type { Bytes } from '../../contract/units.ts'
import { integer } from './integer.ts'

/** The processes that serve HLS. */
export interface OriginSettings {
  /** How many there are; null: as many as this computer has use for. */
  readonly originProcesses: number | null
  /** What each of them keeps in memory of what is on air. */
  readonly originMemoryBytes: Bytes
}

/** As they are given. */
export interface RawOrigin {
  readonly originProcesses?: string
  readonly originMemory: string
}

const MIB: Bytes = 1024 * 1024

export const originOptions = (): readonly Option[] => [
  new Option(
    '--origin-processes <number>',
    'processes that serve HLS; half as many as there are cores, 1 to 4, where it is left out; always 1 on Windows and macOS',
  ),
  new Option(
    '--origin-memory <megabytes>',
    'what each of them keeps in memory of what is on air; the rest is read from disk',
  ).default('16'),
]

/** @throws UsageError */
export function originOf({ originProcesses, originMemory }: RawOrigin): OriginSettings {
  return {
    originProcesses:
      originProcesses === undefined ? null : integer('--origin-processes', originProcesses, 1, 16),
    originMemoryBytes: integer('--origin-memory', originMemory, 8, 4096) * MIB,
  }
}
