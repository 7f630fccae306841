import { beforeEach, expect, test } from 'vitest'
import type { FaultOrders } from '../../../contract/faults.ts'
import { fault } from '../../../contract/faults.ts'
import type { SystemId } from '../../../contract/ids.ts'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { FaultBook } from './book.ts'

let clock: ManualClock
let machine: ManualClock
let book: FaultBook
let delivered: FaultOrders[]

beforeEach(() => {
  clock = new ManualClock()
  machine = new ManualClock()
  book = new FaultBook({ seed: 7, clock, machine })
  delivered = []
  book.follow({
    deliver: (orders) => {
      delivered.push(orders)
      return Promise.resolve()
    },
    strikeProcesses: () => undefined,
  })
})

const slow = { id: 'slow', at: 'live', effect: { kind: 'delay', delayMs: 5 } } as const
const arm = (...given: object[]) => book.put(given.map((one) => fault.parse(one)))
const call = (of: Partial<{ systemId: string; operation: string; channelId: string; onAir: boolean }> = {}) =>
  book.at('live', {
    systemId: (of.systemId ?? 'A') as SystemId,
    operation: of.operation ?? 'Service_20250901.CreateRTMPChannel',
    onAir: () => of.onAir ?? false,
    ...(of.channelId !== undefined && { channelId: of.channelId }),
  }) !== null
const hits = (count: number) => Array.from({ length: count }, () => call())
const seen = (id = 'slow') => book.list().find((one) => one.fault.id === id)

test('a call of another place, system, operation or channel is left alone and not counted', async () => {
  const match = { systemId: 'A', operation: 'CreateRTMPChannel', channelId: 'C' }
  await arm({ ...slow, match })
  expect(call({ channelId: 'C', systemId: 'B' })).toBe(false)
  expect(call({ channelId: 'D' })).toBe(false)
  expect(call()).toBe(false)
  expect(call({ channelId: 'C', operation: 'Service_20250901.DeleteChannel' })).toBe(false)
  expect(book.at('option', { method: 'GET', path: '/api/view' })).toBe(null)
  expect(seen()).toMatchObject({ hits: 0, matched: 0 })
  expect(call({ channelId: 'C' })).toBe(true)
  expect(seen()).toMatchObject({ hits: 1, matched: 1, state: 'armed' })
})

test('an operation is named with its version or without', async () => {
  await arm({ ...slow, match: { operation: 'Service_20250901.CreateRTMPChannel' } })
  expect([call(), call({ operation: 'Service_20991231.CreateRTMPChannel' })]).toEqual([true, false])
})

test('only while something is on air', async () => {
  await arm({ ...slow, match: { onAir: true } })
  expect([call(), call({ onAir: true })]).toEqual([false, true])
})

test('every third, after the first two', async () => {
  await arm({ ...slow, match: { every: 3, after: 2 } })
  expect(hits(8)).toEqual([false, false, false, false, true, false, false, true])
  expect(seen()).toMatchObject({ hits: 2, matched: 8 })
})

test('a share follows from the seed alone', async () => {
  const run = async (seed: number) => {
    book = new FaultBook({ seed, clock, machine })
    await arm({ ...slow, match: { share: 0.3 } })
    return hits(200)
  }
  const first = await run(7)
  expect(await run(7)).toEqual(first)
  expect(await run(8)).not.toEqual(first)
  const count = first.filter(Boolean).length
  expect(count).toBeGreaterThan(40)
  expect(count).toBeLessThan(80)
})

test.each([
  [0, 0],
  [1, 50],
])('a share of %d hits %d of 50', async (share, count) => {
  await arm({ ...slow, match: { share } })
  expect(hits(50).filter(Boolean)).toHaveLength(count)
})

test('over after so many hits', async () => {
  await arm({ ...slow, ends: { afterHits: 2 } })
  expect(hits(4)).toEqual([true, true, false, false])
  expect(seen()).toMatchObject({ state: 'over', hits: 2 })
  expect(book.summary()).toEqual({ armed: 0, hits: 0 })
  expect(book.any('live')).toBe(false)
})

