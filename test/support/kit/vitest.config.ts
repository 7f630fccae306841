import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/support/kit/hundred.spec.ts'],
    ...{ pool: 'forks', maxConcurrency: 100, testTimeout: 240_000, hookTimeout: 60_000 },
  },
})
