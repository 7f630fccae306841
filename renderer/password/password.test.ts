import { expect, test } from 'vitest'
import { breaks } from '../../service/contract/refusal/carried.ts'
import { brokenRule, generateAccessCode, generatePassword } from './password.ts'

const SPECIFIED = { minLength: null }

test.each([
  ['', SPECIFIED, breaks('characters', { min: 1, max: 7 })],
  ['a', SPECIFIED, null],
  ['🎥'.repeat(7), SPECIFIED, null],
  ['12345678', SPECIFIED, breaks('characters', { min: 1, max: 7 })],
  ['1234567', { minLength: 8 }, breaks('minCharacters', { min: 8 })],
  ['12345678', { minLength: 8 }, null],
  ['x'.repeat(129), { minLength: 8 }, breaks('maxCharacters', { max: 128 })],
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
