import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running instance tells a second one. */
export interface InstanceInfo {
  readonly pid: number
  /** Null until it listens. */
  readonly consoleUrl: string | null
  /** Its processes that hold ports. */
  readonly workerPids: readonly number[]
  /** Lets the programs of this user into the console; null until it listens. Secret: the file is theirs. */
  readonly entry: string | null
}

/** Where an instance tells it. */
export const instanceFile = (directory: string): string => join(directory, 'instance.json')

/** The instance that holds the data folder, as far as it has told; null where none has. */
export function readInstance(directory: string): InstanceInfo | null {
  try {
    const value: unknown = JSON.parse(readFileSync(instanceFile(directory), 'utf8'))
    if (typeof value !== 'object' || value === null) return null
    const { pid, consoleUrl, workerPids, entry } = value as Partial<Record<keyof InstanceInfo, unknown>>
    if (typeof pid !== 'number') return null
    return {
      pid,
      consoleUrl: typeof consoleUrl === 'string' ? consoleUrl : null,
      workerPids: Array.isArray(workerPids) ? workerPids.filter((worker) => typeof worker === 'number') : [],
      entry: typeof entry === 'string' ? entry : null,
    }
  } catch {
    return null
  }
}
