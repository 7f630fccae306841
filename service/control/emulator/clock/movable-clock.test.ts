import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { MovableClock } from './movable-clock.ts'
import type { ClockState } from './movable-clock.ts'

const machine = () => new ManualClock(1_000_000)

it('runs each timer at its own time, in the order of their times and then of their making', async () => {
  const clock = new MovableClock(machine())
  const from = clock.now()
  const ran: [string, number][] = []
  const note = (name: string) => () => ran.push([name, clock.now() - from])
  clock.after(300, note('c'))
  clock.after(100, note('a'))
  clock.after(100, note('b'))
  clock.after(5000, note('later'))
  const regular = clock.every(250, note('each'))
  expect(await clock.moveTo(from + 1000)).toBe(from + 1000)
  regular.cancel()
  expect(ran).toEqual([
    ...[['a', 100] as const, ['b', 100] as const, ['each', 250] as const, ['c', 300] as const],
    ...[['each', 500] as const, ['each', 750] as const, ['each', 1000] as const],
  ])
})

it('finds what a timer adds on the way, also for the same moment', async () => {
  const clock = new MovableClock(machine())
  const from = clock.now()
  const ran: number[] = []
  const again = (left: number) => () => {
    ran.push(clock.now() - from)
    if (left > 0) clock.after(left === 3 ? 0 : 20, again(left - 1))
  }
  clock.after(10, again(3))
  await clock.moveTo(from + 100)
  expect(ran).toEqual([10, 10, 30, 50])
})

it('waits for what a timer began before time goes on', async () => {
  const clock = new MovableClock(machine())
  const from = clock.now()
  const ran: string[] = []
  const begun = Promise.withResolvers<undefined>()
  clock.after(10, async () => {
    ran.push(`begun ${clock.now() - from}`)
    await begun.promise
    ran.push(`done ${clock.now() - from}`)
    clock.after(5, () => ran.push(`follows ${clock.now() - from}`))
  })
  clock.after(20, () => ran.push(`next ${clock.now() - from}`))
  const moved = clock.moveTo(from + 100)
  // As many turns as it takes to come to the act; it would have gone on to 20 within the same.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(ran).toEqual(['begun 10'])
  begun.resolve(undefined)
  await moved
  expect(ran).toEqual(['begun 10', 'done 10', 'follows 15', 'next 20'])
})

it('goes on meanwhile as far as nothing can follow from an act', async () => {
  const clock = new MovableClock(machine())
  const from = clock.now()
  const ran: string[] = []
  const act = Promise.withResolvers<undefined>()
  clock.after(10, () => clock.during(act.promise, () => from + 30))
  clock.after(30, () => ran.push('within'))
  clock.after(31, () => ran.push('after'))
  const moved = clock.moveTo(from + 100)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(ran).toEqual(['within'])
  act.resolve(undefined)
  await moved
  expect(ran).toEqual(['within', 'after'])
})

it('stops where it is', async () => {
  const clock = new MovableClock(machine())
  const from = clock.now()
  clock.after(10, () => clock.stop())
  clock.after(20, () => expect.unreachable('it was stopped before'))
  expect(await clock.moveTo(from + 100)).toBe(from + 10)
  expect(clock.now()).toBe(from + 10)
})

it('stands, goes faster, and goes on from where it came to', async () => {
  const real = machine()
  const clock = new MovableClock(real)
  const from = clock.now()
  await clock.setRate(0)
  real.advance(5000)
  expect([clock.mode, clock.now()]).toEqual(['frozen', from])
  await clock.setRate(60)
  expect(clock.mode).toBe('rate')
  real.advance(1000)
  expect(clock.now()).toBe(from + 60_000)
  await clock.setRate(1)
  real.advance(500)
  expect([clock.mode, clock.now()]).toEqual(['real', from + 60_500])
  expect(clock.realNow).toBe(from + 6500)
})

it('lets no timer run late however fast it goes', async () => {
  const real = machine()
  const clock = new MovableClock(real)
  const from = clock.now()
  await clock.setRate(1000)
  const ran: number[] = []
  const done = Promise.withResolvers<undefined>()
  clock.after(1500, () => ran.push(clock.now() - from))
  clock.after(2500, () => {
    ran.push(clock.now() - from)
    done.resolve(undefined)
  })
  real.sleep(10)
  expect(clock.now()).toBe(from + 1500)
  await done.promise
  expect(ran).toEqual([1500, 2500])
})

it('behaves as the real clock until it is moved', () => {
  const real = machine()
  const clock = new MovableClock(real)
  const ran: string[] = []
  clock.after(10, () => ran.push('once'))
  const regular = clock.every(4, () => ran.push('each'))
  clock.after(9, () => expect.unreachable('it was cancelled')).cancel()
  real.advance(10)
  regular.cancel()
  real.advance(100)
  expect(ran).toEqual(['each', 'each', 'once'])
  expect(clock.isMoved).toBe(false)
})

it('is where it was after a run that was killed, or at most a minute further', async () => {
  let kept: ClockState | null = null
  const keeper = { read: () => kept, write: (state: ClockState) => (kept = state) }
  const real = machine()
  const clock = new MovableClock(real)
  clock.keepIn(keeper)
  const from = clock.now()
  const seen: number[] = []
  clock.every(1000, () => {
    // What a run finds that begins at this moment.
    const next = new MovableClock(real)
    next.keepIn(keeper)
    seen.push(next.now() - clock.now())
  })
  await clock.moveTo(from + 600_000)
  expect(seen).toHaveLength(600)
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...seen)).toBeLessThanOrEqual(60_000)
  const after = new MovableClock(real)
  after.keepIn(keeper)
  expect(after.now()).toBe(from + 600_000)
})

it('fires the same in the same order as time that passes by itself', async () => {
  const plan = fc.array(
    fc.record({ at: fc.nat(2000), every: fc.option(fc.integer({ min: 50, max: 700 })) }),
    {
      maxLength: 20,
    },
  )
  await fc.assert(
    fc.asyncProperty(plan, fc.array(fc.nat(1500), { maxLength: 4 }), async (timers, steps) => {
      const run = async (go: (clock: MovableClock, real: ManualClock, ms: number) => unknown) => {
        const real = machine()
        const clock = new MovableClock(real)
        const from = clock.now()
        const ran: string[] = []
        for (const [index, { at, every }] of timers.entries()) {
          clock.after(at, () => ran.push(`${index} at ${clock.now() - from}`))
          if (every !== null) clock.every(every, () => ran.push(`each ${index} at ${clock.now() - from}`))
        }
        for (const step of steps) await go(clock, real, step)
        return ran
      }
      const moved = await run((clock, _, ms) => clock.moveTo(clock.now() + ms))
      const passed = await run((_, real, ms) => real.advance(ms))
      expect(moved).toEqual(passed)
    }),
    { numRuns: 60 },
  )
})

it('leaves out looks that would see nothing, and none after them', async () => {
  const clock = new MovableClock(machine())
  const from = clock.now()
  const ran: number[] = []
  let quietUntil = from + 3500
  clock.every(
    1000,
    () => ran.push(clock.now() - from),
    () => quietUntil,
  )
  clock.after(8000, () => (quietUntil = from + 9500))
  await clock.moveTo(from + 5000)
  expect(ran).toEqual([4000, 5000])
  quietUntil = Infinity
  await clock.moveTo(from + 11_000)
  expect(ran).toEqual([4000, 5000, 10_000, 11_000])
})
