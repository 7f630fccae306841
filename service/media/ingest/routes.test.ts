import { describe, expect, it } from 'vitest'
import type { RenditionPlan } from '../../contract/media.ts'
import { mayPass, routeRenditions } from './routes.ts'
import type { Measurements } from './routes.ts'
import type { Source } from './source.ts'

const rendition = (height: number, bitRateBps: number, audioBps: number | null = 96_000): RenditionPlan => ({
  segmentSeconds: 2,
  startTimeOffset: -2,
  video: {
    width: (height * 16) / 9,
    height,
    frameRate: 30,
    bitRateBps,
    profile: 'high',
    segmentSeconds: 2,
  },
  audio: audioBps === null ? null : { bitRateBps: audioBps },
})
const audioOnly: RenditionPlan = {
  segmentSeconds: 2,
  startTimeOffset: -2,
  video: null,
  audio: { bitRateBps: 64_000 },
}
const decoderConfig = new Uint8Array([1])
const video = { codec: 'h264', width: 1280, height: 720, decoderConfig } as const
const audio = { codec: 'aac', sampleRate: 48_000, channels: 2, decoderConfig } as const
const source: Source = {
  video: {
    ...video,
    passable: {
      profile: 'high',
      track: { ...video, kind: 'video', timescale: 1000, frameRate: 30, bitRateBps: 0 },
    },
  },
  audio: {
    ...audio,
    passable: {
      lowComplexity: true,
      track: { ...audio, kind: 'audio', timescale: 48_000, bitRateBps: 0 },
    },
  },
}
const relayed: Source = {
  video: { ...video, passable: null },
  audio: { ...audio, codec: 'opus', decoderConfig: new Uint8Array(), passable: null },
}
const measured: Measurements = {
  video: { frameRate: 30, bitRateBps: 2_000_000, gopSeconds: 2, hasOpenGroups: false },
  audioBitRateBps: 96_000,
}
const passed = { from: 'source' }
const output = (n: number) => ({ from: 'transcoder', output: n })

describe('routeRenditions', () => {
  it('passes the rendition that matches and transcodes the other', () => {
    const { routes, plan } = routeRenditions(
      [rendition(720, 2_500_000), rendition(360, 800_000)],
      source,
      measured,
    )
    expect(routes).toEqual([
      { video: passed, audio: passed },
      { video: output(0), audio: passed },
    ])
    expect(plan?.video?.outputs.map((o) => o.height)).toEqual([360])
    expect(plan?.audio).toBeNull()
  })

  it('transcodes nothing where every rendition matches', () => {
    const { plan, routes } = routeRenditions([rendition(720, 2_500_000)], source, measured)
    expect(plan).toBeNull()
    expect(routes).toEqual([{ video: passed, audio: passed }])
  })

  it('transcodes all without a measurement, sharing equal outputs', () => {
    const { routes, plan } = routeRenditions(
      [rendition(720, 2_500_000), rendition(720, 2_500_000, 64_000), rendition(360, 800_000, 64_000)],
      source,
      null,
    )
    expect(routes).toEqual([
      { video: output(0), audio: output(0) },
      { video: output(0), audio: output(1) },
      { video: output(1), audio: output(1) },
    ])
    expect(plan?.audio?.outputs).toEqual([{ bitRateBps: 96_000 }, { bitRateBps: 64_000 }])
  })

  it('produces a rendition with what the publisher sends', () => {
    const silent = routeRenditions([rendition(360, 800_000)], { ...source, audio: null }, null)
    expect(silent.routes).toEqual([{ video: output(0), audio: null }])
    const blind = routeRenditions([rendition(360, 800_000), audioOnly], { ...source, video: null }, null)
    expect(blind.routes).toEqual([
      { video: null, audio: output(0) },
      { video: null, audio: output(1) },
    ])
    expect(blind.plan?.video).toBeNull()
  })

  it('transcodes all that is relayed, whatever was measured', () => {
    expect(mayPass([rendition(720, 2_500_000)], relayed)).toBe(false)
    const { routes, plan } = routeRenditions([rendition(720, 2_500_000)], relayed, measured)
    expect(routes).toEqual([{ video: output(0), audio: output(0) }])
    expect([plan?.video?.codec, plan?.audio?.codec]).toEqual(['h264', 'opus'])
  })

  it('drops the kind that no rendition asks for', () => {
    const { routes, plan } = routeRenditions([audioOnly], source, null)
    expect(routes).toEqual([{ video: null, audio: output(0) }])
    expect(plan?.video).toBeNull()
  })
})

describe('mayPass', () => {
  it('asks for a rendition of the same size', () => {
    expect(mayPass([rendition(360, 800_000)], source)).toBe(false)
    expect(mayPass([rendition(360, 800_000), rendition(720, 1)], source)).toBe(true)
    expect(mayPass([rendition(720, 1)], { ...source, video: null })).toBe(false)
  })
})
