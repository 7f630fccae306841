/**
 * `import { test, expect } from 'airdesk/playwright'`: Playwright's own, with `airdesk`, one service for all tests
 * of a worker, and `system`, one isolated system for each test. Pages take the local authority's certificates
 * (`ignoreHTTPSErrors`), for browsers have authorities of their own.
 */
import { test as base } from '@playwright/test'
import type { TestType, PlaywrightTestArgs, PlaywrightTestOptions } from '@playwright/test'
import type { PlaywrightWorkerArgs, PlaywrightWorkerOptions } from '@playwright/test'
import type { StartOptions } from './airdesk.ts'
import { lendService, lendSystem } from './fixtures.ts'
import type { TestFixtures, WorkerFixtures } from './fixtures.ts'

interface WorkerParts extends WorkerFixtures {
  /** How the service is started: `use: { airdeskOptions: { seed: 7 } }`. */
  readonly airdeskOptions: StartOptions
}

/** For broken starts only. */
const START_LIMIT = 60_000

export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerParts
> = base.extend<TestFixtures, WorkerParts>({
  airdeskOptions: [{}, { scope: 'worker', option: true }],
  airdesk: [
    async ({ airdeskOptions }, use) => lendService(airdeskOptions, use),
    { scope: 'worker', timeout: START_LIMIT },
  ],
  system: async ({ airdesk }, use) => lendSystem(airdesk, use),
  ignoreHTTPSErrors: true,
})
export { expect } from '@playwright/test'
export { startAirdesk } from './airdesk.ts'
