import type { Bytes } from '../contract/units.ts'
import type { ProcessUsage } from '../contract/worker-protocol.ts'

let memoryBytes: Bytes = 0

/** What this process uses. Its memory is what it was where too many files are open to read it from the system. */
export function ownUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage()
  try {
    memoryBytes = process.memoryUsage.rss()
  } catch {
    // Linux tells it in a file of `/proc`.
  }
  return { at: performance.now(), cpuMs: (user + system) / 1000, memoryBytes }
}
