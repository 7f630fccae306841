/** The test kit against a real service: what is sent, what viewers get, what webhooks tell, and who sees whom. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk, System } from '../../service/kit/index.ts'
import { waitFor } from '../support/wait-for.ts'

let airdesk: Airdesk
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-kit-'))
  airdesk = await startAirdesk()
})
afterAll(async () => {
  await airdesk?.close()
  await rm(folder, { recursive: true, force: true })
})

const RENDITION = {
  durationSeconds: 1,
  startTimeOffset: -3,
  video: { width: 320, height: 180, fps: 15, bps: 200_000 },
  audio: { bps: 64_000 },
}

/** An MP4 with pictures that are not in the order of their decoding. */
async function movie(): Promise<string> {
  const file = join(folder, 'movie.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-f', 'lavfi', '-i', 'sine=440']
  const encoded = [
    '-t',
    '3',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-bf',
    '2',
    '-g',
    '15',
    '-b:v',
    '200k',
  ]
  const args = [...source, ...encoded, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-y', file]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', ...args])
  return file
}

async function rtmpChannel({ live }: Pick<System, 'live'>, more: object = {}) {
  const { data, error } = await live('Service_20250901.CreateRTMPChannel', { hls: [RENDITION], ...more })
  if (!data) throw new Error(JSON.stringify(error))
  return data
}

async function webrtcChannel({ live }: Pick<System, 'live'>, more: object = {}): Promise<string> {
  const { data, error } = await live('Service_20200316.CreateMultistreamChannel', more)
  if (!data) throw new Error(JSON.stringify(error))
  return data.channel_id
}

describe.concurrent('what is published', () => {
  it('an MP4 by RTMP; viewers get it encrypted, and play decrypts it', async () => {
    await using system = await airdesk.system()
    const channel = await rtmpChannel(system, { encrypt_key_uri: 'https://member.example/key' })
    await using sent = await system.publish(channel.channel_id, { file: await movie() })
    const { segments, variants } = await system.play(channel.playlist_url, { segments: 2 })
    expect(variants).toMatchObject([{ width: 320, height: 180 }])
    expect(segments[0]).toMatchObject({
      key: { uri: expect.stringContaining('https://member.example/key') as string },
      video: { codec: expect.stringMatching(/^avc1/) as string, width: 320, height: 180, frames: 15 },
      audio: { codec: 'mp4a.40.2' },
    })
    expect(segments[0]?.programDateTime).toBeInstanceOf(Date)
    expect(segments[0]?.video?.keyFrames).toHaveLength(1)
    await sent.stop()
  })

  it('the test picture, on a channel of the first system and of another', async () => {
    await using system = await airdesk.system()
    for (const one of [airdesk, system]) {
      const channel = await rtmpChannel(one)
      const picture = await one.publish(channel.channel_id)
      const playback = await one.play(channel.playlist_url)
      expect(playback.segments[0]?.video?.frames).toBeGreaterThan(0)
      await picture.stop()
      await picture.ended
    }
  })

  it('synthetic WebRTC clients, who get what the others send and are told of them', async () => {
    await using system = await airdesk.system()
    const channel = await webrtcChannel(system)
    await using sender = await system.publish(channel, { webrtc: { client_id: 'sender' } })
    await using viewer = await system.publish(channel, { webrtc: { role: 'recvonly' } })
    await waitFor(async () => {
      const { receivedStreams, receivedPackets } = await viewer.counts()
      return receivedStreams === 2 && receivedPackets > 50
    }, 'media of both kinds')
    const created = await sender.waitFor(
      (message) => 'event_type' in message && message.connection_id === viewer.connectionId,
    )
    expect(created).toMatchObject({ event_type: 'connection.created', role: 'recvonly' })
    await viewer.stop()
    expect(await viewer.ended).toEqual({ code: 1000, reason: 'TYPE-DISCONNECT' })
  })

  it('what is refused says why', async () => {
    await using system = await airdesk.system()
    const webhooks = await system.webhooks()
    const [rtmp, room] = [
      await rtmpChannel(system, { auth_webhook_url: webhooks.url }),
      await webrtcChannel(system, { auth_webhook_url: webhooks.url }),
    ]
    webhooks.answerAlways({ body: { allow: false, allowed: false, reason: 'not today' } })
    await expect(system.publish(rtmp.channel_id, { file: await movie() })).rejects.toThrow('not today')
    await expect(system.publish(room, { webrtc: true })).rejects.toThrow('not today')
    await expect(system.publish(room, { webrtc: true, file: '/no/such.webm' })).rejects.toThrow('ENOENT')
  })
})

describe('a system for a test', () => {
  it('sees nothing of others, and is over when it is closed', async () => {
    const [one, other] = await Promise.all([airdesk.system({ name: 'One' }), airdesk.system()])
    const webhooks = await one.webhooks()
    const { channel_id: channel } = await rtmpChannel(one, { event_webhook_url: webhooks.url })
    const idsOf = async ({ live }: Pick<System, 'live'>) =>
      (await live('Service_20200729.ListChannelIDs', {})).data
    expect(await idsOf(other)).toEqual({ channel_ids: [] })
    expect(await idsOf(one)).toEqual({ channel_ids: [channel] })
    expect((await one.option.GET('/api/schedule')).response.status).toBe(200)
    const sent = await one.publish(channel, { file: await movie() })
    expect(await webhooks.waitFor('connection.created')).toMatchObject({ verified: true })
    await one.close()
    await sent.ended
    expect((await one.live('Service_20200729.ListChannelIDs', {})).response.status).toBe(401)
    expect((await one.option.GET('/api/schedule')).response.status).toBe(401)
    await expect((await airdesk.system()).close()).resolves.toBeUndefined()
    await other.close()
  })
})
