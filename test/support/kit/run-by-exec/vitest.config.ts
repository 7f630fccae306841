import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/support/kit/run-by-exec/*.spec.ts'], pool: 'forks', testTimeout: 60_000 },
})
