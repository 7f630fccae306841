import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, WEBRTC_FLAGS, findChromium } from './scripts/lib/chromium.mjs'
import { electronExecutable, electronStandIn } from './scripts/lib/electron.mjs'

// The `electron` package, and with it Playwright, looks here instead of downloading.
if (!electronExecutable()) process.env.ELECTRON_OVERRIDE_DIST_PATH = electronStandIn

const executablePath = findChromium()
const chromium = {
  browserName: 'chromium',
  launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
} as const

/** Of its own for each project, for a run empties it: `npm test` runs several at the same time. */
const output = (project: string) => `out/test/playwright/${project}`

/** What `npm test` leaves to the night has the tag `@nightly`. */
export default defineConfig({
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  globalSetup: './test/support/prepare-browser-tests.ts',
  reporter: [['list'], ['json', { outputFile: 'out/test/playwright.json' }]],
  projects: [
    { name: 'console', testDir: 'test/e2e', outputDir: output('console'), use: chromium },
    {
      name: 'webrtc',
      testDir: 'test/webrtc',
      outputDir: output('webrtc'),
      // Encoders that starve leave layers out.
      workers: 1,
      use: {
        browserName: 'chromium',
        launchOptions: { args: WEBRTC_FLAGS, ...(executablePath ? { executablePath } : {}) },
      },
    },
    // One at a time: some of them need the usual ports.
    { name: 'desktop', testDir: 'test/desktop', outputDir: output('desktop'), workers: 1 },
  ],
})
