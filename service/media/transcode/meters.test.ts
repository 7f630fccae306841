import { describe, expect, test } from 'vitest'
import { ffmpegSource } from '../../../test/support/flv-fixture.ts'
import { transcode } from '../../../test/support/transcoder.ts'
import type { PictureMeasured, SoundMeasured, VideoTarget } from '../../contract/media.ts'
import { Picture } from '../test-picture/picture.ts'
import { Sound } from '../test-picture/sound.ts'
import { silenceFfmpeg } from './native.ts'
import { PictureMeter } from './picture-meter.ts'
import { SoundMeter } from './sound-meter.ts'

/** As an encoder sends it: H.264 and AAC, key frames every 2 s. */
const encoded = (...inputs: readonly string[]) =>
  ffmpegSource(
    ...inputs,
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50', '-b:v', '600k', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-b:a', '160k'],
  )
const lavfi = (graph: string) => ['-f', 'lavfi', '-i', graph]
const TARGET: VideoTarget = {
  ...{ width: 320, height: 180, frameRate: 25, bitRateBps: 300_000, profile: 'high', segmentSeconds: 2 },
}

async function soundOf(...graphs: readonly string[]): Promise<readonly SoundMeasured[]> {
  return (await transcode(await encoded(...graphs.flatMap(lavfi)), [])).sound
}
async function picturesOf(...graphs: readonly string[]): Promise<readonly PictureMeasured[]> {
  return (await transcode(await encoded(...graphs.flatMap(lavfi)), [TARGET], [])).pictures
}

describe('sound', () => {
  /** EBU Tech 3341, case 1 and 2: 1 kHz in both channels of stereo is as loud as its peaks say. */
  test.each([-20, -36])('a tone of %s dBFS in both channels', async (level) => {
    const wave = `${10 ** (level / 20)}*sin(2*PI*1000*t)`
    const measured = await soundOf(`aevalsrc='${wave}|${wave}':s=48000:d=6`)
    const last = measured.at(-1)
    expect(last?.shortTermLufs).toBeGreaterThan(level - 0.2)
    expect(last?.shortTermLufs).toBeLessThan(level + 0.2)
    for (const peak of last?.peaksDb ?? []) {
      expect(peak).toBeGreaterThan(level - 0.5)
      expect(peak).toBeLessThan(level + 0.5)
    }
    expect(measured.every(({ silentMs }) => silentMs === null)).toBe(true)
    // Before 3 s have come there is no short term.
    expect(measured[0]?.shortTermLufs).toBeNull()
    // 5 a second.
    expect(measured.length).toBeGreaterThan(27)
    expect(measured.length).toBeLessThan(32)
  })

  test('left is left', async () => {
    const [loud, quiet] = [-12, -40].map((level) => `${10 ** (level / 20)}*sin(2*PI*1000*t)`)
    const [left, right] = (await soundOf(`aevalsrc='${loud}|${quiet}':s=48000:d=2`)).at(-1)?.peaksDb ?? []
    expect(left).toBeGreaterThan(-13)
    expect(right).toBeLessThan(-38)
  })

  test('digital silence is told from its 2nd second on, from its beginning, until there is sound', async () => {
    const wave = `0.1*sin(2*PI*1000*t)*(1-between(t,2,6))`
    const measured = await soundOf(`aevalsrc='${wave}|${wave}':s=44100:d=8`)
    const silent = measured.flatMap(({ silentMs }) => silentMs ?? [])
    expect(silent[0]).toBeGreaterThanOrEqual(2000)
    expect(silent[0]).toBeLessThan(2300)
    expect(silent.at(-1)).toBeGreaterThan(3600)
    expect(silent.at(-1)).toBeLessThan(4100)
    expect(measured.at(-1)?.silentMs).toBeNull()
    // While 3 s hold nothing else, it is as quiet as can be told.
    expect(Math.min(...measured.flatMap(({ shortTermLufs }) => shortTermLufs ?? []))).toBe(-70)
  })

  test('a quiet room is no silence', async () => {
    const measured = await soundOf('anoisesrc=r=48000:a=0.001:d=5')
    expect(measured.every(({ silentMs }) => silentMs === null)).toBe(true)
  })
})

describe('pictures', () => {
  test('black is told with how long it lasts', async () => {
    const measured = await picturesOf(
      "testsrc2=s=640x360:r=25:d=8,drawbox=t=fill:c=black:enable='between(t,2,6)'",
    )
    const black = measured.flatMap(({ blackMs }) => blackMs ?? [])
    expect(Math.max(...black)).toBeGreaterThan(3000)
    expect(Math.max(...black)).toBeLessThan(4100)
    expect(measured[0]?.blackMs).toBeNull()
    expect(measured.at(-1)?.blackMs).toBeNull()
  })

  test('one that stands still is told, though it is coded anew at each key frame', async () => {
    const measured = await picturesOf(
      'testsrc2=s=1280x720:r=25:d=12,loop=loop=-1:size=1:start=75,trim=end=12',
    )
    expect(measured.at(-1)?.frozenMs).toBeGreaterThan(7000)
    expect(measured.at(-1)?.blackMs).toBeNull()
  })

  test('a dark scene is not black, nor does it stand still where a small part of it moves', async () => {
    const dark = 'color=c=0x141414:s=640x360:r=25:d=6[dark]'
    const small = 'testsrc2=s=160x90:r=25:d=6[small]'
    const measured = await picturesOf(`${dark};${small};[dark][small]overlay=20:20`)
    expect(measured.filter(({ blackMs, frozenMs }) => blackMs !== null || frozenMs !== null)).toEqual([])
  })
})

test('our own test picture is neither silent nor black nor frozen', () => {
  silenceFfmpeg()
  const size = { width: 1280, height: 720, frameRate: 30 }
  const [picture, sound] = [new Picture(size), new Sound()]
  const seen: PictureMeasured[] = []
  const heard: SoundMeasured[] = []
  const meters = [
    new PictureMeter((one) => seen.push(one)),
    new SoundMeter((one) => heard.push(one)),
  ] as const
  for (let i = 0; i < 10 * size.frameRate; i++) {
    const frame = picture.draw(i, i * 33)
    frame.pts = BigInt(Math.round((i * 1000) / size.frameRate))
    meters[0].push(frame)
  }
  for (let i = 0; i < (10 * 48_000) / 1024; i++) meters[1].push(sound.next())
  for (const one of [picture, sound, ...meters]) one.close()
  expect(seen.length).toBeGreaterThan(15)
  expect(seen.filter(({ blackMs, frozenMs }) => blackMs !== null || frozenMs !== null)).toEqual([])
  expect(heard.filter(({ silentMs }) => silentMs !== null)).toEqual([])
  expect(heard.at(-1)?.shortTermLufs).toBeGreaterThan(-30)
})
