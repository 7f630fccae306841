import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { parseAudioSpecificConfig } from '../../service/protocol/aac/audio-specific-config.ts'
import type { AacConfiguration } from '../../service/protocol/aac/audio-specific-config.ts'
import { readFlvFile } from '../../service/protocol/flv/file.ts'
import { parseFlvTag } from '../../service/protocol/flv/tag.ts'
import type { FlvTag } from '../../service/protocol/flv/tag.ts'
import { parseAvcConfiguration } from '../../service/protocol/h264/avcc.ts'
import { h264ProfileName } from '../support/h264-profile.ts'
import { splitLengthPrefixed } from '../support/nal-units.ts'
import { parseSps } from '../../service/protocol/h264/sps.ts'
import { ServedCertificate } from '../../service/platform/tls/served-certificate.ts'
import { selfSigned } from '../support/self-signed.ts'
import { ffmpeg, makeFlv } from '../support/ffmpeg.ts'
import type { FlvFixture } from '../support/ffmpeg.ts'
import { startRecordingListener } from '../support/recording-listener.ts'
import type { Recording, RecordingListener, RecordingOptions } from '../support/recording-listener.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import { waitFor } from '../support/wait-for.ts'

const CHANNEL = '01J8Z0000000000000000000AB'
const listeners: RecordingListener[] = []

async function listen(options: RecordingOptions = {}): Promise<RecordingListener> {
  const started = await startRecordingListener(options)
  listeners.push(started)
  return started
}

afterEach(async () => {
  await Promise.all(listeners.splice(0).map(({ listener }) => listener.close('service-closed')))
})

const url = ({ port }: RecordingListener, path = CHANNEL) => `rtmp://127.0.0.1:${port}/${path}`

/** What a recording or a file holds, without metadata and ends of sequence. */
const media = (tags: readonly FlvTag[]) =>
  tags.filter(({ type }) => type !== 'metadata' && type !== 'ignored')
const recorded = ({ messages }: Recording) => messages.map(({ type, payload }) => parseFlvTag(type, payload))
const inFile = async (path: string) =>
  [...readFlvFile(await readFile(path))].map(({ type, body }) => parseFlvTag(type as 8 | 9 | 18, body))

