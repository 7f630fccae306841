import { describe, expect, it } from 'vitest'
import { Measurements, RECENT_ROWS, SESSION_ROWS } from './measurements.ts'

const START = Date.parse('2026-01-01T00:00:00Z')

function measured(seconds: number): Measurements {
  const measurements = new Measurements('media')
  for (let i = 1; i <= seconds; i++) {
    measurements.add({ at: START + i * 1000, values: [i, 96_000, 25, i % 2 ? 2 : null, null] })
  }
  return measurements
}

it('gives what is newer than asked, in columns; what is not known is null', () => {
  const { at, values } = measured(4).recent(START + 2000)
  expect(at).toEqual([START + 3000, START + 4000])
  expect(values).toEqual({
    video: [3, 4],
    audio: [96_000, 96_000],
    frameRate: [25, 25],
    keyFrames: [2, null],
    drift: [null, null],
  })
  expect(measured(4).recent(START + 4000).at).toEqual([])
})

it('keeps means of 10 s for the session, of what was known', () => {
  const { at, values } = measured(25).session(0)
  expect(at).toEqual([START + 10_000, START + 20_000])
  expect(values).toMatchObject({ video: [5.5, 15.5], keyFrames: [2, 2], drift: [null, null] })
})

describe('what is kept', () => {
  it('is the last 30 minutes by the second', () => {
    const { at } = measured(4000).recent(0)
    expect(at).toHaveLength(RECENT_ROWS)
    expect(at[0]).toBe(START + 2_201_000)
    expect(at.at(-1)).toBe(START + 4_000_000)
  })

  it('is 24 h by 10 s', () => {
    const { at } = measured(SESSION_ROWS * 10 + 50).session(0)
    expect(at).toHaveLength(SESSION_ROWS)
    expect(at[0]).toBe(START + 60_000)
  })

  it('takes little memory at first and at most 292,320 bytes', () => {
    expect(measured(10).bytes).toBeLessThan(20_000)
    expect(measured(100_000).bytes).toBe(292_320)
    expect(measured(200_000).bytes).toBe(292_320)
  })
})
