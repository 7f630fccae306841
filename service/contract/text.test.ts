import { describe, expect, it } from 'vitest'
import { integerTextOf, nameOf } from './text.ts'

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

describe('a name', () => {
  const schema = nameOf(1, 10)
  it.each(['a', '配信 ①', 'é\u0301', '👩‍👩‍👧', 'שלום', '\u00a0', '🎥'.repeat(10)])('may be %j', (name) => {
    expect(schema.safeParse(name).success).toBe(true)
  })
  it.each([
    ...['', 'a\n', '\u0000', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u2029', '🎥'.repeat(11)],
    ...['\u202a', '\u202e', '\u2066', '\u2069'],
  ])('may not be %j', (name) => expect(schema.safeParse(name).success).toBe(false))
})
