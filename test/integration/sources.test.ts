/** Odd sources: one kind only, other sizes and rates, encryption, what is passed through. */
import { createDecipheriv } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  endPlaylists,
  hasEnded,
  mediaPlaylists,
  onAir,
  segmentsOf,
  told,
  viewerOf,
} from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import type { FlvFixture } from '../support/ffmpeg.ts'
import { countFrames, probe, validatePlaylists } from '../support/hls.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

let service: RunningService
let viewer: Viewer
let ca: string

beforeAll(async () => {
  service = await startService()
  viewer = viewerOf(service)
  ca = service.ready.ca_cert_file
})
afterAll(async () => {
  await viewer.close()
  await service.stop()
})

const RENDITION = {
  durationSeconds: 1,
  startTimeOffset: 0,
  video: { width: 320, height: 180, fps: 30, bps: 400_000 },
  audio: { bps: 96_000 },
}

/** Publishes a fixture as fast as it is taken; gives the media playlists when they have ended. */
async function broadcast(fixture: Partial<FlvFixture>, request: object = {}) {
  const channel = await createRtmpChannel(service.ready, { hls: [RENDITION], ...request })
  const publisher = publishFlv({ url: channel.ingest_url, flv: await makeFlv(fixture) })
  await publisher.published
  await publisher.sent
  await publisher.stop()
  const multivariant = await viewer.until(channel.playlist_url, 'the multivariant playlist')
  const playlists = mediaPlaylists(multivariant, channel.playlist_url)
  await endPlaylists(service, channel.channel_id)
  for (const url of playlists) await viewer.until(url, 'the end mark', hasEnded)
  return { channel, multivariant, playlists, playlist: playlists[0] ?? '' }
}

