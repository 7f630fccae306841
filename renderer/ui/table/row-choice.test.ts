import { expect, test } from 'vitest'
import { howMany, toggled, withAll, withRange } from './row-choice.ts'

const order = ['a', 'b', 'c', 'd']
const of = (...ids: string[]) => new Set(ids)

test('one is taken in, and out again', () => {
  expect(toggled(of('x'), 'a')).toEqual(of('x', 'a'))
  expect(toggled(of('x', 'a'), 'a')).toEqual(of('x'))
})

test('a range goes both ways and keeps what was chosen', () => {
  expect(withRange(of('x'), order, 'b', 'd')).toEqual(of('x', 'b', 'c', 'd'))
  expect(withRange(of('d'), order, 'c', 'a')).toEqual(of('a', 'b', 'c', 'd'))
  // Where it began is no longer shown.
  expect(withRange(of(), order, 'gone', 'b')).toEqual(of('b'))
  expect(withRange(of('a'), order, 'a', 'gone')).toEqual(of('a'))
})

test('all that are shown, or none of them; others stay', () => {
  expect(withAll(of('x', 'b'), order)).toEqual(of('x', ...order))
  expect(withAll(of('x', ...order), order)).toEqual(of('x'))
})

test('the box in the head tells how many of those shown', () => {
  expect(howMany(of('x'), order)).toBe('none')
  expect(howMany(of('b'), order)).toBe('some')
  expect(howMany(of('x', ...order), order)).toBe('all')
  expect(howMany(of('x'), [])).toBe('none')
})
