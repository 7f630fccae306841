import { expect, test } from 'vitest'
import { readUser } from '../../api/users.ts'
import { cellReason, deleteReason, passwordReason, renameReason, type Me } from './rights.ts'
import { user } from './users.fixture.ts'

const master: Me = user(1, {}, true)
const clerk: Me = user(2, { user: true, view: true })

test.each([
  [master, user(3), 'delivery', null],
  [master, user(1, {}, true), 'delivery', 'master'],
  [clerk, user(1, {}, true), 'view', 'master'],
  [clerk, user(3), 'view', null],
  [clerk, user(3), 'delivery', 'lacking'],
  [clerk, user(3, { delivery: true }), 'delivery', null],
] as const)('whether a cell can be changed', (me, other, key, reason) => {
  expect(cellReason(me, other, key)).toBe(reason)
})

test('masters are changed by masters only', () => {
  expect([renameReason(clerk, user(1, {}, true)), passwordReason(clerk, user(1, {}, true))]).toEqual([
    'mastersOnly',
    'mastersOnly',
  ])
  expect([renameReason(master, user(5, {}, true)), passwordReason(master, user(5, {}, true))]).toEqual([
    null,
    null,
  ])
})

test('a password is not set by who has less', () => {
  expect(passwordReason(clerk, user(3, { view: true }))).toBeNull()
  expect(passwordReason(clerk, user(3, { schedule: true }))).toBe('outranks')
  expect(renameReason(clerk, user(3, { schedule: true }))).toBeNull()
})

test('nobody is deleted by themselves, and one master stays', () => {
  const [first, second, third] = [user(1, {}, true), user(5, {}, true), user(3)]
  expect(deleteReason(master, first, [first, third])).toBe('lastMaster')
  expect(deleteReason(master, first, [first, second])).toBe('self')
  expect(deleteReason(master, second, [first, second])).toBeNull()
  expect(deleteReason(clerk, second, [first, second])).toBe('mastersOnly')
  expect(deleteReason(clerk, third, [first, third])).toBeNull()
})

test('1 and 0 of the list are true and false of the request', () => {
  const permissions = { delivery: 1, view: 0, schedule: 0, user: 1 } as const
  const row = { user_id: 7, name: 'Aiko', email: 'a@b.c', is_master: false, created_datetime: '' }
  expect(readUser({ ...row, permissions }).permissions).toEqual({
    delivery: true,
    view: false,
    schedule: false,
    user: true,
  })
})
