import { expect, it } from 'vitest'
import { metricsDoor } from './metrics-door.ts'

it('is open without a token where only loopback is listened on, else there is none', () => {
  expect(metricsDoor(null, true).admit(undefined)).toBe('admitted')
  expect(metricsDoor(null, false).admit(undefined)).toBe('off')
  expect(metricsDoor(null, false).admit('Bearer null')).toBe('off')
})

it.each([true, false])(
  'is open for who bears the token, and for nobody else (loopback: %s)',
  (isLoopback) => {
    const door = metricsDoor('abc.DEF-1==', isLoopback)
    expect(door.admit('Bearer abc.DEF-1==')).toBe('admitted')
    expect(door.admit('bearer abc.DEF-1==')).toBe('admitted')
    for (const wrong of [undefined, '', 'Bearer', 'Bearer abc.DEF-1', 'Basic abc.DEF-1==', 'abc.DEF-1==']) {
      expect(door.admit(wrong)).toBe('refused')
    }
  },
)
