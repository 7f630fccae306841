import { describe, expect, it } from 'vitest'
import type { AudioTrack, VideoTrack } from '../../contract/media.ts'
import { PassedTrack } from './passed-track.ts'
import type { SourceUnit } from './source.ts'

const decoderConfig = new Uint8Array()
const video: VideoTrack = {
  kind: 'video',
  codec: 'h264',
  timescale: 1000,
  width: 640,
  height: 360,
  frameRate: 25,
  bitRateBps: 0,
  decoderConfig,
}
const audio: AudioTrack = {
  kind: 'audio',
  codec: 'aac',
  timescale: 48000,
  sampleRate: 48000,
  channels: 2,
  bitRateBps: 0,
  decoderConfig,
}
const unit = (kind: 'video' | 'audio', dts: number, pts = dts): SourceUnit => ({
  kind,
  dts,
  pts,
  key: false,
  data: new Uint8Array(),
  decoderConfig: new Uint8Array(),
})

describe('PassedTrack', () => {
  it('gives video the duration until the next unit, and a nominal one to the last', () => {
    const track = new PassedTrack(video)
    const units = [unit('video', 0, 80), unit('video', 40), unit('video', 90)].flatMap((u) => track.push(u))
    expect([...units, ...track.flush()].map((u) => [u.dts, u.pts, u.duration])).toEqual([
      [0, 7200, 3600],
      [3600, 3600, 4500],
      [8100, 8100, 3600],
    ])
  })

  it('lets decoding times rise where the publisher repeats one', () => {
    const track = new PassedTrack(video)
    const units = [0, 40, 40, 80].flatMap((dts) => track.push(unit('video', dts)))
    expect([...units, ...track.flush()].map((u) => u.dts)).toEqual([0, 3600, 3601, 7200])
  })

  it('puts pictures of a constant rate equally far apart, whatever the rounding of their times', () => {
    const track = new PassedTrack({ ...video, frameRate: 30 })
    // As an encoder sends them that shows the second after the third.
    const sent: [number, number][] = [
      [0, 67],
      [33, 133],
      [67, 100],
      [100, 167],
    ]
    const units = sent.flatMap(([dts, pts]) => track.push(unit('video', dts, pts)))
    expect([...units, ...track.flush()].map((u) => [u.dts, u.pts, u.duration])).toEqual([
      [0, 6000, 3000],
      [3000, 12_000, 3000],
      [6000, 9000, 3000],
      [9000, 15_000, 3000],
    ])
  })

  it('counts audio in samples, whatever the rounding of its times', () => {
    const track = new PassedTrack(audio)
    const times = [0, 21, 43, 64, 85].flatMap((dts) => track.push(unit('audio', dts)))
    expect(times.map((u) => u.dts)).toEqual([0, 1024, 2048, 3072, 4096])
  })

  it('follows the publisher over a gap in its audio, and never goes back', () => {
    const track = new PassedTrack(audio)
    const times = [0, 21, 1000, 1021, 500, 1043].flatMap((dts) => track.push(unit('audio', dts)))
    expect(times.map((u) => u.dts)).toEqual([0, 1024, 48_000, 49_024, 50_048])
  })

  it.each([1.001, 0.999])(
    'keeps audio in step with its times for 8 hours, its clock %f times as fast',
    (rate) => {
      const track = new PassedTrack(audio)
      const blockMs = 1024 / 48 / rate
      const count = Math.round((8 * 3_600_000) / blockMs)
      let furthestMs = 0
      let passed = 0
      for (let i = 0; i < count; i++) {
        const at = Math.round(i * blockMs)
        for (const { dts } of track.push(unit('audio', at))) {
          furthestMs = Math.max(furthestMs, Math.abs(dts / 48 - at))
          passed += 1
        }
      }
      expect(furthestMs).toBeLessThan(123)
      // What a fast clock has too much, 1 of 1000, is left out.
      expect(Math.abs(count - passed - Math.max(0, count * (1 - 1 / rate)))).toBeLessThan(10)
    },
  )
})
