import { describe, expect, test } from 'vitest'
import { decodeWhole, h264File } from '../../../test/support/encoded-track.ts'
import { ffmpegSource } from '../../../test/support/flv-fixture.ts'
import type { SourceFixture } from '../../../test/support/flv-fixture.ts'
import { startTranscoder } from '../../../test/support/transcoder.ts'
import { planFor } from '../../../test/support/transcoder-outputs.ts'
import type { AccessUnit, VideoTarget } from '../../contract/media.ts'

const TARGET: VideoTarget = {
  ...{ width: 320, height: 180, frameRate: 30, bitRateBps: 300_000, profile: 'high', segmentSeconds: 2 },
}

const AAC = (sampleRate: number, channels: number) => {
  return ['-c:a', 'aac', '-ar', String(sampleRate), '-ac', String(channels)]
}

function picturesAndSound(size: string, pixelFormat: string, sampleRate: number, channels: number) {
  return ffmpegSource(
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30`, '-f', 'lavfi', '-i', 'sine', '-t', '2'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', pixelFormat, ...AAC(sampleRate, channels)],
  )
}

function sound(sampleRate: number, channels: number) {
  return ffmpegSource('-f', 'lavfi', '-i', 'sine', '-t', '2', ...AAC(sampleRate, channels))
}

/** Two sources, one after the other on one timeline. */
async function switchSources(before: SourceFixture, after: SourceFixture) {
  const transcoder = await startTranscoder(planFor(before, [TARGET], [{ bitRateBps: 64_000 }]))
  for (const { kind, unit } of before.units) await transcoder.send({ type: kind, unit })
  for (const kind of ['video', 'audio'] as const) {
    const { decoderConfig } = after[kind] ?? {}
    if (decoderConfig) await transcoder.send({ type: `${kind}-config`, decoderConfig })
  }
  for (const { kind, unit } of after.units) {
    await transcoder.send({ type: kind, unit: { ...unit, pts: unit.pts + 2000, dts: unit.dts + 2000 } })
  }
  await transcoder.send({ type: 'end' })
  return { ...transcoder, stats: await transcoder.finished }
}

describe('a source that changes while on air', () => {
  test('size, pixel format, sample rate and channels: the outputs go on as they were', async () => {
    const { video, audio, stats } = await switchSources(
      await picturesAndSound('640x360', 'yuv420p', 48_000, 2),
      await picturesAndSound('854x480', 'yuv444p', 22_050, 1),
    )
    const { track, units } = video[0] ?? { track: null, units: [] }
    if (!track) throw new Error('no track')
    const decoded = await decodeWhole('h264', h264File(track.decoderConfig, units))
    expect(decoded).toMatchObject({ width: 320, height: 180, profile: 'High', nb_read_frames: '120' })
    expect(stats).toMatchObject({ videoFrames: 120, decodeErrors: 0 })
    const times = units.map((unit) => unit.pts).sort((a, b) => a - b)
    expect(steps(times)).toEqual(new Set([3000]))

    expectWhole(audio[0]?.units ?? [])
  })

  test.each([
    [48_000, 2, 44_100, 2],
    [44_100, 2, 48_000, 1],
    [32_000, 1, 24_000, 2],
  ])(
    'audio of %d Hz, %d channels to %d Hz, %d channels',
    async (...[rate, channels, newRate, newChannels]) => {
      const { audio, stats } = await switchSources(
        await sound(rate, channels),
        await sound(newRate, newChannels),
      )
      expect(stats.decodeErrors).toBe(0)
      expectWhole(audio[0]?.units ?? [])
    },
  )
})

/** Four seconds without a gap. */
function expectWhole(sounds: readonly AccessUnit[]): void {
  expect(steps(sounds.map((unit) => unit.pts))).toEqual(new Set([1024]))
  expect((sounds.length * 1024) / 48_000).toBeGreaterThan(3.95)
  expect((sounds.length * 1024) / 48_000).toBeLessThan(4.15)
}

function steps(times: readonly number[]): Set<number> {
  return new Set(times.slice(1).map((time, i) => time - (times[i] ?? 0)))
}
