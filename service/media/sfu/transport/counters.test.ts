import { expect, it } from 'vitest'
import { TransportCounters } from './counters.ts'

it('counts transports by what became of them', () => {
  const counters = new TransportCounters()
  for (let i = 0; i < 3; i++) counters.answered()
  for (let i = 0; i < 3; i++) counters.acquired()
  counters.opened(20)
  counters.opened(9_000)
  counters.slow()
  counters.ended('dtls-failed')
  counters.released()
  const { openTimes, causes, ...counts } = counters.snapshot()
  expect(counts).toEqual({ answered: 3, opened: 2, slow: 1, live: 2 })
  expect(causes).toMatchObject({ 'dtls-failed': 1, 'ice-timeout': 0 })
  expect(openTimes.filter(({ count }) => count > 0)).toEqual([
    { le: 20, count: 1 },
    { le: null, count: 1 },
  ])
})
