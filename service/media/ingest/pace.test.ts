import { beforeEach, describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

const START = 1_700_000_000_000
let pace: Pace
/** By how much the clock of the computer was set. */
let set: number

beforeEach(() => {
  pace = new Pace()
  set = 0
})

/** 25 fps of 1000 bytes and sound of 100 bytes, which come `lateBy` ms after their time. */
function seconds(from: number, to: number, lateBy: (dts: number) => number = () => 0): void {
  for (let dts = from * 1000; dts < to * 1000; dts += 40) {
    const passed = dts + lateBy(dts)
    pace.add('video', dts, 1000, START + set + passed, passed)
    pace.add('audio', dts, 100, START + set + passed, passed)
  }
}

it('counts what came', () => {
  seconds(0, 2)
  expect(pace.totals(START + 2000)).toEqual({
    at: START + 2000,
    videoBytes: 50_000,
    audioBytes: 5_000,
    videoFrames: 50,
    lastPause: null,
    driftMs: null,
  })
})

describe('a pause', () => {
  it('is told of when media goes on: since when and how long', () => {
    seconds(0, 2)
    seconds(2, 3, () => 1400)
    expect(pace.totals(0).lastPause).toEqual({ at: START + 1960, ms: 1440 })
  })

  it('shorter than a second is none', () => {
    seconds(0, 2)
    seconds(2, 3, () => 900)
    expect(pace.totals(0).lastPause).toBeNull()
  })
})

describe('drift', () => {
  it('stays at 0 for media in time, whatever came at once at the start', () => {
    seconds(0, 20, (dts) => Math.max(0, 800 - dts))
    expect(pace.totals(0).driftMs).toBe(0)
  })

  it('is how far media falls behind the clock, or gets ahead of it', () => {
    seconds(0, 20, (dts) => Math.max(0, dts - 10_000) * 0.01)
    expect(pace.totals(0).driftMs).toBe(100)
    pace = new Pace()
    seconds(0, 20, (dts) => Math.max(0, dts - 10_000) * -0.01)
    expect(pace.totals(0).driftMs).toBe(-100)
  })
})

it.each([3_600_000, -3_600_000])('a clock that is set by %d ms is neither a pause nor drift', (step) => {
  seconds(0, 10)
  set = step
  seconds(10, 20)
  expect(pace.totals(0)).toMatchObject({ lastPause: null, driftMs: 0 })
  seconds(20, 21, () => 2_000)
  expect(pace.totals(0).lastPause).toEqual({ at: START + step + 19_960, ms: 2_040 })
})
