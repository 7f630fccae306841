import { expect, it } from 'vitest'
import { readTimes, withMoments } from './times.ts'

it('times are read from an address, and what is none of them is left out', () => {
  expect(readTimes({ from: 1_700_000_000_000, to: '1700000060000' })).toEqual({
    from: 1_700_000_000_000,
    to: 1_700_000_060_000,
  })
  expect(readTimes({ last: '24h', from: '5' })).toEqual({ last: '24h' })
  expect(readTimes({ last: '2h', from: 'noon', to: '', other: 1 })).toEqual({})
  expect(readTimes({ from: '-5', to: 1.5 })).toEqual({})
})

it('the last hours count from now; moments stay as they are', () => {
  const now = 1_800_000_000_000
  expect(withMoments({ last: '24h', state: 'dead' }, now)).toEqual({ state: 'dead', from: now - 86_400_000 })
  expect(withMoments({ last: '7d' }, now)).toEqual({ from: now - 7 * 86_400_000 })
  expect(withMoments({ from: 5, to: 6 }, now)).toEqual({ from: 5, to: 6 })
})