test('rules of control are over by the clock that is moved, those of media in real time', async () => {
  const full = { id: 'full', at: 'disk', effect: { kind: 'full' } } as const
  await arm({ ...slow, ends: { afterMs: 1000 } }, { ...full, ends: { afterMs: 1000 } })
  clock.advance(999)
  expect(call()).toBe(true)
  clock.advance(1)
  expect(call()).toBe(false)
  expect([seen()?.state, seen('full')?.state]).toEqual(['over', 'armed'])
  expect(delivered.at(-1)?.faults).toHaveLength(1)
  machine.advance(1000)
  expect(seen('full')?.state).toBe('over')
  expect(delivered.at(-1)?.faults).toEqual([])
})

test('the first of two that match strikes', async () => {
  await arm(slow, { id: 'cut', at: 'live', effect: { kind: 'cut' } })
  call()
  expect([seen()?.hits, seen('cut')?.hits]).toEqual([1, 0])
})

test('armed anew it begins from nothing', async () => {
  await arm({ ...slow, ends: { afterHits: 1 } })
  expect(hits(2)).toEqual([true, false])
  expect(await book.switch('slow', true)).toBe(true)
  expect(seen()).toMatchObject({ state: 'armed', hits: 0 })
  expect(call()).toBe(true)
  expect(await book.switch('slow', false)).toBe(true)
  expect(seen()).toMatchObject({ state: 'off', hits: 1, fault: { on: false } })
  expect(await book.switch('other', true)).toBe(false)
})

test('one that is armed is armed anew too: counted from nothing, with all of its time', async () => {
  await arm({ ...slow, ends: { afterMs: 1000 } })
  expect(call()).toBe(true)
  clock.advance(900)
  await book.switch('slow', true)
  expect(seen()).toMatchObject({ hits: 0, matched: 0 })
  clock.advance(900)
  expect(seen()?.state).toBe('armed')
  clock.advance(100)
  expect(seen()?.state).toBe('over')
})

test('an encoder is kept away by a fault that has hit, until it is disarmed', async () => {
  const ends = { afterHits: 1 }
  await arm({ id: 'away', at: 'publisher', effect: { kind: 'drop', awayMs: 60_000 }, ends })
  const [told] = delivered.at(-1)?.faults ?? []
  book.counted([{ id: 'away', arming: told?.arming ?? 0, asked: 1, hits: 1 }])
  expect([seen('away')?.state, delivered.at(-1)?.faults.length]).toEqual(['over', 1])
  await book.disarm(null)
  expect([seen('away')?.state, delivered.at(-1)?.faults.length]).toEqual(['off', 0])
})

test('one of the same id is replaced, and its timer with it', async () => {
  await arm({ ...slow, ends: { afterMs: 1000 } })
  await arm(slow)
  clock.advance(2000)
  expect(seen()?.state).toBe('armed')
  expect(book.list()).toHaveLength(1)
})

test('what is off, removed or disarmed strikes nothing', async () => {
  await arm({ ...slow, on: false })
  expect(call()).toBe(false)
  await arm(slow, { ...slow, id: 'of-b', match: { systemId: 'B' } })
  await book.disarm('B')
  expect([seen()?.state, seen('of-b')?.state]).toEqual(['armed', 'off'])
  await book.disarm(null)
  expect(call()).toBe(false)
  expect(await book.remove('slow')).toBe(true)
  expect(await book.remove('slow')).toBe(false)
  expect(book.list().map((one) => one.fault.id)).toEqual(['of-b'])
})

test('what a media process counts is of the arming that it was told of', async () => {
  const still = { id: 'still', at: 'publisher', effect: { kind: 'freeze' }, ends: { afterHits: 3 } } as const
  await arm(still)
  const first = delivered.at(-1)?.faults[0]?.arming ?? 0
  book.counted([{ id: 'still', arming: first, asked: 2, hits: 2 }])
  expect(seen('still')).toMatchObject({ hits: 2, matched: 2 })
  await book.switch('still', false)
  await book.switch('still', true)
  book.counted([{ id: 'still', arming: first, asked: 1, hits: 1 }])
  expect(seen('still')).toMatchObject({ hits: 0 })
  const second = delivered.at(-1)?.faults[0]?.arming ?? 0
  book.counted([{ id: 'still', arming: second, asked: 4, hits: 4 }])
  expect(seen('still')).toMatchObject({ state: 'over', hits: 4 })
  expect(delivered.at(-1)?.faults).toEqual([])
})

test('who listens is told of every change', async () => {
  let told = 0
  const stop = book.onChange(() => told++)
  await arm(slow)
  call()
  stop()
  call()
  expect(told).toBe(2)
})
