import { beforeAll, describe, expect, test } from 'vitest'
import { ffmpegSource } from '../../../test/support/flv-fixture.ts'
import type { SourceFixture } from '../../../test/support/flv-fixture.ts'
import { planFor } from '../../../test/support/transcoder-outputs.ts'
import { startTranscoder, transcode } from '../../../test/support/transcoder.ts'
import type { AccessUnit, VideoTarget } from '../../contract/media.ts'

/** Samples that an AAC encoder puts before the first sound. */
const PRIMING = 1024
const TARGET: VideoTarget = {
  ...{ width: 320, height: 180, frameRate: 25, bitRateBps: 300_000, profile: 'main', segmentSeconds: 2 },
}

let source: SourceFixture

beforeAll(async () => {
  source = await ffmpegSource(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25', '-f', 'lavfi', '-i', 'sine=r=48000'],
    ...[
      '-t',
      '3',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-g',
      '250',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    ],
  )
})

type Units = SourceFixture['units']

function shifted(units: Units, by: number): Units {
  return units.map(({ kind, unit }) => ({ kind, unit: { ...unit, pts: unit.pts + by, dts: unit.dts + by } }))
}

function run(units: Units) {
  return transcode({ ...source, units }, [TARGET])
}

const seconds = (units: readonly AccessUnit[] | undefined, timescale: number) =>
  (units ?? []).map((unit) => unit.pts / timescale).sort((a, b) => a - b)

