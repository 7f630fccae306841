import { expect, test } from 'vitest'
import { readReport } from './figures.ts'

const report = (at: number, videoBytes: number) => [
  { id: 'C', type: 'codec', mimeType: 'video/H264' },
  {
    type: 'outbound-rtp',
    kind: 'video',
    timestamp: at,
    bytesSent: videoBytes,
    framesPerSecond: 29.9,
    frameHeight: 720,
    codecId: 'C',
  },
  { type: 'outbound-rtp', kind: 'audio', timestamp: at, bytesSent: 1000 + at },
  { type: 'remote-inbound-rtp', kind: 'video', roundTripTime: 0.012, fractionLost: 0.02 },
]

test('rates are of the time between two reports', () => {
  const first = readReport(report(1000, 50_000), null)
  expect(first.figures).toMatchObject({ videoBps: 0, audioBps: 0, framesPerSecond: 30 })
  expect(readReport(report(3000, 550_000), first.counters).figures).toEqual({
    videoBps: 2_000_000,
    audioBps: 8000,
    framesPerSecond: 30,
    roundTripMs: 12,
    lostShare: 0.02,
    codec: 'H264',
    height: 720,
  })
})

test('a new connection counts from zero and gives no negative rate', () => {
  const { counters } = readReport(report(1000, 50_000), null)
  expect(readReport(report(2000, 10), counters).figures.videoBps).toBe(0)
})

test('the sound has its rate where no picture is encoded', () => {
  const sound = (at: number) => report(at, 0).filter((entry) => 'kind' in entry && entry.kind === 'audio')
  const first = readReport(sound(1000), null)
  expect(readReport(sound(3000), first.counters).figures).toMatchObject({ videoBps: 0, audioBps: 8000 })
})

test('an empty report is zeros', () =>
  expect(readReport([], null).figures).toMatchObject({ videoBps: 0, roundTripMs: null, codec: '' }))
