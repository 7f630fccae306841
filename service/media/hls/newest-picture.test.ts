import { expect, it } from 'vitest'
import type { AccessUnit, VideoTrack } from '../../contract/media.ts'
import { NewestPicture } from './newest-picture.ts'

const track = (height: number): VideoTrack => ({
  ...{ kind: 'video', codec: 'h264', timescale: 90_000, frameRate: 25, bitRateBps: 0 },
  ...{ width: (height * 16) / 9, height, decoderConfig: Uint8Array.of(height % 256) },
})
const key = (...bytes: number[]): AccessUnit => ({
  ...{ pts: 0, dts: 0, duration: 3600, key: true, data: Uint8Array.from(bytes) },
})

it('keeps the newest key picture of the smallest rendition, as a copy', () => {
  const newest = new NewestPicture()
  newest.setTracks(0, [track(1080)])
  newest.setTracks(1, [track(180)])
  newest.setTracks(2, [])
  newest.push(0, key(9))
  expect(newest.picture).toBeNull()
  const unit = key(1, 2)
  newest.push(1, unit)
  unit.data.fill(0)
  expect(newest.picture).toEqual({ decoderConfig: Uint8Array.of(180), data: Uint8Array.of(1, 2) })
  newest.push(1, key(3))
  expect(newest.picture?.data).toEqual(Uint8Array.of(3))
})

it('has no picture that does not fit the tracks', () => {
  const newest = new NewestPicture()
  newest.setTracks(0, [track(360)])
  newest.push(0, key(1))
  newest.setTracks(0, [track(720)])
  expect(newest.picture).toBeNull()
  newest.push(0, key(2))
  newest.setTracks(1, [track(1080)])
  expect(newest.picture?.data).toEqual(Uint8Array.of(2))
  newest.setTracks(0, [])
  expect(newest.picture).toBeNull()
})