describe('ffmpeg publishes', () => {
  it('every frame of its file, byte by byte, and ends cleanly', async () => {
    const server = await listen()
    const path = await makeFlv({ bFrames: 2 })
    const exit = await ffmpeg(['-i', path, '-c', 'copy', '-f', 'flv', url(server)]).exited
    expect(exit).toMatchObject({ code: 0, stderr: '' })
    const [recording] = server.recordings
    expect(recording?.request).toMatchObject({ channelId: CHANNEL, remoteAddress: '127.0.0.1' })
    expect(recording?.request.encoder).toContain('Lavf')
    await waitFor(() => recording?.closes.length, 'the end')
    expect(recording?.closes.map(({ reason }) => reason)).toEqual(['client-closed'])
    const tags = recording ? recorded(recording) : []
    expect(tags.some(({ type }) => type === 'metadata')).toBe(true)
    expect(media(tags)).toEqual(media(await inFile(path)))
  })

  it('the same over TLS', async () => {
    const { cert, key } = await selfSigned('127.0.0.1')
    const certificate = new ServedCertificate({ certificate: cert, privateKey: key })
    const server = await listen({ certificate })
    const path = await makeFlv({ bFrames: 2 })
    const address = url(server).replace('rtmp:', 'rtmps:')
    const exit = await ffmpeg(['-i', path, '-c', 'copy', '-f', 'flv', address]).exited
    expect(exit).toMatchObject({ code: 0, stderr: '' })
    const [recording] = server.recordings
    await waitFor(() => recording?.closes.length, 'the end')
    expect(recording?.closes.map(({ reason }) => reason)).toEqual(['client-closed'])
    expect(media(recording ? recorded(recording) : [])).toEqual(media(await inFile(path)))
  })

  it.each([
    ['app and key', `${CHANNEL}/key`, CHANNEL, ''],
    ['an application name', `live/${CHANNEL}`, CHANNEL, ''],
    ['an application name and a query', `my/app/${CHANNEL}?token=abc`, CHANNEL, 'token=abc'],
    ['a query', `${CHANNEL}?token=abc`, CHANNEL, 'token=abc'],
    ['a query behind a key', `${CHANNEL}/key?token=abc`, CHANNEL, 'token=abc'],
  ])('with %s in the address', async (_name, path, channelId, query) => {
    const server = await listen()
    const flv = await makeFlv({ video: false, seconds: 1 })
    const exit = await ffmpeg(['-i', flv, '-c', 'copy', '-f', 'flv', url(server, path)]).exited
    expect(exit.code).toBe(0)
    expect(server.requests).toMatchObject([{ channelId, query }])
  })

  it('with times beyond 2^24 ms', async () => {
    const server = await listen()
    const flv = await makeFlv()
    const late = ['-i', flv, '-c', 'copy', '-output_ts_offset', '16775', '-f', 'flv', url(server)]
    expect(await ffmpeg(late).exited).toMatchObject({ code: 0 })
    await waitFor(() => server.recordings[0]?.closes.length, 'the end')
    const frames = server.recordings[0]?.messages.filter(
      ({ type, payload }) => type === 9 && payload[1] === 1,
    )
    const times = frames?.map(({ timestampMs }) => timestampMs) ?? []
    expect(times).toHaveLength(120)
    expect(times[0]).toBeLessThan(2 ** 24)
    expect(times.at(-1)).toBeGreaterThan(2 ** 24)
    times.forEach((time, i) => expect(time - (times[0] ?? 0)).toBeCloseTo((i * 1000) / 30, -1))
  })

  it('until it is refused, and prints why', async () => {
    const server = await listen({
      decide: async () => ({ allow: false, reason: 'This event is over.', closeReason: 'denied' }),
    })
    const flv = await makeFlv()
    const exit = await ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', url(server)]).exited
    expect(exit.code).toBe(1)
    expect(exit.stderr).toContain('This event is over.')
    expect(server.recordings).toEqual([])
  })

  it('until it is thrown out, and prints why', async () => {
    const server = await listen()
    const flv = await makeFlv()
    const encoder = ffmpeg(['-re', '-stream_loop', '-1', '-i', flv, '-c', 'copy', '-f', 'flv', url(server)])
    const recording = await waitFor(
      () => server.recordings.find(({ messages }) => messages.length > 20),
      'media',
    )
    recording.publisher.close('channel-deleted')
    const exit = await encoder.exited
    expect(exit.code).not.toBe(0)
    expect(exit.stderr).toContain('The channel was deleted.')
    await waitFor(() => recording.closes.length, 'the end')
    expect(recording.closes.map(({ reason }) => reason)).toEqual(['channel-deleted'])
  })

  it('until it is killed', async () => {
    const server = await listen()
    const flv = await makeFlv()
    const encoder = ffmpeg(['-re', '-stream_loop', '-1', '-i', flv, '-c', 'copy', '-f', 'flv', url(server)])
    const recording = await waitFor(
      () => server.recordings.find(({ messages }) => messages.length > 20),
      'media',
    )
    encoder.kill()
    await waitFor(() => recording.closes.length > 0, 'the loss to be noticed')
    expect(recording.closes.map(({ reason }) => reason)).toEqual(['client-lost'])
  })

  it('until it is asked to stop', async () => {
    const server = await listen()
    const flv = await makeFlv()
    const encoder = ffmpeg(['-re', '-stream_loop', '-1', '-i', flv, '-c', 'copy', '-f', 'flv', url(server)])
    const recording = await waitFor(
      () => server.recordings.find(({ messages }) => messages.length > 20),
      'media',
    )
    encoder.kill('SIGTERM')
    await encoder.exited
    await waitFor(() => recording.closes.length > 0, 'the end')
    expect(recording.closes.map(({ reason }) => reason)).toEqual(['client-closed'])
  })
})

