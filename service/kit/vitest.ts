/**
 * `import { test, expect } from 'airdesk/vitest'`: Vitest's own, with `airdesk`, one service for all tests of a
 * worker, and `system`, one isolated system for each test.
 */
import { test as base } from 'vitest'
import type { TestAPI } from 'vitest'
import type { StartOptions } from './airdesk.ts'
import { lendService, lendSystem } from './fixtures.ts'
import type { TestFixtures, WorkerFixtures } from './fixtures.ts'

interface Fixtures extends TestFixtures, WorkerFixtures {
  /** How the service is started: `test.extend({ airdeskOptions: [{ seed: 7 }, { scope: 'worker' }] })`. */
  readonly airdeskOptions: StartOptions
}

export const test: TestAPI<Fixtures> = base.extend<Fixtures>({
  airdeskOptions: [{}, { scope: 'worker' }],
  airdesk: [async ({ airdeskOptions }, use) => lendService(airdeskOptions, use), { scope: 'worker' }],
  system: async ({ airdesk }, use) => lendSystem(airdesk, use),
})
export { describe, expect } from 'vitest'
export { startAirdesk } from './airdesk.ts'
