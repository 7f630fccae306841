import { expect } from 'vitest'

/** A time that was cut to whole seconds lies between `before` and now. Milliseconds since 1970. */
export function expectSince(before: number, at: number): void {
  expect(at).toBeGreaterThan(before - 1000)
  expect(at).toBeLessThanOrEqual(Date.now())
}
