import { beforeAll, describe, expect, test } from 'vitest'
import { decodeWhole, h264File } from '../../../test/support/encoded-track.ts'
import { ffmpegSource } from '../../../test/support/flv-fixture.ts'
import type { SourceFixture } from '../../../test/support/flv-fixture.ts'
import { startTranscoder, transcode } from '../../../test/support/transcoder.ts'
import { planFor } from '../../../test/support/transcoder-outputs.ts'
import type { VideoTarget } from '../../contract/media.ts'

const TARGET: VideoTarget = {
  ...{ width: 160, height: 90, frameRate: 30, bitRateBps: 100_000, profile: 'high', segmentSeconds: 1 },
}
let source: SourceFixture

beforeAll(async () => {
  source = await ffmpegSource(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=30', '-f', 'lavfi', '-i', 'sine', '-t', '2'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  )
})

/** The same bytes in every run. */
function noise(seed: number, length: number): Buffer {
  let state = seed * 2654435761 + 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }),
  )
}

describe('a damaged source', () => {
  test('garbage between the units is counted and skipped', async () => {
    const units = source.units.flatMap((entry, i) => {
      const garbage = { ...entry, unit: { ...entry.unit, key: false, data: noise(i, (i * 37) % 400) } }
      return i > 0 && i % 10 === 0 ? [garbage, entry] : [entry]
    })
    const { video, audio, stats } = await transcode({ ...source, units }, [TARGET])
    expect(stats.decodeErrors).toBeGreaterThan(5)
    const { track, units: pictures } = video[0] ?? { track: null, units: [] }
    if (!track) throw new Error('no track')
    const { nb_read_frames } = await decodeWhole('h264', h264File(track.decoderConfig, pictures))
    expect(Number(nb_read_frames)).toBeGreaterThanOrEqual(58)
    expect(audio[0]?.units.length).toBeGreaterThan(90)
  })

  test('flipped bits in every third unit end nothing', async () => {
    const units = source.units.map((entry, i) => {
      if (i % 3 !== 1) return entry
      const data = Buffer.from(entry.unit.data)
      for (const [n, byte] of noise(i, 4).entries()) {
        const at = (byte * 7 + n * 13) % data.length
        data[at] = (data[at] ?? 0) ^ (byte | 1)
      }
      return { ...entry, unit: { ...entry.unit, data } }
    })
    const { video, audio } = await transcode({ ...source, units }, [TARGET])
    expect(video[0]?.units.length).toBeGreaterThan(50)
    expect(audio[0]?.units.length).toBeGreaterThan(80)
  })

  test('a source that is nothing but garbage ends the transcoder with a reason', async () => {
    const transcoder = await startTranscoder(planFor(source, [TARGET], []))
    for (let i = 0; i < 400; i++) {
      const unit = { pts: i * 33, dts: i * 33, duration: 0, key: false, data: noise(i, 100) }
      if (!transcoder.peer.send({ type: 'video', unit })) break
    }
    await expect(transcoder.finished).rejects.toThrow('h264 refused 301 units in a row.')
  })

  test('a video configuration that is none ends it with a reason', async () => {
    const plan = planFor(source, [TARGET], [])
    const video = plan.video && { ...plan.video, decoderConfig: new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]) }
    const transcoder = await startTranscoder({ ...plan, video })
    await expect(transcoder.finished).rejects.toThrow('h264')
  })

  test('an audio configuration that is none ends it with a reason', async () => {
    const plan = planFor(source, [TARGET], [{ bitRateBps: 64_000 }])
    const audio = plan.audio && { ...plan.audio, decoderConfig: new Uint8Array([0]) }
    const transcoder = await startTranscoder({ ...plan, audio })
    await expect(transcoder.finished).rejects.toThrow('opening the decoder aac: Function not implemented')
  })

  test('a new configuration that is none is passed over', async () => {
    const transcoder = await startTranscoder(planFor(source, [TARGET], [{ bitRateBps: 64_000 }]))
    await transcoder.send({ type: 'video-config', decoderConfig: new Uint8Array([1, 2, 3, 4, 5, 6, 7]) })
    await transcoder.send({ type: 'audio-config', decoderConfig: new Uint8Array([0]) })
    for (const { kind, unit } of source.units) await transcoder.send({ type: kind, unit })
    await transcoder.send({ type: 'end' })
    const stats = await transcoder.finished
    expect(stats.decodeErrors).toBe(2)
    expect(stats.videoOutputs).toEqual([60])
  })
})
