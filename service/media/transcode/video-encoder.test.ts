import { beforeAll, expect, test } from 'vitest'
import type { AccessUnit, VideoTarget } from '../../contract/media.ts'
import { blackPicture } from './black-picture.ts'
import { silenceFfmpeg } from './native.ts'
import { VideoEncoder } from './video-encoder.ts'

const TARGET: VideoTarget = {
  ...{ width: 64, height: 36, frameRate: 30, bitRateBps: 100_000, profile: 'high', segmentSeconds: 2 },
}

/** Units that came before picture 1, 2, …, and what x264 says of itself in the first. */
function encode(pictures: number, lowLatency: boolean): { came: number[]; settings: string } {
  const units: AccessUnit[] = []
  const encoder = new VideoEncoder({
    ...{ target: TARGET, preset: 'veryfast', lowLatency, threads: 2 },
    onTrack: () => undefined,
    onUnit: (unit) => void units.push(unit),
  })
  const came: number[] = []
  for (let i = 0; i < pictures; i++) {
    const picture = blackPicture(TARGET.width, TARGET.height)
    picture.pts = BigInt(i)
    encoder.encode(picture)
    came.push(units.length)
    picture.free()
  }
  encoder.flush()
  encoder.close()
  return { came, settings: Buffer.from(units[0]?.data ?? []).toString('latin1') }
}

beforeAll(silenceFfmpeg)

test('with low latency each picture leaves before the next comes in', () => {
  const { came, settings } = encode(5, true)
  expect(came).toEqual([1, 2, 3, 4, 5])
  expect(settings).toContain('rc_lookahead=0')
  expect(settings).toContain('bframes=0')
  expect(settings).toContain('me=dia')
})

test('without, x264 looks ahead as far as its preset says, and what it may send is bounded', () => {
  const { settings } = encode(40, false)
  expect(settings).toContain('rc_lookahead=10')
  expect(settings).toContain('vbv_maxrate=100 vbv_bufsize=100')
  expect(settings).toContain('keyint=infinite')
  expect(settings).toContain('me=dia')
})
