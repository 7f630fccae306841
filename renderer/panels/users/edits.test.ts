import { expect, test } from 'vitest'
import { byUser, rebased, shown, staleness, toggled, undone, wanted, without, type Edits } from './edits.ts'
import { user } from './users.fixture.ts'

const [ann, ben] = [user(3), user(4, { delivery: true, view: true })]

test('a cell shows its change, and toggled twice has none', () => {
  const once = toggled([], ben, 'view')
  expect([shown(once, ben, 'view'), shown(once, ben, 'delivery'), shown(once, ann, 'view')]).toEqual([
    false,
    true,
    false,
  ])
  expect(toggled(once, ben, 'view')).toEqual([])
})

test('each user becomes one request with their changed members', () => {
  let edits: Edits = []
  edits = toggled(edits, ann, 'schedule')
  edits = toggled(edits, ben, 'view')
  edits = toggled(edits, ann, 'view')
  const requests = [...byUser(edits)].map(([userId, own]) => [userId, wanted(own)])
  expect(requests).toEqual([
    [3, { schedule: true, view: true }],
    [4, { view: false }],
  ])
  expect(byUser(undone(edits)).get(3)).toHaveLength(1)
  expect(byUser(without(edits, 3)).has(3)).toBe(false)
})

test('what somebody else changed is noticed, in other cells too', () => {
  const edits = toggled([], ann, 'view')
  expect(staleness(edits, ann)).toEqual([])
  expect(staleness(edits, undefined)).toBe('gone')
  expect(staleness(edits, user(3, { schedule: true }))).toEqual(['schedule'])
  expect(staleness(edits, user(3, { view: true }))).toEqual(['view'])
})

test('it is noticed although the list was renewed between two changes', () => {
  const first = toggled([], ann, 'view')
  const renewed = user(3, { schedule: true })
  const second = toggled(first, renewed, 'delivery')
  expect(staleness(byUser(second).get(3) ?? [], renewed)).toEqual(['schedule'])
})

test('applied anyway, wishes stand on what is there now', () => {
  const edits = toggled(toggled(toggled([], ann, 'view'), ann, 'delivery'), ben, 'view')
  const now = user(3, { view: true, schedule: true })
  const again = rebased(edits, now)
  expect(again.map(({ userId, key }) => [userId, key])).toEqual([
    [3, 'delivery'],
    [4, 'view'],
  ])
  expect(staleness(byUser(again).get(3) ?? [], now)).toEqual([])
})
