import { expect, it } from 'vitest'
import { firstDay, rangeOf, stepped } from './range.ts'

it('shows the week from Monday and the six weeks of a month', () => {
  expect(rangeOf('week', '2026-11-22')).toEqual({ first: '2026-11-16', days: 7 })
  expect(rangeOf('month', '2026-11-18')).toEqual({ first: '2026-10-26', days: 42 })
  expect(rangeOf('day', '2026-11-18')).toEqual({ first: '2026-11-18', days: 1 })
  expect(rangeOf('timeline', '2026-11-18')).toEqual({ first: '2026-11-18', days: 1 })
})

it('is of the first day that it shows, a month of its own first', () => {
  expect(firstDay('week', '2026-11-22')).toBe('2026-11-16')
  expect(firstDay('month', '2026-11-18')).toBe('2026-11-01')
})

it('steps by what is shown, months by months', () => {
  expect(stepped('week', '2026-11-18', 1)).toBe('2026-11-25')
  expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepped('month', '2026-03-31', -1)).toBe('2026-02-01')
  expect(stepped('day', '2026-03-01', -1)).toBe('2026-02-28')
})
