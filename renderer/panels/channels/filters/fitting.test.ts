import { expect, test } from 'vitest'
import { fitting } from './fitting.ts'

test('all where there is room for all, without a button for more', () => {
  expect(fitting([100, 100, 50], 250, 80, -1)).toEqual([0, 1, 2])
})

test('else as many from the first on as leave room for the button', () => {
  expect(fitting([100, 100, 50], 249, 80, -1)).toEqual([0])
  expect(fitting([100, 100, 50], 249, 49, -1)).toEqual([0, 1])
  // A narrow one does not overtake.
  expect(fitting([100, 200, 10], 249, 49, -1)).toEqual([0])
})

test('the pressed one is always there', () => {
  expect(fitting([100, 100, 50], 249, 80, 2)).toEqual([0, 2])
  expect(fitting([100, 100, 50], 249, 80, 0)).toEqual([0])
  expect(fitting([100, 100, 50], 20, 80, 2)).toEqual([2])
})
