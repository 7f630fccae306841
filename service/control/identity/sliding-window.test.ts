import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { SetClock } from '../../../test/support/set-clock.ts'
import { SlidingWindow } from './sliding-window.ts'

const make = (rule = {}) => {
  const clock = new ManualClock()
  return { clock, window: new SlidingWindow(clock, { limit: 3, windowMs: 10_000, maxKeys: 100, ...rule }) }
}

it('allows the limit, then says when to come again', () => {
  const { clock, window } = make()
  for (let i = 0; i < 3; i++) {
    expect(window.take('a').allowed).toBe(true)
    clock.advance(1000)
  }
  expect(window.take('a')).toEqual({ allowed: false, retryAfterSeconds: 7 })
  expect(window.take('b').allowed).toBe(true)
  clock.advance(6001)
  expect(window.take('a')).toEqual({ allowed: false, retryAfterSeconds: 1 })
  clock.advance(999)
  expect(window.take('a').allowed).toBe(true)
  expect(window.take('a')).toEqual({ allowed: false, retryAfterSeconds: 1 })
})

it.each([3_600_000, -3_600_000])('keeps out for as long where the clock is set by %i ms', (step) => {
  const clock = new SetClock()
  const window = new SlidingWindow(clock, { limit: 1, windowMs: 10_000, maxKeys: 100 })
  window.take('a')
  expect(window.take('a').allowed).toBe(false)
  expect(window.full()).toEqual([{ key: 'a', leftMs: 10_000 }])
  clock.step = step
  clock.advance(9999)
  expect(window.full()).toEqual([{ key: 'a', leftMs: 1 }])
  expect(window.take('a').allowed).toBe(false)
  clock.advance(1)
  expect(window.full()).toEqual([])
  expect(window.take('a').allowed).toBe(true)
})

it('does not count refused attempts', () => {
  const { clock, window } = make()
  for (let i = 0; i < 100; i++) window.take('a')
  clock.advance(10_000)
  expect(window.take('a').allowed).toBe(true)
})

it('forgets an attempt that is given back, once', () => {
  const { window } = make({ limit: 1 })
  const taken = window.take('a')
  if (taken.allowed) {
    taken.giveBack()
    taken.giveBack()
  }
  expect(window.size).toBe(0)
  expect(window.take('a').allowed).toBe(true)
  expect(window.take('a').allowed).toBe(false)
})

it('remembers a bounded number of keys, those used last', () => {
  const { window } = make({ limit: 1 })
  for (let i = 0; i < 1000; i++) window.take(`key ${i}`)
  expect(window.size).toBe(100)
  expect(window.take('key 999').allowed).toBe(false)
  expect(window.take('key 0').allowed).toBe(true)
})

it('drops keys whose attempts are all over', () => {
  const { clock, window } = make()
  for (let i = 0; i < 50; i++) window.take(`key ${i}`)
  clock.advance(10_000)
  window.take('another')
  expect(window.size).toBe(1)
})

it('is not led astray by names of Object.prototype', () => {
  const { window } = make({ limit: 1 })
  for (const key of ['__proto__', 'constructor', 'toString', '']) {
    expect(window.take(key).allowed).toBe(true)
    expect(window.take(key).allowed).toBe(false)
  }
})
