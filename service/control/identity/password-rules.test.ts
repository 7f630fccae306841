import { beforeEach, expect, it } from 'vitest'
import { rule } from '../../contract/refusal/rules.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { System } from '../system/system.ts'
import type { PasswordRules } from './password-rules.ts'

const SPECIFIED = rule('characters', { min: 1, max: 7 })
const TOO_LONG = rule('maxCharacters', { max: 128 })

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
])('as specified, %j: %s', (password, broken) => {
  expect(rules.check(system, password)).toEqual(broken)
  expect(rules.checkAtLogin(password)).toEqual(broken)
})

it.each([
  ['', 12, rule('minCharacters', { min: 12 })],
  ['12345678901', 12, rule('minCharacters', { min: 12 })],
  ['😀'.repeat(11), 12, rule('minCharacters', { min: 12 })],
  ['123456789012', 12, null],
  ['x'.repeat(128), 12, null],
  ['😀'.repeat(128), 12, null],
  ['x'.repeat(129), 12, TOO_LONG],
  ['1', 1, null],
  ['x'.repeat(127), 128, rule('minCharacters', { min: 128 })],
  ['x'.repeat(128), 128, null],
])('where the system replaced it, %j with %i: %s', (password, passwordMinLength, broken) =>
  expect(rules.check({ passwordMinLength }, password)).toEqual(broken),
)

it('takes every length at login as soon as one system has replaced the rule', () => {
  domain.addSystem()
  replaceRule(20)
  expect(rules.checkAtLogin('')).toEqual(rule('notEmpty'))
  expect(rules.checkAtLogin('1')).toBeNull()
  expect(rules.checkAtLogin('x'.repeat(128))).toBeNull()
  expect(rules.checkAtLogin('x'.repeat(129))).toEqual(TOO_LONG)
  replaceRule(null)
  expect(rules.checkAtLogin('12345678')).toEqual(SPECIFIED)
})
