/** Conformance of renditions: what one real broadcast without webhooks and encryption is made into. */
import { afterAll, beforeAll, expect } from 'vitest'
import { endPlaylists, hasEnded, mediaPlaylists, viewerOf } from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { probe } from '../support/hls.ts'
import type { Probed } from '../support/hls.ts'
import { createRtmpChannel } from '../support/live-client.ts'
import { publishFlv } from '../support/rtmp-publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { holds } from './holds.ts'

const picture = { width: 321, height: 181, fps: 30, bps: 300_000 }
const SHORT = { durationSeconds: 1, startTimeOffset: -1.25, video: picture, audio: { bps: 100_000 } }
const LONG = { durationSeconds: 2, startTimeOffset: 2, video: { ...picture, width: 480, height: 270 } }
const SOUND = { durationSeconds: 2, startTimeOffset: 0, audio: {} }

let service: RunningService
let viewer: Viewer
let published = false
let multivariant = ''
/** Text of each rendition's media playlist, and what ffprobe says of it. */
let texts: string[] = []
let probes: Probed[] = []

beforeAll(async () => {
  service = await startService()
  viewer = viewerOf(service)
  const { channel_id, ingest_url, playlist_url } = await createRtmpChannel(service.ready, {
    hls: [SHORT, LONG, SOUND],
  })
  expect(ingest_url.endsWith(channel_id)).toBe(true)
  const publisher = publishFlv({ url: ingest_url, flv: await makeFlv({ seconds: 6, size: '640x360' }) })
  await publisher.published
  published = true
  await publisher.sent
  await publisher.stop()
  multivariant = await viewer.until(playlist_url, 'the multivariant playlist')
  const urls = mediaPlaylists(multivariant, playlist_url)
  await endPlaylists(service, channel_id)
  texts = await Promise.all(urls.map((url) => viewer.until(url, 'the end mark', hasEnded)))
  probes = await Promise.all(urls.map((url) => probe(url, { ca: service.ready.ca_cert_file })))
}, 90_000)
afterAll(async () => {
  await viewer.close()
  await service.stop()
})

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
holds('channel.playlist-url', () => {
  expect(multivariant.startsWith('#EXTM3U')).toBe(true)
})
holds('live.auth-webhook-empty', () => {
  expect(published).toBe(true)
})
holds('live.encrypt-omitted', () => {
  for (const text of texts) expect(text).not.toContain('#EXT-X-KEY')
})
