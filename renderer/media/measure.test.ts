import { expect, it } from 'vitest'
import { measure } from './measure.ts'
import type { Measured } from './measure.ts'

const NOW = Date.parse('2026-01-01T00:00:20Z')

function video(readyState: number): HTMLVideoElement {
  const buffered = { length: 1, start: () => 90, end: () => 104 }
  const quality = { droppedVideoFrames: 3, totalVideoFrames: 600 }
  return {
    HAVE_CURRENT_DATA: 2,
    readyState,
    buffered,
    currentTime: 100,
    getVideoPlaybackQuality: () => quality,
  } as never
}
const hls = (change: Partial<Measured> = {}): Measured => ({
  ...{ latency: 5, targetLatency: 6, bandwidthEstimate: 1e6, latestLevelDetails: { age: 1.5, edge: 106 } },
  playingDate: new Date(NOW - 8250),
  ...change,
})

it('latency is the time since what is shown came in; the target is as late as the newest segment is', () => {
  expect(measure(hls(), video(2), NOW)).toMatchObject({
    ...{ latency: 8.25, targetLatency: 9.25, buffer: 4, playlistAge: 1.5, droppedFrames: 3 },
  })
})

it('the newest media that is listed is as much younger as it is ahead', () => {
  expect(measure(hls(), video(2), NOW, 0.31)).toMatchObject({ newestAge: 2.25, reloadWait: 0.31 })
  expect(measure(hls({ latestLevelDetails: null }), video(2), NOW)).toMatchObject({
    ...{ newestAge: Number.NaN, reloadWait: Number.NaN },
  })
})

it('is not known before a picture, nor where the playlist says no date', () => {
  expect(measure(hls(), video(1), NOW)).toMatchObject({ latency: Number.NaN, buffer: Number.NaN })
  expect(measure(hls({ playingDate: null }), video(2), NOW).latency).toBeNaN()
})