describe('the test publisher', () => {
  it('sends what ffmpeg sends', async () => {
    const server = await listen()
    const flv = await makeFlv({ bFrames: 2 })
    const publisher = publishFlv({ url: url(server), flv })
    await publisher.published
    await publisher.sent
    await publisher.stop()
    const [recording] = server.recordings
    await waitFor(() => recording?.closes.length, 'the end')
    expect(recording?.closes).toEqual([{ reason: 'client-closed', receivedBytes: publisher.bytesSent }])
    expect(recording ? media(recorded(recording)) : []).toEqual(media(await inFile(flv)))
  })

  it('loops with rising times and stops by itself', async () => {
    const server = await listen()
    const flv = await makeFlv({ seconds: 1, audio: false })
    const publisher = publishFlv({ url: url(server), flv, loop: true, stopAfterMs: 2_500 })
    await publisher.closed
    await waitFor(() => server.recordings[0]?.closes.length, 'the end')
    const times =
      server.recordings[0]?.messages.filter(({ type }) => type === 9).map((m) => m.timestampMs) ?? []
    expect(times.at(-1)).toBeGreaterThan(2_400)
    expect([...times].sort((a, b) => a - b)).toEqual(times)
  })

  it('rejects with the reason of a refusal', async () => {
    const server = await listen({
      decide: async () => ({ allow: false, reason: 'No.', closeReason: 'denied' }),
    })
    const publisher = publishFlv({ url: url(server), flv: await makeFlv() })
    await expect(publisher.published).rejects.toThrow('No.')
    await publisher.closed
  })
})

describe('what the decoder configurations say is what ffprobe says', () => {
  it.each<[string, Partial<FlvFixture>]>([
    ['high with B-frames', { bFrames: 2, fps: '30000/1001', size: '1280x720', seconds: 1 }],
    ['main, odd size', { profile: 'main', size: '638x478', fps: 25, seconds: 1, sampleRate: 44_100 }],
    [
      'baseline, mono',
      { profile: 'baseline', size: '426x240', fps: 60, seconds: 1, sampleRate: 22_050, channels: 1 },
    ],
  ])('%s', async (_name, options) => {
    const path = await makeFlv(options)
    const [video, audio] = await probe(path)
    const tags = await inFile(path)
    const avc = tags.find((tag) => tag.type === 'video-config')
    const asc = tags.find((tag) => tag.type === 'audio-config')
    const configuration = parseAvcConfiguration(avc?.decoderConfig ?? Buffer.alloc(0))
    const sps = parseSps(configuration.sps[0] ?? Buffer.alloc(0))
    const [rate = 0, per = 1] = video.r_frame_rate.split('/').map(Number)
    expect({ width: sps.width, height: sps.height, level: sps.levelIdc }).toEqual({
      width: video.width,
      height: video.height,
      level: video.level,
    })
    expect(sps.frameRate).toBeCloseTo(rate / per, 6)
    expect(sps.reordered).toBe(video.has_b_frames > 0)
    expect(h264ProfileName(sps.profileIdc, sps.constraintFlags)).toBe(video.profile)
    expect(parseAudioSpecificConfig(asc?.decoderConfig ?? Buffer.alloc(0))).toMatchObject({
      sampleRate: Number(audio.sample_rate),
      channels: audio.channels,
    } satisfies Partial<AacConfiguration>)
    for (const tag of tags) if (tag.type === 'video') splitLengthPrefixed(tag.data, configuration.lengthSize)
  })
})

interface ProbedStream {
  readonly codec_type: 'video' | 'audio'
  readonly width: number
  readonly height: number
  readonly level: number
  readonly profile: string
  readonly has_b_frames: number
  readonly r_frame_rate: string
  readonly sample_rate: string
  readonly channels: number
}

async function probe(path: string): Promise<[ProbedStream, ProbedStream]> {
  const run = promisify(execFile)
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path])
  const { streams } = JSON.parse(stdout) as { streams: ProbedStream[] }
  const of = (kind: 'video' | 'audio') => {
    const stream = streams.find(({ codec_type }) => codec_type === kind)
    if (!stream) throw new Error(`${path} has no ${kind}`)
    return stream
  }
  return [of('video'), of('audio')]
}
