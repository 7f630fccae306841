import { describe, expect, it } from 'vitest'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import { AUDIO_BIT_RATES } from '../../contract/rendition.ts'
import { renditionPlan } from './rendition-plan.ts'

const video = { width: 1280, height: 720, fps: 30, bps: 2_500_000 }
const plan = (...hls: object[]) =>
  renditionPlan(
    createRtmpChannelRequest.parse({
      hls: hls.map((rendition) => ({ durationSeconds: 2, startTimeOffset: -2, ...rendition })),
    }),
  )

describe('renditionPlan', () => {
  it('keeps order, times and what is left out', () => {
    expect(
      plan(
        { video, audio: {} },
        { durationSeconds: 0.5, startTimeOffset: 0, audio: { bps: 64000 } },
        { video },
      ),
    ).toEqual([
      {
        segmentSeconds: 2,
        startTimeOffset: -2,
        video: {
          width: 1280,
          height: 720,
          frameRate: 30,
          bitRateBps: 2_500_000,
          profile: 'high',
          segmentSeconds: 2,
        },
        audio: { bitRateBps: 96000 },
      },
      { segmentSeconds: 0.5, startTimeOffset: 0, video: null, audio: { bitRateBps: 64000 } },
      expect.objectContaining({ audio: null }),
    ])
  })

  it('has no low latency where none is asked for, in each rendition where it is', () => {
    const settings = createRtmpChannelRequest.parse({
      hls: [
        { durationSeconds: 2, startTimeOffset: -2, audio: {} },
        { durationSeconds: 1, startTimeOffset: 0, video },
      ],
    })
    const [usual, low] = [renditionPlan(settings), renditionPlan(settings, true)]
    for (const one of usual) expect(one).not.toHaveProperty('lowLatency')
    expect(low).toEqual(usual.map((one) => ({ ...one, lowLatency: true })))
  })

  it.each([
    [160, 160],
    [161, 160],
    [853, 852],
    [1081, 1080],
    [4095, 4094],
    [4096, 4096],
  ])('encodes %i pixels as %i', (asked, encoded) => {
    const [rendition] = plan({ video: { ...video, width: asked, height: asked } })
    expect([rendition?.video?.width, rendition?.video?.height]).toEqual([encoded, encoded])
  })

  it.each([
    [32_000, 32_000],
    [39_999, 32_000],
    [40_000, 40_000],
    [95_999, 80_000],
    [96_000, 96_000],
    [100_000, 96_000],
    [111_999, 96_000],
    [255_999, 224_000],
    [319_999, 256_000],
    [320_000, 320_000],
  ])('encodes audio of %i bit/s with %i', (asked, encoded) => {
    expect(plan({ audio: { bps: asked } })[0]?.audio).toEqual({ bitRateBps: encoded })
  })

  it.each([32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320].map((kilobits) => kilobits * 1000))(
    'encodes audio of %i bit/s, which is in the list, as asked for',
    (bps) => {
      expect(plan({ audio: { bps } })[0]?.audio).toEqual({ bitRateBps: bps })
    },
  )

  it('never raises an audio bit rate and only uses those of the list', () => {
    for (let bps = 32_000; bps <= 320_000; bps += 997) {
      const chosen = plan({ audio: { bps } })[0]?.audio?.bitRateBps ?? 0
      expect(chosen).toBeLessThanOrEqual(bps)
      expect(AUDIO_BIT_RATES).toContain(chosen)
    }
  })

  it.each([
    ['h264_high', 'high'],
    ['h264_main', 'main'],
    ['h264_baseline', 'baseline'],
    [undefined, 'high'],
  ])('encodes codec %s with profile %s', (codec, profile) => {
    expect(plan({ video: { ...video, codec } })[0]?.video?.profile).toBe(profile)
  })
})
