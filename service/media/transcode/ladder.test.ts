import { beforeAll, describe, expect, test } from 'vitest'
import { aacFile, decodeWhole, h264File, runWithInput } from '../../../test/support/encoded-track.ts'
import { ffmpegSource } from '../../../test/support/flv-fixture.ts'
import { transcode } from '../../../test/support/transcoder.ts'
import type { TestTranscoder } from '../../../test/support/transcoder.ts'
import type { VideoTarget } from '../../contract/media.ts'
import type { TranscodeStats } from '../link/plan.ts'
import { NAL_TYPE, nalType } from '../../protocol/h264/nal.ts'
import { splitLengthPrefixed } from '../../../test/support/nal-units.ts'

const SECONDS = 4
const SOURCE = 'testsrc2=s=640x360:r=30'
const LADDER: (VideoTarget & { asDecoded: string })[] = [
  {
    ...{ width: 640, height: 360, frameRate: 30, bitRateBps: 700_000, profile: 'high', segmentSeconds: 2 },
    asDecoded: 'High',
  },
  {
    ...{ width: 320, height: 180, frameRate: 15, bitRateBps: 250_000, profile: 'main', segmentSeconds: 1 },
    asDecoded: 'Main',
  },
  {
    ...{
      width: 160,
      height: 160,
      frameRate: 10,
      bitRateBps: 60_000,
      profile: 'baseline',
      segmentSeconds: 1.5,
    },
    asDecoded: 'Constrained Baseline',
  },
]
const AUDIO = [{ bitRateBps: 96_000 }, { bitRateBps: 32_000 }]

let result: TestTranscoder & { stats: TranscodeStats }

