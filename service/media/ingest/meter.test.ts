import { describe, expect, it } from 'vitest'
import { Meter } from './meter.ts'

describe('Meter', () => {
  it('measures frame rate, bit rate and key frame interval', () => {
    const meter = new Meter(10_000)
    for (let i = 0; i < 120; i++) meter.add(i * 40, 1000, i % 50 === 0)
    expect(meter.frameRate).toBeCloseTo(25, 5)
    expect(meter.bitRateBps).toBeCloseTo(200_000, 0)
    expect(meter.gopSeconds).toBe(2)
  })

  it('forgets what is older than its window', () => {
    const meter = new Meter(1000)
    for (let i = 0; i < 25; i++) meter.add(i * 40, 9000, false)
    for (let i = 25; i < 2000; i++) meter.add(i * 40, 100, false)
    expect(meter.bitRateBps).toBeCloseTo(20_000, 0)
    expect(meter.frameRate).toBeCloseTo(25, 5)
  })

  it('measures the shortest frames that there are over its whole window', () => {
    const meter = new Meter(10_000)
    for (let i = 0; i < 8_000; i++) meter.add(i * 2.5, i < 4_000 ? 9_000 : 10, true)
    expect(meter.frameRate).toBeCloseTo(400, 5)
    expect(meter.bitRateBps).toBeCloseTo(32_000, 0)
  })

  it('remembers some thousands of frames, however many come while time stands still', () => {
    const meter = new Meter(10_000)
    for (let i = 0; i < 50_000; i++) meter.add(0, 1_000, false)
    meter.add(1_000, 1_000, false)
    // From 0 to 1 s, and the newest frame is taken to be as long as the step to it.
    expect(meter.frameRate * 2).toBe(8_192)
    expect(meter.bitRateBps).toBe((8_192 * 8_000) / 2)
    for (let i = 1; i <= 500; i++) meter.add(1_000 + i * 40, 1_000, false)
    expect(meter.frameRate).toBeCloseTo(25, 5)
  })

  it('says nothing before there is something to measure', () => {
    const meter = new Meter(1000)
    meter.add(0, 100, true)
    expect([meter.frameRate, meter.bitRateBps, meter.gopSeconds]).toEqual([0, 0, null])
  })
})
