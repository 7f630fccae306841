import { expect, test } from 'vitest'
import { fitting } from './bar-fit.ts'

const bar = [
  { item: 'late', width: 100 },
  { item: 'on-air', width: 50 },
  { item: 'channel', width: 200 },
  { item: 'channel', width: 10 },
  { item: 'incidents', width: 100 },
  { item: 'webhooks', width: 100 },
  { item: 'disk', width: 10 },
] as const

test('all are shown where they fit to the pixel', () => {
  expect(fitting(bar, 570)).toEqual(bar.map(() => true))
})

test('what matters least gives way first', () => {
  expect(fitting(bar, 569)).toEqual([true, true, true, true, true, true, false])
  expect(fitting(bar, 350)).toEqual([true, true, false, false, true, true, false])
  expect(fitting(bar, 349)).toEqual([true, true, false, false, true, false, false])
  expect(fitting(bar, 150)).toEqual([false, true, false, false, true, false, false])
})

test('nothing short stands where something that matters more has no room', () => {
  expect(fitting(bar, 549)).toEqual([true, true, false, false, true, true, false])
})
