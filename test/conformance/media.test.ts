/** Conformance of renditions: what one real broadcast without webhooks and encryption is made into. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endPlaylists, hasEnded, mediaPlaylists, onAir, viewerOf } from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { fetchFile, probe } from '../support/hls.ts'
import type { Probed } from '../support/hls.ts'
import { createRtmpChannel, listPlaylistUrls } from '../support/live-client.ts'
import { RtmpClient, rtmpTarget } from '../../service/kit/rtmp/client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { holds } from './holds.ts'

const picture = { width: 321, height: 181, fps: 30, bps: 300_000 }
const SHORT = { durationSeconds: 1, startTimeOffset: -1.25, video: picture, audio: { bps: 100_000 } }
const LONG = { durationSeconds: 2, startTimeOffset: 2, video: { ...picture, width: 480, height: 270 } }
const SOUND = { durationSeconds: 2, startTimeOffset: 0, audio: {} }

type Listed = Awaited<ReturnType<typeof listPlaylistUrls>>['hls']

let service: RunningService
let viewer: Viewer
/** Of the channel: as it was created, and its list while an encoder has sent nothing, and later. */
let playlistUrl = ''
let early: Listed = []
let listed: Listed = []
let multivariant = ''
/** Text of each rendition's media playlist, and what ffprobe says of it. */
let texts: string[] = []
let probes: Probed[] = []
/** The media playlist of a channel whose optional members are empty strings. */
let ofEmpty = ''

beforeAll(async () => {
  service = await startService()
  viewer = viewerOf(service)
  const flv = await makeFlv({ seconds: 6, size: '640x360' })
  const channel = await createRtmpChannel(service.ready, { hls: [SHORT, LONG, SOUND] })
  expect(channel.ingest_url.endsWith(channel.channel_id)).toBe(true)
  playlistUrl = channel.playlist_url
  const target = rtmpTarget(channel.ingest_url)
  const silent = new RtmpClient(target.host, target.port)
  silent.handshake()
  silent.publish(target)
  await silent.published()
  early = (await listPlaylistUrls(service.ready, channel.channel_id)).hls
  await broadcast(channel.ingest_url, flv, () => onAir(service, channel.channel_id, 1))
  multivariant = await viewer.until(playlistUrl, 'the multivariant playlist')
  silent.kill()
  const urls = mediaPlaylists(multivariant, playlistUrl)
  await endPlaylists(service, channel.channel_id)
  texts = await Promise.all(urls.map((url) => viewer.until(url, 'the end mark', hasEnded)))
  probes = await Promise.all(urls.map((url) => probe(url, { ca: service.ready.ca_cert_file })))

  const empty = { encrypt_key_uri: '', auth_webhook_url: '', event_webhook_url: '' }
  const other = await createRtmpChannel(service.ready, { hls: [SOUND], ...empty })
  await broadcast(other.ingest_url, flv)
  const [url = ''] = mediaPlaylists(await viewer.until(other.playlist_url, 'it'), other.playlist_url)
  await endPlaylists(service, other.channel_id)
  ofEmpty = await viewer.until(url, 'the end mark', hasEnded)
}, 300_000)
afterAll(async () => {
  await viewer.close()
  await service.stop()
})

/** Publishes all of a file as fast as it is taken. @param meanwhile before the encoder stops */
async function broadcast(url: string, flv: string, meanwhile?: () => Promise<Listed>): Promise<void> {
  const publisher = publishFlv({ url, flv })
  await publisher.published
  await publisher.sent
  if (meanwhile) listed = await meanwhile()
  await publisher.stop()
}

/** Lengths of all segments but the last, which is what is left, seconds. */
const durations = (text: string) =>
  [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds)).slice(0, -1)

holds('rendition.duration', () => {
  for (const [i, seconds] of [SHORT, LONG].map((rendition) => rendition.durationSeconds).entries()) {
    const lengths = durations(texts[i] ?? '')
    expect(lengths.length).toBeGreaterThan(1)
    for (const length of lengths) expect(Math.abs(length - seconds)).toBeLessThan(0.1)
  }
})
holds('decided.target-duration', () => {
  for (const text of texts) expect(text).toMatch(/^#EXT-X-TARGETDURATION:2$/m)
})
holds('rendition.start-time-offset', () => {
  expect(texts[0]).toMatch(/^#EXT-X-START:TIME-OFFSET=-1\.25\b/m)
  expect(texts[1]).toMatch(/^#EXT-X-START:TIME-OFFSET=2\b/m)
})
holds('decided.start-time-offset', () => {
  const written = texts.map((text) => /^#EXT-X-START:TIME-OFFSET=([^,\n]+)/m.exec(text)?.[1])
  expect(written.map(Number)).toEqual([SHORT, LONG, SOUND].map((rendition) => rendition.startTimeOffset))
})
holds('rendition.several', () => {
  expect(multivariant.match(/^#EXT-X-STREAM-INF:.*BANDWIDTH=\d+/gm)).toHaveLength(3)
})
holds('rendition.video-optional', () => {
  expect([probes[2]?.video, probes[2]?.audio?.codec]).toEqual([null, 'aac'])
})
holds('rendition.audio-optional', () => {
  expect([probes[1]?.audio, probes[1]?.video?.codec]).toEqual([null, 'h264'])
})
holds('decided.odd-size', () => {
  expect([probes[0]?.video?.width, probes[0]?.video?.height]).toEqual([320, 180])
})
holds('channel.playlist-url', async () => {
  for (const url of [playlistUrl, ...listed.map((one) => one.playlist_url)]) {
    const { protocol, pathname } = new URL(url)
    expect([protocol, pathname.endsWith('.m3u8')], url).toEqual(['https:', true])
    const { status, headers, body } = await fetchFile(url, service.ready.ca_cert_file)
    expect([status, headers['content-type']], url).toEqual([200, 'application/vnd.apple.mpegurl'])
    expect(body.toString().startsWith('#EXTM3U\n')).toBe(true)
  }
})
holds('live.list-playlists-early', () => {
  // An encoder was there all the time, but had sent nothing.
  expect(early).toEqual([])
  expect(listed).toHaveLength(1)
})
holds('live.auth-webhook-empty', () => {
  // Each of the channels took its encoder: one has no such member, one an empty string.
  expect([texts.length, ofEmpty.includes('#EXTINF')]).toEqual([3, true])
})
holds('live.encrypt-omitted', () => {
  for (const text of [...texts, ofEmpty]) {
    expect(text).toContain('#EXTINF')
    expect(text).not.toContain('#EXT-X-KEY')
  }
})
test('what nobody asked for is the default: the profile High, and sound of 96 kbit/s', () => {
  expect(probes[0]?.video?.profile).toBe('High')
  const bitRate = probes[2]?.audio?.bitRateBps ?? 0
  expect(bitRate).toBeGreaterThan(80_000)
  expect(bitRate).toBeLessThan(112_000)
})