describe("the publisher's timeline", () => {
  test('goes on where a transcoder starts in the middle, with nothing put before', async () => {
    const { video, audio } = await run(shifted(source.units, 100_700))
    const pictures = seconds(video[0]?.units, 90_000)
    expect(pictures).toHaveLength(75)
    expect(pictures[0]).toBeCloseTo(100.7 + (source.video?.units[0]?.pts ?? 0) / 1000, 1)
    expect(audio[0]?.units[0]?.pts).toBe(
      Math.round((100.7 + firstAudio(source.units) / 1000) * 48_000) - PRIMING,
    )
    const keys = (video[0]?.units ?? []).filter((unit) => unit.key).map((unit) => unit.pts / 90_000)
    expect(keys).toEqual([pictures[0], 102])
  })

  test('has the picture of a source that sends one only, at each rate', async () => {
    const pictures = source.units.filter(({ kind }) => kind === 'video')
    const targets = [TARGET, { ...TARGET, frameRate: 15 }]
    const { video } = await transcode({ ...source, units: pictures.slice(0, 1) }, targets)
    expect(video.map(({ units }) => units.map(({ key }) => key))).toEqual([[true], [true]])
  })

  test.each([-400, 400])('keeps audio that starts %d ms beside the video there', async (offset) => {
    const units = shifted(source.units, 10_000).map((entry) => {
      const late = { ...entry.unit, pts: entry.unit.pts + offset, dts: entry.unit.dts + offset }
      return entry.kind === 'audio' ? { ...entry, unit: late } : entry
    })
    const { video, audio } = await run(units)
    const distance = (audio[0]?.units[0]?.pts ?? 0) + PRIMING - firstAudio(units) * 48
    expect(distance).toBe(0)
    expect(seconds(video[0]?.units, 90_000)[0]).toBeCloseTo(10 + (source.video?.units[0]?.pts ?? 0) / 1000, 1)
  })

  test('a gap in the audio is filled with silence', async () => {
    const units = source.units.filter(
      ({ kind, unit }) => kind === 'video' || unit.pts < 1000 || unit.pts > 1700,
    )
    const [whole, gapped] = [await run(source.units), await run(units)]
    expect(gapped.audio[0]?.units.map((unit) => unit.pts)).toEqual(
      whole.audio[0]?.units.map((unit) => unit.pts),
    )
    const bytes = (from: number, to: number) =>
      (gapped.audio[0]?.units ?? [])
        .filter((unit) => unit.pts > from * 48_000 && unit.pts < to * 48_000)
        .reduce((sum, unit) => sum + unit.data.length, 0)
    expect(bytes(1.2, 1.6)).toBeLessThan(bytes(0.2, 0.6) / 4)
  })

  test('audio that overlaps is cut', async () => {
    const units = source.units.map((entry) =>
      entry.kind === 'audio' && entry.unit.pts > 1500
        ? { ...entry, unit: { ...entry.unit, pts: entry.unit.pts - 300, dts: entry.unit.dts - 300 } }
        : entry,
    )
    const [whole, overlapping] = [await run(source.units), await run(units)]
    const all = overlapping.audio[0]?.units ?? []
    expect(all.slice(1).every((unit, i) => unit.pts - (all[i]?.pts ?? 0) === 1024)).toBe(true)
    const shorter = (whole.audio[0]?.units.length ?? 0) - all.length
    expect((shorter * 1024) / 48_000).toBeGreaterThan(0.25)
    expect((shorter * 1024) / 48_000).toBeLessThan(0.35)
  })

  test.each([-16, 16])('audio whose clock is set by %d ms goes on without a step', async (step) => {
    const units = source.units.map((entry) =>
      entry.kind === 'audio' && entry.unit.pts > 1000
        ? { ...entry, unit: { ...entry.unit, pts: entry.unit.pts + step, dts: entry.unit.dts + step } }
        : entry,
    )
    const all = (await run(units)).audio[0]?.units ?? []
    expect(all.length).toBeGreaterThan(100)
    expect(all.slice(1).every((unit, i) => unit.pts - (all[i]?.pts ?? 0) === 1024)).toBe(true)
  })

  test('pictures that are missing are replaced by the one before', async () => {
    const dropped = new Set((source.video?.units ?? []).slice(60, 75))
    const units = source.units.filter(({ unit }) => !dropped.has(unit))
    const late = shifted(source.units, 3000).filter(({ unit }) => unit.pts >= 3000)
    const { video } = await run([...units, ...late])
    const times = seconds(video[0]?.units, 90_000)
    expect(times).toHaveLength(150)
    expect(times.slice(1).every((time, i) => Math.abs(time - (times[i] ?? 0) - 0.04) < 1e-6)).toBe(true)
  })

  test.each(['video', 'audio'] as const)('%s is all there where it comes 1.8 s behind', async (late) => {
    // It falls behind little by little, without a pause.
    const cameAt = ({ kind, unit }: Units[number]) =>
      unit.dts + (kind === late ? Math.min(unit.dts, 1800) : 0)
    const inStep = await run(source.units)
    const apart = await run(source.units.toSorted((a, b) => cameAt(a) - cameAt(b)))
    // A picture that is repeated, and silence, have next to no bytes.
    const bytes = (outputs: typeof inStep) =>
      (outputs[late][0]?.units ?? []).reduce((sum, { data }) => sum + data.length, 0)
    expect(bytes(apart)).toBeGreaterThan(bytes(inStep) * 0.95)
  })

  test('the last picture stays while only sound comes that is passed through', async () => {
    const units = source.units
      .filter(({ kind, unit }) => kind === 'audio' || unit.pts < 1000)
      .map((entry) =>
        entry.kind === 'audio' ? { ...entry, unit: { ...entry.unit, data: new Uint8Array() } } : entry,
      )
    const { video } = await transcode({ ...source, units }, [TARGET], [])
    const times = seconds(video[0]?.units, 90_000)
    expect(times.at(-1)).toBeCloseTo(2, 0)
    expect(times.slice(1).every((time, i) => Math.abs(time - (times[i] ?? 0) - 0.04) < 1e-6)).toBe(true)
  })

  test('outputs begin where they are asked to, with a key frame', async () => {
    const plan = planFor(source, [TARGET], [])
    const transcoder = await startTranscoder({ ...plan, video: plan.video && { ...plan.video, from: 1210 } })
    for (const { kind, unit } of source.units) await transcoder.send({ type: kind, unit })
    await transcoder.send({ type: 'end' })
    await transcoder.finished
    const units = transcoder.video[0]?.units ?? []
    expect([units[0]?.pts, units[0]?.key]).toEqual([1.2 * 90_000, true])
    const times = seconds(units, 90_000)
    expect(times.at(-1)).toBeCloseTo((source.video?.units.at(-1)?.pts ?? 0) / 1000, 1)
    expect(times.slice(1).every((time, i) => Math.abs(time - (times[i] ?? 0) - 0.04) < 1e-6)).toBe(true)
  })

  test('a long hole stays a hole, and the next slot begins with a key frame', async () => {
    const { video } = await run([...source.units, ...shifted(source.units, 61_000)])
    const times = seconds(video[0]?.units, 90_000)
    expect(times).toHaveLength(150)
    expect(times[75]).toBeCloseTo(61 + (times[0] ?? 0), 1)
    const keys = (video[0]?.units ?? []).filter((unit) => unit.key).map((unit) => unit.pts / 90_000)
    expect(keys).toEqual([times[0], 2, times[75], 62, 64].filter((time) => time !== undefined && time <= 64))
  })
})

function firstAudio(units: Units): number {
  return units.find(({ kind }) => kind === 'audio')?.unit.pts ?? 0
}
