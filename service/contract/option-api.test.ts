import { expect, it } from 'vitest'
import {
  changePasswordRequest,
  changeScheduleRequest,
  createScheduleRequest,
  listSchedulesResponse,
  listUsersResponse,
  loginResponse,
  newEmailSchema,
  optionErrorResponse,
} from './option-api.ts'

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

it.each([
  ['2027/01/01 10:00:00', true],
  ['2027-01-01T10:00:00.000Z', false],
  ['1969/12/31 23:59:59', false],
  ['9999/01/01 10:00:00', false],
  ['2027/02/29 10:00:00', false],
])('a schedule starts at a moment of the API: %j is one: %s', (start_datetime, isOne) => {
  const given = { start_datetime, end_datetime: '2027/01/01 11:00:00', name: 'n' }
  const { error } = createScheduleRequest.safeParse(given)
  const wrong = error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(wrong.includes('start_datetime')).toBe(!isOne)
})

it.each([
  ['created', createScheduleRequest],
  ['changed', changeScheduleRequest],
])('a schedule that is %s ends after its start; what else is wrong is told as well', (_how, schema) => {
  const wrong = (name: string, end_datetime: string) => {
    const given = { schedule_id: 'x', start_datetime: '2027/01/01 10:00:00', service_params: [] }
    const { error } = schema.safeParse({ ...given, end_datetime, name })
    return error?.issues.map(({ path }) => path.join('.')) ?? []
  }
  expect(wrong('n', '2027/01/01 10:00:01')).toEqual([])
  expect(wrong('n', '2027/01/01 10:00:00')).toEqual(['end_datetime'])
  expect(wrong('', '2027/01/01 09:00:00')).toEqual(['name', 'end_datetime'])
})

it.each([
  ['2026-01-31T09:00:00', true],
  ['2026-01-31 09:00:00', false],
  ['x2026-01-31T09:00:00', false],
  ['2026-01-31T09:00:00Z', false],
])('schedules are listed at a moment: %j is one: %s', (moment, isOne) => {
  const schedule = Object.fromEntries(
    Object.keys(listSchedulesResponse.element.shape).map((name) => [name, 'text']),
  )
  const times = { start_datetime: moment, end_datetime: moment, created_datetime: moment }
  const { error } = listSchedulesResponse.safeParse([{ ...schedule, ...times }])
  const wrong = error?.issues.map(({ path }) => path[1]) ?? []
  expect(Object.keys(times).filter((name) => wrong.includes(name))).toEqual(isOne ? [] : Object.keys(times))
})

it.each([
  ['', false],
  ['x', true],
  ['🎥'.repeat(128), true],
  ['x'.repeat(129), false],
])('a password is one of some system: %j is one: %s', (password, isOne) => {
  expect(changePasswordRequest.safeParse({ password }).success).toBe(isOne)
})

it.each([
  ['2027/01/01 10:00:00', true],
  ['x2027/01/01 10:00:00', false],
  ['2027/01/01 10:00:00x', false],
])('a token ends at a moment of the API: %j is one: %s', (expires_at, isOne) => {
  expect(loginResponse.safeParse({ token: 't', expires_at }).success).toBe(isOne)
})

it.each([
  ['ann@example.test', true],
  ['ann\0@example.test', false],
  ['ann\u001b[31m@example.test', false],
  ['ann@\u202eexample.test', false],
])('a new user has an address that shows as it is: %j does: %s', (email, does) =>
  expect(newEmailSchema.safeParse(email).success).toBe(does),
)
