import { defineConfig } from 'vitest/config'
import { inRoot } from '../../scripts/lib/paths.mjs'

/** What is installed as a user installs it; each file takes minutes and has a clean root of its own. */
export default defineConfig({
  test: {
    root: inRoot(),
    include: ['test/packages/**/*.test.ts'],
    globalSetup: 'test/support/build-first.ts',
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A log of minutes is read while it is made.
    reporters: ['verbose'],
  },
})
