import { defineConfig } from '@playwright/test'
import { CONSOLE_FLAGS, WEBRTC_FLAGS, findHeadlessShell } from './scripts/lib/chromium.mjs'
import { electronExecutable, electronStandIn } from './scripts/lib/electron.mjs'

// The `electron` package, and with it Playwright, looks here instead of downloading.
if (!electronExecutable()) process.env.ELECTRON_OVERRIDE_DIST_PATH = electronStandIn

const executablePath = findHeadlessShell()
/** @param args of Chromium */
const chromium = (args: string[]) => ({
  browserName: 'chromium' as const,
  launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
})

/** Of its own for each project, for a run empties it: `npm test` runs several at the same time. */
const output = (project: string) => `out/test/playwright/${project}`

/** What `npm test` leaves to the night has the tag `@nightly`. */
export default defineConfig({
  // Limits for broken code on a busy machine; no test means them.
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { timeout: 90_000 } },
  // Of three, one waits at most times for what it has started.
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  globalSetup: './test/support/prepare-browser-tests.ts',
  reporter: [['list'], ['json', { outputFile: 'out/test/playwright.json' }]],
  projects: [
    { name: 'console', testDir: 'test/e2e', outputDir: output('console'), use: chromium(CONSOLE_FLAGS) },
    {
      name: 'webrtc',
      testDir: 'test/webrtc',
      outputDir: output('webrtc'),
      // Encoders that starve leave layers out.
      workers: 1,
      use: chromium(WEBRTC_FLAGS),
    },
    // One at a time: some of them need the usual ports.
    { name: 'desktop', testDir: 'test/desktop', outputDir: output('desktop'), workers: 1 },
  ],
})
