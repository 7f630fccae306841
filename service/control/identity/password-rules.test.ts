import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { System } from '../system/system.ts'
import type { PasswordRules } from './password-rules.ts'

const SPECIFIED = 'must have 1 to 7 characters'
const TOO_LONG = 'must have at most 128 characters'

let domain: OptionDomain
let rules: PasswordRules
let system: System

beforeEach(() => {
  domain = optionDomain(new ManualClock())
  rules = domain.identity.passwordRules
  system = domain.addSystem()
})

const replaceRule = (length: number | null) =>
  domain.identity.store.systems.setPasswordMinLength(system.id, length)

it.each([
  ['', SPECIFIED],
  ['p', null],
  ['p@ s 日本', null],
  ['1234567', null],
  ['12345678', SPECIFIED],
  // seven and eight code points of two UTF-16 units each
  ['😀'.repeat(7), null],
  ['😀'.repeat(8), SPECIFIED],
])('as specified, %j: %s', (password, rule) => {
  expect(rules.check(system, password)).toBe(rule)
  expect(rules.checkAtLogin(password)).toBe(rule)
})

it.each([
  ['', 12, 'must have at least 12 characters'],
  ['12345678901', 12, 'must have at least 12 characters'],
  ['😀'.repeat(11), 12, 'must have at least 12 characters'],
  ['123456789012', 12, null],
  ['x'.repeat(128), 12, null],
  ['😀'.repeat(128), 12, null],
  ['x'.repeat(129), 12, TOO_LONG],
  ['1', 1, null],
  ['x'.repeat(127), 128, 'must have at least 128 characters'],
  ['x'.repeat(128), 128, null],
])('where the system replaced it, %j with %i: %s', (password, passwordMinLength, rule) =>
  expect(rules.check({ passwordMinLength }, password)).toBe(rule),
)

it('takes every length at login as soon as one system has replaced the rule', () => {
  domain.addSystem()
  replaceRule(20)
  expect(rules.checkAtLogin('')).toBe('must not be empty')
  expect(rules.checkAtLogin('1')).toBeNull()
  expect(rules.checkAtLogin('x'.repeat(128))).toBeNull()
  expect(rules.checkAtLogin('x'.repeat(129))).toBe(TOO_LONG)
  replaceRule(null)
  expect(rules.checkAtLogin('12345678')).toBe(SPECIFIED)
})
