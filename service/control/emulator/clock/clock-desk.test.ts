import { expect, test } from 'vitest'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { ClockDesk } from './clock-desk.ts'

test('released behind real time it fires what lies between, at its own time, and is back', async () => {
  const machine = new ManualClock(1_000_000)
  const desk = new ClockDesk(machine)
  const ran: number[] = []
  await desk.freeze()
  desk.rules.after(60_000, () => ran.push(desk.rules.now()))
  desk.rules.after(300_000, () => ran.push(desk.rules.now()))
  machine.advance(240_000)
  expect(await desk.release()).toMatchObject({ mode: 'real', now: machine.now(), rate: 1 })
  expect(ran).toEqual([1_060_000])
  machine.advance(60_000)
  expect(ran).toEqual([1_060_000, 1_300_000])
})

test('released ahead of real time it goes on from there, as time never goes back', async () => {
  const machine = new ManualClock(1_000_000)
  const desk = new ClockDesk(machine)
  await desk.advance(240_000)
  await desk.freeze()
  machine.advance(1000)
  expect(await desk.release()).toMatchObject({ mode: 'real', now: 1_240_000, realNow: 1_001_000 })
})
