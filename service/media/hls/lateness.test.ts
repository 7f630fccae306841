import { expect, it } from 'vitest'
import { Lateness, latest } from './lateness.ts'

it('is unknown before the first segment', () => {
  expect(new Lateness().newest).toBeNull()
  expect(latest([new Lateness()])).toBeNull()
})

it('is the time from the last of its media to its place in the playlist, and by how much it grew', () => {
  const lateness = new Lateness()
  for (const [until, at] of [
    [2000, 2050],
    [4000, 4050],
    [6000, 6400],
    [8000, 9000],
  ] as const)
    lateness.listed(until, at)
  expect(lateness.newest).toEqual({ until: 8000, afterMs: 1000, growthMs: 950 })
  for (const until of [20_000, 22_000]) lateness.listed(until, until + 1000)
  expect(lateness.newest).toEqual({ until: 22_000, afterMs: 1000, growthMs: 0 })
})

it('is never negative: media that came early is there at once', () => {
  const lateness = new Lateness()
  lateness.listed(2000, 1990)
  expect(lateness.newest?.afterMs).toBe(0)
})

it('of several renditions it is that of the latest', () => {
  const [early, late, none] = [new Lateness(), new Lateness(), new Lateness()]
  early.listed(4000, 4010)
  late.listed(2000, 2500)
  expect(latest([early, late, none])).toEqual({ until: 2000, afterMs: 500, growthMs: 0 })
})