describe.concurrent('odd sources', () => {
  it.each([
    ['video only', { audio: false }, true, false],
    ['audio only', { video: false }, false, true],
    [
      '22.05 kHz mono, 638×478 at 25',
      { sampleRate: 22_050, channels: 1, size: '638x478', fps: 25 },
      true,
      true,
    ],
    ['B-frames, 29.97', { bFrames: 2, fps: '30000/1001', size: '426x240' }, true, true],
  ] as const)('%s', async (_name, fixture, hasVideo, hasAudio) => {
    const { channel, playlist } = await broadcast({ seconds: 4, size: '426x240', ...fixture })
    expect((await validatePlaylists(channel.playlist_url, { ca })).faults).toEqual([])
    const { video, audio, durationSeconds } = await probe(playlist, { ca })
    expect([video !== null, audio !== null]).toEqual([hasVideo, hasAudio])
    expect(durationSeconds).toBeGreaterThan(3.7)
    expect(durationSeconds).toBeLessThan(4.3)
    if (video) expect([video.width, video.height]).toEqual([320, 180])
    if (audio) expect([audio.sampleRate, audio.channels]).toEqual([48_000, 2])
  })

  it('an audio-only rendition beside one with video', async () => {
    const { playlists } = await broadcast(
      { seconds: 4, size: '426x240' },
      { hls: [RENDITION, { ...RENDITION, video: undefined }] },
    )
    for (const [rendition, url] of playlists.entries()) {
      const [first = ''] = segmentsOf((await viewer.text(url)) ?? '', url)
      expect(first).toMatch(new RegExp(`/r${rendition}/0\\.m4s$`))
    }
    const [both, sound] = await Promise.all(playlists.map((url) => probe(url, { ca })))
    expect(both?.video).not.toBeNull()
    expect([sound?.video, sound?.audio?.codec]).toEqual([null, 'aac'])
  })

  it.each([
    ['30 frames/s', { fps: 30, gopSeconds: 1 }, 1, 180],
    // A key frame every 60 frames, which is 2 ms more than a segment.
    ['29.97 frames/s', { fps: '30000/1001', gopSeconds: 2.002 }, 2, 180],
  ])('passes through what already is what a rendition asks for: %s', async (_name, rate, seconds, frames) => {
    const fixture = { seconds: 6, size: '320x180', ...rate, videoBps: 200_000, audioBps: 96_000 }
    const request = { hls: [{ ...RENDITION, durationSeconds: seconds }] }
    const { channel, playlist } = await broadcast(fixture, request)
    expect((await validatePlaylists(channel.playlist_url, { ca })).faults).toEqual([])
    expect(await countFrames(playlist, { ca })).toBe(frames)
    expect((await probe(playlist, { ca })).video?.bitRateBps).toBeLessThan(260_000)
    expect(await viewer.text(playlist)).not.toMatch(/#EXT-X-DISCONTINUITY$/m)
    expect(service.output()).not.toContain('"level":50')
  })

  it('refuses a codec that it can not use, by name', async () => {
    const channel = await createRtmpChannel(service.ready, { hls: [RENDITION] })
    const publisher = publishFlv({ url: channel.ingest_url, flv: mp3Tag() })
    await publisher.published
    await publisher.closed
    expect(told(publisher)).toContain('The encoder sends MP3 audio. Set it to AAC.')
  })
})

describe.concurrent('encryption', () => {
  it('encrypts each segment under the key that GetEncryptKey gives', async () => {
    const { playlist } = await broadcast(
      { seconds: 4, size: '426x240' },
      { encrypt_key_uri: 'https://member.example/key?show=1#part' },
    )
    const text = (await viewer.text(playlist)) ?? ''
    const keys = [...text.matchAll(/#EXT-X-KEY:METHOD=AES-128,URI="([^"]+)",IV=0x([0-9a-fA-F]{32})/g)]
    const uri = new URL(keys[0]?.[1] ?? '')
    expect([uri.origin, uri.searchParams.get('show'), uri.hash]).toEqual([
      'https://member.example',
      '1',
      '#part',
    ])
    const kid = uri.searchParams.get('kid') ?? ''
    const { encrypt_key } = await callLive(service.ready, 'Service_20200707.GetEncryptKey', { kid })
    const segments = segmentsOf(text, playlist)
    expect(keys).toHaveLength(segments.length)
    expect(new Set(keys.map(([, , iv]) => iv)).size).toBe(segments.length)
    for (const [i, url] of segments.entries()) {
      const iv = Buffer.from(keys[i]?.[2] ?? '', 'hex')
      const decipher = createDecipheriv('aes-128-cbc', Buffer.from(encrypt_key, 'hex'), iv)
      const clear = Buffer.concat([decipher.update(await viewer.bytes(url)), decipher.final()])
      expect(['styp', 'moof']).toContain(clear.toString('latin1', 4, 8))
    }
    expect(service.output()).not.toContain(encrypt_key)
  })
})

describe('the newest connection', () => {
  it('is shown, and the older one again when it has gone', async () => {
    const channel = await createRtmpChannel(service.ready, { hls: [RENDITION] })
    const flv = await makeFlv({ seconds: 4, size: '426x240' })
    const first = publishFlv({ url: channel.ingest_url, flv, realTime: true, loop: true })
    const [older] = await onAir(service, channel.channel_id, 1)
    const second = publishFlv({ url: channel.ingest_url, flv, realTime: true, loop: true })
    const both = await onAir(service, channel.channel_id, 2)
    expect(both[1]).toEqual(older)
    const newer = both[0]?.connection_id ?? ''
    const media = new URL('r0.m3u8', channel.playlist_url).href
    const lastShown = (connectionId: string) => (text: string) =>
      text.trim().split('\n').at(-1)?.startsWith(connectionId) ?? false
    await viewer.until(media, 'the newer connection shown', lastShown(newer))
    await second.stop()
    await viewer.until(media, 'the older connection shown again', lastShown(older?.connection_id ?? ''))
    expect((await validatePlaylists(channel.playlist_url, { ca })).faults).toEqual([])
    await first.stop()
  })
})

/** An FLV file with one block of MP3. */
function mp3Tag(): Buffer {
  const header = Buffer.from([0x46, 0x4c, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0])
  const body = Buffer.from([0x2f, 0xff, 0xfb, 0x90, 0x64])
  const tag = Buffer.alloc(11 + body.length + 4)
  tag[0] = 8
  tag.writeUIntBE(body.length, 1, 3)
  body.copy(tag, 11)
  tag.writeUInt32BE(11 + body.length, 11 + body.length)
  return Buffer.concat([header, tag])
}
