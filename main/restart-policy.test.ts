import { expect, test } from 'vitest'
import { RestartPolicy } from './restart-policy.ts'

test('waits longer after each death, up to a limit', () => {
  const policy = new RestartPolicy()
  const delays = Array.from({ length: 8 }, () => policy.died(1000))
  expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
})

test('forgets after a minute of good service', () => {
  const policy = new RestartPolicy()
  policy.died(1000)
  policy.died(1000)
  expect(policy.died(60_000)).toBe(250)
})

test('gives up on a service that never becomes ready', () => {
  const policy = new RestartPolicy()
  expect([null, null, null, null].map((ready) => policy.died(ready))).toEqual([250, 500, 1000, null])
})

test('a life that was ready breaks the row', () => {
  const policy = new RestartPolicy()
  for (const readyForMs of [null, null, null, 5, null, null, null]) {
    expect(policy.died(readyForMs)).not.toBeNull()
  }
  expect(policy.died(null)).toBeNull()
})

test('a new start by the operator has a clean record', () => {
  const policy = new RestartPolicy()
  for (let i = 0; i < 4; i++) policy.died(null)
  policy.reset()
  expect(policy.died(null)).toBe(250)
})
