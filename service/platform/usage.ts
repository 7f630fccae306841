import type { ProcessUsage } from '../contract/worker-protocol.ts'

/** What this process uses. */
export function ownUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), cpuMs: (user + system) / 1000, memoryBytes: process.memoryUsage.rss() }
}
