import { describe, expect, test } from 'vitest'
import { aacFile, decodeWhole, h264File } from '../../../test/support/encoded-track.ts'
import { ffmpegSource } from '../../../test/support/flv-fixture.ts'
import { transcodeHere } from '../../../test/support/transcode-here.ts'
import type { VideoTarget } from '../../contract/media.ts'

const TARGET: VideoTarget = {
  ...{ width: 320, height: 180, frameRate: 30, bitRateBps: 300_000, profile: 'high', segmentSeconds: 1 },
}
const X264 = ['-c:v', 'libx264', '-preset', 'veryfast']
const SINE = ['-f', 'lavfi', '-i', 'sine']

/** What ffmpeg makes the source with, and how many seconds of it there are. */
const VIDEO: [string, string[], number][] = [
  ['638x478 at 25', ['-f', 'lavfi', '-i', 'testsrc2=s=638x478:r=25', ...X264, '-pix_fmt', 'yuv420p'], 1],
  [
    '10 bits in 4:2:2',
    ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30', ...X264, '-pix_fmt', 'yuv422p10le'],
    1,
  ],
  [
    'full range, 4:4:4',
    ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30', ...X264, '-pix_fmt', 'yuvj444p', '-color_range', 'pc'],
    1,
  ],
  [
    'a rate that varies',
    [
      ...[
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=320x180:r=60',
        '-vf',
        "select='mod(n,7)*mod(n,4)'",
        '-vsync',
        'vfr',
      ],
      ...[...X264, '-pix_fmt', 'yuv420p'],
    ],
    1,
  ],
  [
    'a pyramid of B-frames',
    [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30', '-c:v', 'libx264', '-preset', 'medium'],
      ...['-bf', '7', '-b_strategy', '0', '-pix_fmt', 'yuv420p'],
    ],
    1,
  ],
  [
    'interlaced pictures',
    [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=320x192:r=25', ...X264, '-flags', '+ildct+ilme'],
      ...['-x264-params', 'tff=1', '-pix_fmt', 'yuv420p'],
    ],
    1,
  ],
  ['5 pictures a second', ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=5', ...X264, '-pix_fmt', 'yuv420p'], 2],
  [
    'pixels that are not square',
    ['-f', 'lavfi', '-i', 'testsrc2=s=180x180:r=30,setsar=16/9', ...X264, '-pix_fmt', 'yuv420p'],
    1,
  ],
]

describe('video only', () => {
  test.each(VIDEO)('%s', async (_name, args, seconds) => {
    const source = await ffmpegSource(...args, '-t', String(seconds))
    expect(source.audio).toBeNull()
    const { video, audio, stats } = transcodeHere(source, [TARGET])
    const { track, units } = video[0] ?? { track: null, units: [] }
    if (!track) throw new Error('no track')
    const decoded = await decodeWhole('h264', h264File(track.decoderConfig, units))
    expect(decoded).toMatchObject({ width: 320, height: 180, profile: 'High', pix_fmt: 'yuv420p' })
    expect(stats).toMatchObject({ decodeErrors: 0, videoFrames: source.video?.units.length })
    expect(Math.abs(units.length - 30 * seconds)).toBeLessThanOrEqual(2)
    expect(audio).toEqual([])
  })
})

describe('audio only', () => {
  test.each([
    ['22.05 kHz mono', ['-ar', '22050', '-ac', '1']],
    ['44.1 kHz stereo', ['-ar', '44100', '-ac', '2']],
    ['96 kHz stereo', ['-ar', '96000', '-ac', '2', '-b:a', '256k']],
    ['8 kHz mono', ['-ar', '8000', '-ac', '1', '-b:a', '16k']],
    ['5.1 channels', ['-ar', '48000', '-ac', '6', '-b:a', '384k']],
  ])('%s', async (_name, args) => {
    const source = await ffmpegSource(...SINE, '-t', '1', '-c:a', 'aac', ...args)
    expect(source.video).toBeNull()
    const { video, audio, stats } = transcodeHere(source, [TARGET], [{ bitRateBps: 64_000 }])
    const { track, units } = audio[0] ?? { track: null, units: [] }
    expect(track).toMatchObject({ sampleRate: 48_000, channels: 2, bitRateBps: 64_000 })
    expect(await decodeWhole('aac', aacFile(units))).toMatchObject({ sample_rate: '48000', channels: 2 })
    expect((units.length * 1024) / 48_000).toBeGreaterThan(1)
    expect((units.length * 1024) / 48_000).toBeLessThan(1.35)
    expect(new Set(units.slice(1).map((unit, i) => unit.pts - (units[i]?.pts ?? 0)))).toEqual(new Set([1024]))
    expect(stats.decodeErrors).toBe(0)
    expect(video).toEqual([])
  })
})

test('a kind that no rendition wants is left alone', async () => {
  const source = await ffmpegSource(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30', ...SINE, '-t', '1', ...X264, '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac'],
  )
  expect(transcodeHere(source, [], []).stats).toMatchObject({
    ...{ videoUnits: 30, videoFrames: 0, videoOutputs: [], audioFrames: 0, audioOutputs: [] },
  })
})
