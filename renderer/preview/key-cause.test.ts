import { expect, it } from 'vitest'
import { keyCause } from './key-cause.ts'

it.each([
  [200, 16, 'ok'],
  [200, 32, 'length'],
  [200, null, 'length'],
  [401, null, 'signIn'],
  [404, null, 'unknown'],
  [503, null, 'other'],
  [0, null, 'unreachable'],
])('status %s with %s bytes: %s', (status, bytes, cause) => {
  expect(keyCause({ at: 0, url: '', ms: 1, status, bytes })).toBe(cause)
})
