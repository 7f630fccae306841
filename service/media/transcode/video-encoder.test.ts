import { beforeAll, expect, test } from 'vitest'
import type { AccessUnit, VideoTarget } from '../../contract/media.ts'
import { blackPicture } from './black-picture.ts'
import { silenceFfmpeg } from './native.ts'
import { VideoEncoder } from './video-encoder.ts'

const TARGET: VideoTarget = {
  ...{ width: 64, height: 36, frameRate: 30, bitRateBps: 100_000, profile: 'high', segmentSeconds: 2 },
}

/** Units that came before picture 1, 2, …, and what x264 says of itself in the first. */
function encode(
  pictures: number,
  lowLatency: boolean,
  target = TARGET,
): { came: number[]; settings: string } {
  const units: AccessUnit[] = []
  const encoder = new VideoEncoder({
    ...{ target, preset: 'veryfast', lowLatency, threads: 2 },
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

test.each([3, 4, 5, 8, 10])('of %d pictures a second none is held back for 3 s', (frameRate) => {
  const { came } = encode(40, false, { ...TARGET, frameRate })
  const held = came.filter((units) => units === 0).length
  expect(held / frameRate).toBeGreaterThan(0)
  expect(held / frameRate).toBeLessThan(3)
})

test('of few pictures a second, with low latency, each leaves before the next comes in too', () => {
  expect(encode(5, true, { ...TARGET, frameRate: 3 }).came).toEqual([1, 2, 3, 4, 5])
})
