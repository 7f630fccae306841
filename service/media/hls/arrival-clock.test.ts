import { expect, it } from 'vitest'
import { ArrivalClock } from './arrival-clock.ts'

const START = 1_760_000_000_000
/** 50 units a second, from and to in seconds of media; each comes `late` ms after its own time. */
function arrive(clock: ArrivalClock, from: number, to: number, late: (time: number) => number) {
  for (let time = from * 1000; time < to * 1000; time += 20) clock.arrived(time, START + time + late(time))
}
const lateness = (clock: ArrivalClock, seconds: number) =>
  (clock.dateOf(seconds) ?? Number.NaN) - START - seconds * 1000

it('knows nothing before anything came', () => expect(new ArrivalClock().dateOf(0)).toBeNull())

it('media happened when it came', () => {
  const clock = new ArrivalClock()
  arrive(clock, 0, 60, () => 80)
  expect([0, 3.2, 59.98].map((at) => lateness(clock, at))).toEqual([80, 80, 80])
})

it('a unit that is late among others says nothing', () => {
  const clock = new ArrivalClock()
  arrive(clock, 0, 60, (time) => 80 + (time % 200))
  expect([0, 3.2, 40].map((at) => lateness(clock, at))).toEqual([80, 80, 80])
})

it('media that was held up for seconds, and came at once, is as old as it is', () => {
  const clock = new ArrivalClock()
  arrive(clock, 0, 20, () => 0)
  arrive(clock, 20, 25, (time) => 25_000 - time)
  arrive(clock, 25, 40, () => 0)
  expect([19, 20, 22.5, 25, 39].map((at) => lateness(clock, at))).toEqual([0, 0, 0, 0, 0])
})

it('what an encoder had gathered before it connected happened before', () => {
  const clock = new ArrivalClock()
  arrive(clock, 0, 2, (time) => 2000 - time)
  arrive(clock, 2, 10, () => 0)
  expect([0, 1, 2, 8].map((at) => lateness(clock, at))).toEqual([0, 0, 0, 0])
})

it('an encoder that runs slow is followed within 10 s of media', () => {
  const clock = new ArrivalClock()
  arrive(clock, 0, 200, (time) => time * 0.02)
  expect(lateness(clock, 100)).toBe(1795)
  expect(lateness(clock, 190)).toBe(3595)
})

it('a pause that the timeline does not have moves what comes after it, and nothing before', () => {
  const clock = new ArrivalClock()
  arrive(clock, 0, 20, () => 0)
  clock.jumped()
  arrive(clock, 20, 40, () => 30_000)
  expect([0, 19.5, 20, 21, 39].map((at) => lateness(clock, at))).toEqual([0, 0, 30_000, 30_000, 30_000])
})

it('says the same of one time always, and takes the nearest for what it does not know', () => {
  const clock = new ArrivalClock()
  clock.arrived(5000, START + 5100)
  expect(lateness(clock, 5)).toBe(100)
  clock.arrived(5020, START + 5020)
  expect(lateness(clock, 5)).toBe(100)
  expect(lateness(clock, 2)).toBe(100)
  expect(lateness(clock, 30)).toBe(100)
})

it('forgets what is more than 10 minutes of media old', () => {
  const clock = new ArrivalClock()
  for (let time = 0; time < 700_000; time += 500) clock.arrived(time, START + time + (time < 10_000 ? 70 : 0))
  expect(lateness(clock, 650)).toBe(0)
  expect(lateness(clock, 1)).toBe(0)
})
