import { expect, it } from 'vitest'
import { torture } from '../torture/torture.ts'

it('delivers every event in order, to endpoints that fail, hang and die, over two kills of the process', async () => {
  const report = await torture({
    events: 600,
    channels: 40,
    endpoints: 4,
    kills: 2,
    deaths: 1,
    timeoutMs: 1_000,
    seed: Date.now() % 2 ** 31,
    limitMs: 100_000,
  })
  expect(report.faults).toEqual([])
  expect(report.kills).toBe(2)
  expect(report.deaths).toBe(4)
  // It was torture: without failures and repetitions nothing was shown.
  expect(report.duplicates).toBeGreaterThan(0)
  expect(report.attempts.status).toBeGreaterThan(0)
  expect(report.attempts.none).toBeGreaterThanOrEqual(600)
})