beforeAll(async () => {
  const source = await ffmpegSource(
    ...['-f', 'lavfi', '-i', SOURCE, '-f', 'lavfi', '-i', 'sine=b=4:r=44100'],
    ...['-t', String(SECONDS), '-c:v', 'libx264', '-preset', 'veryfast', '-g', '300', '-bf', '2'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  )
  result = await transcode(source, LADDER, AUDIO)
})

describe('a ladder of three renditions', () => {
  test.each(
    LADDER.map((target, i) => [`${target.profile} ${target.width}x${target.height}`, target, i] as const),
  )('%s has its size, profile and every frame', async (_name, target, i) => {
    const { track, units } = result.video[i] ?? { track: null, units: [] }
    if (!track) throw new Error('no track')
    const { width, height, frameRate, bitRateBps } = target
    expect(track).toMatchObject({ kind: 'video', codec: 'h264', timescale: 90_000 })
    expect(track).toMatchObject({ width, height, frameRate, bitRateBps })
    expect(await decodeWhole('h264', h264File(track.decoderConfig, units))).toMatchObject({
      width,
      height,
      profile: target.asDecoded,
      pix_fmt: 'yuv420p',
      nb_read_frames: String(frameRate * SECONDS),
    })
    expect(units).toHaveLength(frameRate * SECONDS)
  })

  test.each(LADDER.map((target, i) => [target.profile, target, i] as const))(
    '%s has its key frames where its segments begin, and nowhere else',
    (_name, target, i) => {
      const units = result.video[i]?.units ?? []
      const times = units.map((unit) => unit.pts / 90_000).sort((a, b) => a - b)
      const slots = Array.from({ length: 10 }, (_, n) => n * target.segmentSeconds)
      const first = slots.map((slot) => times.find((time) => time >= slot - 1e-9))
      const wanted = [...new Set([times[0], ...first])].filter((time) => time !== undefined)
      expect(keyTimes(units)).toEqual(wanted)
      expect(keyTimes(units).length).toBeGreaterThan(1)
    },
  )

  test('outputs with the same segment length cut at the same instants', () => {
    const shared = (i: number) => keyTimes(result.video[i]?.units ?? []).filter((t) => t > 0.5 && t % 2 === 0)
    expect(shared(1)).toEqual(shared(0))
    expect(shared(0)).toContain(2)
  })

  test('groups of pictures are closed: decoding can start at any key frame', async () => {
    const { track, units } = result.video[0] ?? { track: null, units: [] }
    if (!track) throw new Error('no track')
    const start = units.findLastIndex((unit) => unit.key)
    const rest = units.slice(start)
    expect(rest.every((unit) => unit.pts >= (units[start]?.pts ?? 0))).toBe(true)
    const decoded = await decodeWhole('h264', h264File(track.decoderConfig, rest))
    expect(decoded.nb_read_frames).toBe(String(rest.length))
    for (const { key, data } of units) {
      const types = splitLengthPrefixed(data, 4).map(nalType)
      expect(types.includes(NAL_TYPE.idr)).toBe(key)
      expect(types).not.toContain(NAL_TYPE.accessUnitDelimiter)
    }
  })

  test('every picture shows what the source showed at its time', async () => {
    const { track, units } = result.video[0] ?? { track: null, units: [] }
    if (!track) throw new Error('no track')
    const { stderr } = await runWithInput(
      'ffmpeg',
      [
        ...['-f', 'h264', '-r', '30', '-i', '-', '-f', 'lavfi', '-i', `${SOURCE}:d=${SECONDS}`],
        ...['-lavfi', 'ssim', '-f', 'null', '-'],
      ],
      h264File(track.decoderConfig, units),
    )
    // A shift by one picture gives 0.92 here, none 0.99.
    expect(Number(/SSIM .*All:([\d.]+)/.exec(stderr)?.[1])).toBeGreaterThan(0.97)
  })

  test('decoding times rise by one frame and never pass the presentation', () => {
    for (const { units } of result.video) {
      const steps = units.map((unit) => unit.duration)
      expect(units.every((unit) => unit.dts <= unit.pts)).toBe(true)
      expect(units.slice(1).map((unit, i) => unit.dts - (units[i]?.dts ?? 0))).toEqual(steps.slice(0, -1))
    }
  })

  test.each(LADDER.map((target, i) => [target.profile, target, i] as const))(
    '%s keeps to its bit rate',
    (_name, target, i) => {
      const bits = (result.video[i]?.units ?? []).reduce((sum, unit) => sum + unit.data.length * 8, 0)
      // Rate plus one buffer of a second: what the decoder's buffer model allows.
      expect(bits).toBeLessThan(target.bitRateBps * (SECONDS + 1))
    },
  )

  test.each(AUDIO.map((target, i) => [target.bitRateBps, i] as const))(
    'audio at %d bit/s is complete',
    async (bitRateBps, i) => {
      const { track, units } = result.audio[i] ?? { track: null, units: [] }
      expect(track).toMatchObject({
        codec: 'aac',
        timescale: 48_000,
        sampleRate: 48_000,
        channels: 2,
        bitRateBps,
      })
      expect(units.slice(1).map((unit, n) => unit.pts - (units[n]?.pts ?? 0))).toEqual(
        units.slice(1).map(() => 1024),
      )
      expect((units.length * 1024) / 48_000).toBeGreaterThan(SECONDS)
      expect((units.length * 1024) / 48_000).toBeLessThan(SECONDS + 0.15)
      const bits = units.reduce((sum, unit) => sum + unit.data.length * 8, 0)
      expect(bits / SECONDS).toBeLessThan(bitRateBps * 1.15)
      expect(await decodeWhole('aac', aacFile(units))).toMatchObject({ sample_rate: '48000', channels: 2 })
    },
  )

  test('counts what it did', () => {
    const audio = result.audio.map((output) => output.units.length)
    expect(result.stats).toMatchObject({ videoUnits: 120, videoFrames: 120, decodeErrors: 0 })
    expect(result.stats).toMatchObject({ videoOutputs: [120, 60, 40], audioOutputs: audio })
    expect(result.stats.audioFrames).toBe(result.stats.audioUnits)
  })
})

function keyTimes(units: readonly { pts: number; key: boolean }[]): number[] {
  return units.filter((unit) => unit.key).map((unit) => unit.pts / 90_000)
}
