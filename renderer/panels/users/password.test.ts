import { expect, test } from 'vitest'
import { brokenRule, generateAccessCode, generatePassword } from './password.ts'

const SPECIFIED = { minLength: null }

test.each([
  ['', SPECIFIED, 'must have 1 to 7 characters'],
  ['a', SPECIFIED, null],
  ['🎥'.repeat(7), SPECIFIED, null],
  ['12345678', SPECIFIED, 'must have 1 to 7 characters'],
  ['1234567', { minLength: 8 }, 'must have at least 8 characters'],
  ['12345678', { minLength: 8 }, null],
  ['x'.repeat(129), { minLength: 8 }, 'must have at most 128 characters'],
])('%j under %j', (password, rule, broken) => {
  expect(brokenRule(password, rule)).toBe(broken)
})

test('what is generated obeys the rule and is never the same', () => {
  for (const rule of [SPECIFIED, { minLength: 1 }, { minLength: 64 }]) {
    const made = Array.from({ length: 50 }, () => generatePassword(rule))
    expect(made.map((password) => brokenRule(password, rule))).toEqual(made.map(() => null))
    expect(new Set(made).size).toBe(50)
  }
  expect(generateAccessCode()).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
})
