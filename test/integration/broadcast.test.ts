/** One broadcast from a real encoder to playlists, segments and webhooks. */
import { Webhook } from 'standardwebhooks'
import Database from 'better-sqlite3'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rtmpAuthRequest, rtmpEvent } from '../../service/contract/webhook-bodies.ts'
import { endPlaylists, hasEnded, mediaPlaylists, onAir, viewerOf } from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { ffmpeg, makeFlv } from '../support/ffmpeg.ts'
import { probe, validatePlaylists } from '../support/hls.ts'
import { answerJson, answerOk, startEndpoint } from '../support/http-endpoint.ts'
import { createRtmpChannel } from '../support/live-client.ts'
import { selfSigned } from '../support/self-signed.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

let service: RunningService
let viewer: Viewer
let ca: string
let folder: string
/** Of an endpoint whose certificate no system trusts by itself. */
let own: { readonly key: string; readonly cert: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-broadcast-'))
  own = await selfSigned('127.0.0.1')
  await writeFile(join(folder, 'own.pem'), own.cert)
  service = await startService({ env: { NODE_EXTRA_CA_CERTS: join(folder, 'own.pem') } })
  viewer = viewerOf(service)
  ca = service.ready.ca_cert_file
})
afterAll(async () => {
  await viewer.close()
  await service.stop()
  await rm(folder, { recursive: true })
})

const LADDER = [
  {
    durationSeconds: 2,
    startTimeOffset: -2,
    video: { width: 481, height: 270, fps: 25, bps: 600_000 },
    audio: { bps: 100_000 },
  },
  {
    durationSeconds: 2,
    startTimeOffset: -2,
    video: { width: 320, height: 180, fps: 15, bps: 300_000, codec: 'h264_main' },
    audio: { bps: 64_000 },
  },
  {
    durationSeconds: 2,
    startTimeOffset: -2,
    video: { width: 320, height: 180, fps: 15, bps: 200_000, codec: 'h264_baseline' },
  },
]

describe('a broadcast', () => {
  it('becomes a ladder that a strict reader and ffprobe accept, and is told to the webhooks', async () => {
    const hooks = await startEndpoint((request, response) => {
      const answer = request.path === '/auth' ? answerJson({ allow: true }) : answerOk
      answer(request, response)
    })
    const channel = await createRtmpChannel(service.ready, {
      hls: LADDER,
      auth_webhook_url: `${hooks.url}/auth`,
      event_webhook_url: `${hooks.url}/event?secret=1`,
    })
    expect(channel.ingest_url).toBe(`${service.ready.rtmp_base_url}/${channel.channel_id}`)
    expect(await viewer.text(channel.playlist_url)).toBeNull()

    const flv = await makeFlv({ seconds: 12, size: '640x360', fps: 25, gopSeconds: 3 })
    const encoder = ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', channel.ingest_url])
    const [entry] = await onAir(service, channel.channel_id, 1)
    const multivariant = await viewer.until(channel.playlist_url, "the channel's playlist")
    expect(mediaPlaylists(multivariant, channel.playlist_url)).toHaveLength(3)
    expect((await encoder.exited).code).toBe(0)
    await endPlaylists(service, channel.channel_id)

    for (const url of [channel.playlist_url, entry?.playlist_url ?? '']) {
      const playlists = mediaPlaylists(await viewer.until(url, 'the playlist'), url)
      for (const playlist of playlists) await viewer.until(playlist, 'the end mark', hasEnded)
      expect((await validatePlaylists(url, { ca })).faults).toEqual([])
    }
    const playlists = mediaPlaylists(multivariant, channel.playlist_url)
    const probed = await Promise.all(playlists.map((url) => probe(url, { ca })))
    expect(
      probed.map(({ video }) => video && [video.width, video.height, video.profile, video.frameRate]),
    ).toEqual([
      [480, 270, 'High', 25],
      [320, 180, 'Main', 15],
      [320, 180, 'Constrained Baseline', 15],
    ])
    expect(probed.map(({ audio }) => audio && [audio.codec, audio.sampleRate])).toEqual([
      ['aac', 48_000],
      ['aac', 48_000],
      null,
    ])
    expectNear(probed[0]?.audio?.bitRateBps, 96_000)
    expectNear(probed[1]?.audio?.bitRateBps, 64_000)

    const events = await waitFor(() => {
      const list = hooks.received.filter(({ path }) => path.startsWith('/event'))
      return list.length >= 2 ? list : null
    }, 'both connection events')
    const [auth] = hooks.received.filter(({ path }) => path === '/auth')
    expect(rtmpAuthRequest.parse(JSON.parse(auth?.text ?? ''))).toMatchObject({
      channel_id: channel.channel_id,
      connection_id: entry?.connection_id,
      label: 'Service RTMP',
      role: 'rtmprelay',
    })
    const bodies = events.map(({ text }) => rtmpEvent.parse(JSON.parse(text)))
    expect(bodies.map(({ type }) => type)).toEqual(['connection.created', 'connection.destroyed'])
    const last = bodies[1]
    if (last?.type !== 'connection.destroyed') throw new Error('connection.destroyed is missing')
    expect(last.data.minutes).toBe(0)
    expect(last.data.total_received_bytes).toBeGreaterThan(100_000)
    for (const { text, headers } of hooks.received) {
      expect(() => new Webhook(webhookSecret()).verify(text, headers as Record<string, string>)).not.toThrow()
    }
    await hooks.close()
  })

  it('is refused by the authentication webhook, and the encoder prints why', async () => {
    const refuse = answerJson({ allow: false, reason: 'This show starts at 20:00.' })
    const hooks = await startEndpoint(refuse, own)
    const channel = await createRtmpChannel(service.ready, {
      hls: LADDER.slice(1, 2),
      auth_webhook_url: hooks.url,
      event_webhook_url: hooks.url,
    })
    const flv = await makeFlv({ seconds: 4, size: '320x180' })
    const { code, stderr } = await ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', channel.ingest_url])
      .exited
    expect(code).toBe(1)
    expect(stderr).toContain('This show starts at 20:00.')
    expect(hooks.received).toHaveLength(1)
    await hooks.close()
  })

  it('needs a channel that exists', async () => {
    const flv = await makeFlv({ seconds: 4, size: '320x180' })
    const url = `${service.ready.rtmp_base_url}/00000000000000000000000000`
    const { code, stderr } = await ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', url]).exited
    expect(code).toBe(1)
    expect(stderr).toContain('No channel has this publishing address.')
  })

  it('takes the address split as OBS wants it', async () => {
    const channel = await createRtmpChannel(service.ready, { hls: LADDER.slice(1, 2) })
    const flv = await makeFlv({ seconds: 4, size: '320x180' })
    const url = `${service.ready.rtmp_base_url}/${channel.channel_id}/`
    const encoder = ffmpeg(['-re', '-stream_loop', '-1', '-i', flv, '-c', 'copy', '-f', 'flv', url])
    await onAir(service, channel.channel_id, 1)
    encoder.kill()
  })
})

/** Encoders keep to a bit rate by about this much over a few seconds. */
function expectNear(actual: number | undefined, asked: number): void {
  expect(actual).toBeGreaterThan(asked * 0.8)
  expect(actual).toBeLessThan(asked * 1.15)
}

function webhookSecret(): string {
  const database = new Database(join(service.dataDir, 'airdesk.db'), { readonly: true })
  const { webhook_secret } = database.prepare('SELECT webhook_secret FROM systems').get() as {
    webhook_secret: string
  }
  database.close()
  return webhook_secret
}
