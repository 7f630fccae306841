import { defineConfig } from 'vitest/config'

/** Limits for broken code on a busy machine; no test means them. */
const LIMITS = { testTimeout: 180_000, hookTimeout: 120_000, teardownTimeout: 20_000 }

/** What encodes in real time; two of them at once would starve each other. */
const ENCODING = [
  'test/integration/{broadcast,sources,relay,rtmp-ingest,recordings,walk,low-latency}.test.ts',
]
/** What protects rarely and costs much: `npm run test:nightly`. */
const NIGHTLY = '{test,service}/**/*.nightly.test.ts'
const shared = { environment: 'node', pool: 'forks', retry: 0, ...LIMITS } as const

export default defineConfig({
  test: {
    // Of three, one or two wait for processes of their own at most times.
    maxWorkers: 3,
    tags: [{ name: 'nightly', description: 'Protects rarely and costs much: `npm run test:nightly`.' }],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // Files share their process, so that what they import is read once a process.
          isolate: false,
          include: [
            '{service,main,renderer,scripts,test/support,test/corpus,test/hour,test/mutation,test/soak}/**/*.test.{ts,mjs}',
          ],
          exclude: [NIGHTLY],
        },
      },
      {
        // Real processes and sockets. What these do most is wait: beside the unit tests they cost no time.
        test: {
          ...shared,
          name: 'integration',
          globalSetup: 'test/support/build-first.ts',
          include: ['test/{integration,conformance,fuzz,packaging}/**/*.test.ts'],
          exclude: [...ENCODING, NIGHTLY],
        },
      },
      {
        test: {
          ...shared,
          name: 'encoding',
          globalSetup: 'test/support/build-first.ts',
          include: ENCODING,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'nightly',
          globalSetup: 'test/support/build-first.ts',
          include: [NIGHTLY],
          testTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
