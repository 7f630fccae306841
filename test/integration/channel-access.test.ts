/** Ingest keys and addresses that expire, on the real service; and channels of the version before. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { onAir, viewerOf } from '../support/broadcast.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { installationBefore } from '../support/installation-before.ts'
import { createRtmpChannel } from '../support/live-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const SOUND = { hls: [{ durationSeconds: 1, startTimeOffset: -1, audio: {} }] }
const { access } = CONSOLE_API
let dataDir: string
let service: RunningService
let master: ConsoleClient
let flv: string
const encoders: FlvPublisher[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-access-'))
  flv = await makeFlv({ video: false, seconds: 2 })
  await start()
})
afterAll(async () => {
  for (const encoder of encoders) encoder.kill()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  service = await startService({ dataDir })
  master = await signIn(service.ready, service.ready)
}

/** Sends sound until it is ended; resolves when it is taken. @throws Error with the words of a refusal */
async function publish(url: string): Promise<FlvPublisher> {
  const encoder = publishFlv({ url, flv, realTime: true, loop: true })
  encoders.push(encoder)
  await encoder.published
  return encoder
}
const params = (id: string) => ({ params: { id } })
const streamKey = async (id: string) => (await master.done(access.showKey, params(id))).streamKey ?? ''

it('encoders need the key once it is required; one on air stays while it is rotated, and all of it outlives a crash', async () => {
  const { channel_id: id, ingest_url: url } = await createRtmpChannel(service.ready, SOUND)
  const server = url.slice(0, -id.length)
  expect(url.endsWith(`/${id}`)).toBe(true)
  await (await publish(url)).stop()

  await master.done(access.change, { ...params(id), body: { requireKey: true } })
  await expect(publish(url)).rejects.toThrow('This channel takes only encoders that send its ingest key.')
  await expect(publish(`${url}?key=guess`)).rejects.toThrow('The ingest key is not, or no longer')
  const before = await streamKey(id)
  const onAir = await publish(server + before)
  // As encoders send it that need an application, too.
  await (await publish(`${server}live/${before}`)).stop()

  const view = await master.done(access.rotateKey, params(id))
  expect(view).toMatchObject({ requireKey: true, onAirWithKey: 'airdesk-kit' })
  await expect(publish(server + before)).rejects.toThrow('The ingest key is not, or no longer')
  const sent = onAir.bytesSent
  await waitFor(() => onAir.bytesSent > sent, 'more of the one on air')
  expect(onAir.client.socket.destroyed).toBe(false)
  expect(view.door.map(({ outcome }) => outcome)).toEqual([
    'with-key',
    'with-key',
    'wrong-key',
    'no-key',
    'without-key',
  ])

  const after = await streamKey(id)
  await service.kill()
  await start()
  const rtmp = service.ready.rtmp_base_url
  await expect(publish(`${rtmp}/${id}`)).rejects.toThrow('takes only encoders that send its ingest key')
  await expect(publish(`${rtmp}/${before}`)).rejects.toThrow('is not, or no longer')
  await (await publish(`${rtmp}/${after}`)).stop()
  expect(service.output()).not.toContain(after.slice(-12))
})

it('viewers need an address once it is asked for; it ends with the next segment when it is revoked', async () => {
  const channel = await createRtmpChannel(service.ready, SOUND)
  const { channel_id: id, playlist_url: url } = channel
  const encoder = await publish(channel.ingest_url)
  const viewer = viewerOf(service)
  await viewer.until(url, 'the playlist')
  const made = await master.done(access.makeAddress, {
    ...params(id),
    body: { label: 'Press', seconds: 600 },
  })
  await master.done(access.change, { ...params(id), body: { addressesExpire: true } })
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  const ask = async (address: string) => (await fetch(address, { dispatcher: agent })).status
  expect([await ask(url), await ask(made.signedUrl)]).toEqual([403, 200])
  const hls = await onAir(service, id, 1)
  const [given = ''] = hls.map((one) => one.playlist_url)
  expect([hls.length, await ask(given), await ask(new URL('r0.m3u8', given).href)]).toEqual([1, 200, 200])
  expect(await ask(given.replace(`/${hls[0]?.connection_id}/`, '/'))).toBe(403)
  const media = new URL('r0.m3u8', made.signedUrl).href
  const listed = (await viewer.until(media, 'segments')).match(/^\S+\.m4s$/m)?.[0] ?? ''
  const segment = new URL(listed, media).href
  expect(await ask(segment)).toBe(200)
  const { addresses } = await waitFor(async () => {
    const view = await master.done(access.read, params(id))
    return view.addresses[0]?.watching === 1 ? view : null
  }, 'the viewer to be counted')
  await master.done(access.revokeAddress, { params: { id, address: addresses[0]?.id ?? '' } })
  expect([await ask(made.signedUrl), await ask(media), await ask(segment)]).toEqual([403, 403, 403])
  await Promise.all([viewer.close(), agent.close(), encoder.stop()])
})

it('an installation of the version before goes on with its channels as they were', async () => {
  const old = await mkdtemp(join(tmpdir(), 'airdesk-before-'))
  const channelId = installationBefore(old, SOUND)
  const upgraded = await startService({ dataDir: old })
  try {
    const encoder = await publish(`${upgraded.ready.rtmp_base_url}/${channelId}`)
    const viewer = viewerOf(upgraded)
    const base = upgraded.ready.media_base_url
    expect(await viewer.until(`${base}/${channelId}/index.m3u8`, 'the playlist')).toContain('#EXTM3U')
    await Promise.all([viewer.close(), encoder.stop()])
  } finally {
    await upgraded.stop()
    await rm(old, { recursive: true, force: true })
  }
})
