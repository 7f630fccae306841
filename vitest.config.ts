import { defineConfig } from 'vitest/config'

/** Limits for broken code on a busy machine; no test means them. */
const LIMITS = { testTimeout: 30_000, hookTimeout: 60_000, teardownTimeout: 20_000 }

const WAITING = ['test/integration/{lifecycles,serve,webhook-torture}.test.ts']
const shared = { environment: 'node', pool: 'forks', retry: 0, ...LIMITS } as const

export default defineConfig({
  test: {
    // Of three, one at most times waits for a process of its own.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{service,main,renderer,scripts,test/support}/**/*.test.{ts,mjs}'],
        },
      },
      {
        // Real processes too, but what these do most is wait: beside the unit tests they cost no time.
        test: {
          ...shared,
          name: 'lifecycles',
          globalSetup: 'test/support/build-first.ts',
          include: WAITING,
          testTimeout: 120_000,
        },
      },
      {
        // Real processes, real sockets, real encoders: one file at a time, or they starve each other.
        test: {
          ...shared,
          name: 'integration',
          globalSetup: 'test/support/build-first.ts',
          include: ['test/{integration,conformance,fuzz,packaging}/**/*.test.ts'],
          exclude: WAITING,
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
