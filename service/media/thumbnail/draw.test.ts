import { expect, it } from 'vitest'
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame, Rational } from 'node-av/lib'
import type { AccessUnit, KeyPicture, VideoTrack } from '../../contract/media.ts'
import { VideoEncoder } from '../transcode/video-encoder.ts'
import { silenceFfmpeg } from '../transcode/native.ts'
import { drawThumbnail } from './draw.ts'

silenceFfmpeg()

/** A grey picture as x264 encodes it. */
function keyPicture(width: number, height: number, pixelAspect = [1, 1] as const): KeyPicture {
  const tracks: VideoTrack[] = []
  const units: AccessUnit[] = []
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { width, height, format: AV_PIX_FMT_YUV420P })
  frame.allocBuffer()
  for (const plane of frame.data ?? []) plane.fill(128)
  frame.sampleAspectRatio = new Rational(...pixelAspect)
  frame.pts = 0n
  const target = {
    width,
    height,
    frameRate: 25,
    bitRateBps: 500_000,
    profile: 'main',
    segmentSeconds: 2,
  } as const
  const encoder = new VideoEncoder({
    ...{ target, preset: 'ultrafast', threads: 1 },
    onTrack: (track) => tracks.push(track),
    onUnit: (unit) => units.push(unit),
  })
  encoder.encode(frame)
  encoder.flush()
  encoder.close()
  frame.free()
  const [track, unit] = [tracks[0], units[0]]
  if (!track || !unit) throw new Error('x264 gave no picture')
  return { decoderConfig: track.decoderConfig, data: unit.data }
}

/** Of the frame header (ISO/IEC 10918-1 B.2.2). */
function sizeOf(jpeg: Uint8Array): [width: number, height: number] {
  const bytes = Buffer.from(jpeg)
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes.readUInt16BE(at) === 0xffc0) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  throw new Error('no frame header')
}

it.each([
  [1280, 720, 480, 270],
  [1080, 1920, 152, 270],
  [640, 480, 360, 270],
  [320, 180, 480, 270],
])('draws %i x %i as a JPEG of %i x %i', (width, height, drawnWidth, drawnHeight) => {
  const jpeg = drawThumbnail(keyPicture(width, height))
  expect([...jpeg.subarray(0, 2), ...jpeg.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
  expect(sizeOf(jpeg)).toEqual([drawnWidth, drawnHeight])
})

it('refuses what is no picture', () => {
  const { decoderConfig, data } = keyPicture(320, 180)
  expect(() => drawThumbnail({ decoderConfig, data: data.subarray(0, 8) })).toThrow('picture')
  expect(() => drawThumbnail({ decoderConfig: Uint8Array.of(1), data })).toThrow()
})
