import { expect, it } from 'vitest'
import { RelayClock } from './relay-clock.ts'

it('puts audio and video that were captured together at one time, by their reports', () => {
  const clock = new RelayClock()
  const [audio, video] = [clock.track(48_000), clock.track(90_000)]
  audio.report(3_900_000_000_000, 1000, 50)
  video.report(3_900_000_000_500, 0xffff_ff00, 700)
  expect(audio.isReported && video.isReported).toBe(true)
  // 1 s after both reports' common zero, though video came late and its time wraps.
  expect(audio.at(1000 + 48_000, 1100)).toBeCloseTo(1050)
  expect(video.at((0xffff_ff00 + 45_000) >>> 0, 1900)).toBeCloseTo(1050)
})

it('takes what has no report to be captured when it came, and goes on by RTP time', () => {
  const track = new RelayClock().track(90_000)
  expect(track.at(9000, 100)).toBe(100)
  expect(track.at(9000 + 9000, 350)).toBe(200)
  expect(track.at(9000 + 4500, 360)).toBe(150)
  expect(track.isReported).toBe(false)
})

it('goes on as late as before with another stream, until that has a report', () => {
  const clock = new RelayClock()
  const track = clock.track(90_000)
  track.report(3_900_000_000_000, 1000, 50)
  expect(track.at(1000 + 90_000, 1050 + 300)).toBe(1050)
  track.restart()
  expect(track.isReported).toBe(false)
  expect(track.at(0xffff_ff00, 1090 + 300)).toBe(1090)
  expect(track.at((0xffff_ff00 + 9000) >>> 0, 1190 + 700)).toBe(1190)
  track.report(3_900_000_002_000, 50_000, 2500)
  expect(track.at(50_000, 2500)).toBe(2050)
})
