import { beforeEach, expect, test } from 'vitest'
import type { NewUser } from '../../../api/users.ts'
import { PRESETS } from '../presets.ts'
import { useBatch } from './batch.ts'

const person = (name: string, password = ''): NewUser => ({
  ...{ name, email: `${name}@b.example`, password },
  permissions: PRESETS.viewer,
})
const people = [person('a'), person('b', 'tiger42'), person('c')]
const batch = () => useBatch.getState()
const kinds = () => batch().all.map(({ outcome }) => outcome.kind)

/** Passwords `made-1`, `made-2` and so on. */
function generator() {
  let made = 0
  return () => `made-${++made}`
}

beforeEach(() => {
  batch().claim(0)
  batch().claim(1)
})

test('all are added one after the other, with a password of their own or a generated one', async () => {
  const sent: NewUser[] = []
  await batch().start(people, generator(), (user) => Promise.resolve(sent.push(user)))
  expect(sent.map(({ name, password }) => [name, password])).toEqual([
    ['a', 'made-1'],
    ['b', 'tiger42'],
    ['c', 'made-2'],
  ])
  expect(batch().all.map(({ isGenerated }) => isGenerated)).toEqual([true, false, true])
  expect(batch().isRunning).toBe(false)
})

test('one that fails stops nobody, and is tried again alone with the same password', async () => {
  const refused = new Error('refused')
  await batch().start(people, generator(), ({ name }) =>
    name === 'a' ? Promise.reject(refused) : Promise.resolve(),
  )
  expect(kinds()).toEqual(['failed', 'added', 'added'])
  expect(batch().all[0]?.outcome).toEqual({ kind: 'failed', error: refused })
  const again: NewUser[] = []
  await batch().again((user) => Promise.resolve(again.push(user)))
  expect(again.map(({ name, password }) => [name, password])).toEqual([['a', 'made-1']])
  expect(kinds()).toEqual(['added', 'added', 'added'])
})

test('while some are added nothing else begins and nothing is forgotten', async () => {
  const held = Promise.withResolvers<undefined>()
  const first = batch().start([person('a')], generator(), () => held.promise)
  await batch().start(people, generator(), () => Promise.resolve())
  batch().forget()
  expect(kinds()).toEqual(['waiting'])
  held.resolve(undefined)
  await first
  batch().forget()
  expect(batch().all).toEqual([])
})

test('somebody else who signs in sees none of it, and nobody more is added', async () => {
  const held = Promise.withResolvers<undefined>()
  const sent: string[] = []
  const running = batch().start(people, generator(), ({ name }) => {
    sent.push(name)
    return held.promise
  })
  batch().claim(2)
  held.resolve(undefined)
  await running
  expect([sent, batch().all, batch().isRunning]).toEqual([['a'], [], false])
})
