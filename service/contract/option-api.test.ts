import { expect, it } from 'vitest'
import { listUsersResponse, optionErrorResponse } from './option-api.ts'

it.each([
  ['2026-01-31 09:00:00', true],
  ['x2026-01-31 09:00:00', false],
  ['2026-01-31 09:00:00.1', false],
  ['2026-01-31T09:00:00', false],
  ['2026/01/31 09:00:00', false],
])('users were made at a moment: %j is one: %s', (created_datetime, isOne) => {
  const permissions = { delivery: 1, view: 0, schedule: 0, user: 0 }
  const user = { user_id: 1, name: 'n', email: 'e', is_master: false, created_datetime, permissions }
  expect(listUsersResponse.safeParse([user]).success).toBe(isOne)
})

it.each([
  ['BAD_REQUEST', true],
  ['BAD_REQUEST ', false],
  [' BAD_REQUEST', false],
  ['bad request', false],
  ['', false],
])('errors have a code: %j is one: %s', (code, isOne) =>
  expect(optionErrorResponse.safeParse({ ok: false, error: { code, message: 'm' } }).success).toBe(isOne),
)
