import { expect, it } from 'vitest'
import { Ring } from './ring.ts'

it('keeps the newest values in order', () => {
  const ring = new Ring(3)
  expect(ring.read()).toEqual({ times: [], values: [] })
  for (const n of [1, 2, 3, 4, 5]) ring.push(n * 1000, n)
  expect(ring.read()).toEqual({ times: [3, 4, 5], values: [3, 4, 5] })
})

it('keeps a gap as a gap', () => {
  const ring = new Ring(3)
  ring.push(1000, Number.NaN)
  ring.push(2000, 0)
  expect(ring.read().values).toEqual([null, 0])
})
