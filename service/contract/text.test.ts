import { describe, expect, it } from 'vitest'
import { integerTextOf } from './text.ts'

describe('an integer in a query', () => {
  const schema = integerTextOf(1, 200)
  it.each([
    ['1', 1],
    ['200', 200],
    ['007', 7],
  ])('%j is %i', (text, value) => expect(schema.parse(text)).toBe(value))
  it.each(['', '0', '201', '-1', '1.5', '1e2', ' 1', '1 ', '0x1', 'one', '1'.repeat(17), 1, null])(
    '%j breaks its rule',
    (text) => expect(schema.safeParse(text).success).toBe(false),
  )
})
