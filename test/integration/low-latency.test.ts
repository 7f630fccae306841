/** A live broadcast of low latency, followed as players do, by the rules of the second edition of HLS. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { ChannelId } from '../../service/contract/ids.ts'
import { onAir } from '../support/broadcast.ts'
import { signIn } from '../support/console-client.ts'
import { ffmpeg, makeFlv } from '../support/ffmpeg.ts'
import { fetchFile, fetchPlaylist, validateMediaPlaylist } from '../support/hls.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { follow } from '../support/low-latency/follow.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const FPS = 25
/** Longer than the skip boundary, so that there is something to skip. */
const LONG_ENOUGH = 16

const rendition = (width: number, height: number) => ({
  ...{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } },
  video: { width, height, fps: FPS, bps: 400_000, codec: 'h264_high' },
})
/** What the source already is, which is passed through; something smaller; sound alone. */
const HLS = [rendition(320, 180), rendition(284, 160), { ...rendition(0, 0), video: undefined }]

let service: RunningService
let flv: string

beforeAll(async () => {
  service = await startService()
  flv = await makeFlv({ seconds: 60, fps: FPS, gopSeconds: 2 })
})
afterAll(() => service.stop())

const encoder = (url: string) => ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', url])

async function keyOf(uri: string): Promise<Buffer> {
  const kid = new URL(uri).searchParams.get('kid') ?? ''
  const { encrypt_key } = await callLive(service.ready, 'Service_20200707.GetEncryptKey', { kid })
  return Buffer.from(encrypt_key, 'hex')
}

it('obeys the rules of the draft, encrypted and in three renditions, while its encoder is lost and comes back', async () => {
  const operator = await signIn(service.ready, service.ready)
  const { channel_id, ingest_url, playlist_url } = await createRtmpChannel(service.ready, {
    hls: HLS,
    encrypt_key_uri: 'https://keys.example/key',
  })
  const params = { id: channel_id as ChannelId }
  await operator.done(CONSOLE_API.lowLatency.change, { params, body: { mode: 'on' } })
  const encoders = [encoder(ingest_url)]
  await onAir(service, channel_id, 1)
  // Who lists it may hear of it earlier than the origin, which does by another way.
  const ca = service.ready.ca_cert_file
  const has = async (name: string, sign: string) =>
    (await fetchPlaylist(new URL(name, playlist_url).href, ca)).includes(sign)
  await waitFor(() => has('index.m3u8', 'r0.m3u8'), 'the presentation')
  for (const i of HLS.keys())
    await waitFor(() => has(`r${i}.m3u8`, '#EXT-X-PART:'), `parts of rendition ${i}`)
  const authority = await readFile(service.ready.ca_cert_file, 'utf8')
  const isOver = (updates: number) => {
    if (updates < LONG_ENOUGH * 3) return false
    if (encoders.length === 1) {
      encoders[0]?.kill('SIGKILL')
      encoders.push(encoder(ingest_url))
    }
    return updates > LONG_ENOUGH * 3 + 24
  }
  const { seen, findings } = await follow({
    ...{ url: playlist_url, authority, isOver, keyOf, deltas: true, probes: true },
  })
  encoders.at(-1)?.kill('SIGKILL')
  expect(findings.filter(({ level }) => level === 'must')).toEqual([])
  expect(seen.size).toBe(HLS.length)
  for (const { parts, segments, deltas, discontinuities, missed } of seen.values()) {
    expect(parts).toBeGreaterThan(60)
    expect(segments).toBeGreaterThan(8)
    expect(deltas).toBeGreaterThan(5)
    expect(discontinuities).toBe(1)
    expect(missed).toBe(0)
  }
})

it('is listed in parts from the next connection on, and not for channels without', async () => {
  const operator = await signIn(service.ready, service.ready)
  const { channel_id, ingest_url, playlist_url } = await createRtmpChannel(service.ready, {
    hls: HLS.slice(0, 1),
  })
  const media = new URL('r0.m3u8', playlist_url).href
  const ca = service.ready.ca_cert_file
  const sending = encoder(ingest_url)
  await onAir(service, channel_id, 1)
  const params = { id: channel_id as ChannelId }
  await operator.done(CONSOLE_API.lowLatency.change, { params, body: { mode: 'on' } })
  const plain = await fetchPlaylist(media, ca)
  expect(plain).toMatch(/^#EXTM3U\n#EXT-X-VERSION:7\n/)
  expect(plain).not.toMatch(/EXT-X-(?:PART|SERVER-CONTROL|PRELOAD-HINT)/)
  // A directive means nothing to a playlist that does not offer it.
  expect((await fetchFile(`${media}?_HLS_msn=999`, ca)).status).toBe(200)
  sending.kill('SIGKILL')
  const next = encoder(ingest_url)
  const text = await waitFor(async () => {
    const now = await fetchPlaylist(media, ca)
    return now.includes('#EXT-X-PART:') && now
  }, 'parts')
  const faults: string[] = []
  validateMediaPlaylist(text, media, faults)
  expect(faults).toEqual([])
  next.kill('SIGKILL')
})
