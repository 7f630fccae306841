/** Who dies, and what is then true: the promises of docs/lifecycles. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { rtmpEvent } from '../../service/contract/webhook-bodies.ts'
import {
  endPlaylists,
  hasDiscontinuity,
  hasEnded,
  mediaPlaylists,
  onAir,
  told,
  viewerOf,
} from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { signIn } from '../support/console-client.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { validatePlaylists } from '../support/hls.ts'
import { startEndpoint } from '../support/http-endpoint.ts'
import type { HttpEndpoint } from '../support/http-endpoint.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { descendants, isAlive, workerPids } from '../support/processes.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

let service: RunningService
let viewer: Viewer
let hooks: HttpEndpoint
let publishers: FlvPublisher[]

beforeEach(async () => {
  hooks = await startEndpoint()
  publishers = []
})
afterEach(async () => {
  for (const publisher of publishers) publisher.kill()
  await hooks.close()
})

async function start(): Promise<void> {
  service = await startService()
  viewer = viewerOf(service)
}

async function stop(): Promise<void> {
  await viewer.close()
  await service.stop()
}

const RENDITION = {
  durationSeconds: 1,
  startTimeOffset: -1,
  video: { width: 320, height: 180, fps: 25, bps: 300_000 },
  audio: { bps: 64_000 },
}

async function createChannel() {
  const channel = await createRtmpChannel(service.ready, { hls: [RENDITION], event_webhook_url: hooks.url })
  return { ...channel, media: new URL('r0.m3u8', channel.playlist_url).href }
}

async function publish(url: string): Promise<FlvPublisher> {
  const flv = await makeFlv({ seconds: 10, size: '426x240', fps: 25, gopSeconds: 1 })
  const publisher = publishFlv({ url, flv, realTime: true, loop: true })
  publishers.push(publisher)
  await publisher.published
  return publisher
}

const eventTypes = () => hooks.received.map(({ text }) => rtmpEvent.parse(JSON.parse(text)).type)

describe('a publisher', () => {
  beforeAll(start)
  afterAll(stop)

  it('that is back within the grace continues the playlist after a discontinuity', async () => {
    const channel = await createChannel()
    const first = await publish(channel.ingest_url)
    await viewer.until(channel.media, 'the first playlist')
    first.kill()
    await publish(channel.ingest_url)
    const text = await viewer.until(channel.media, 'the discontinuity', hasDiscontinuity)
    expect(hasEnded(text)).toBe(false)
    const { faults } = await validatePlaylists(channel.playlist_url, { ca: service.ready.ca_cert_file })
    expect(faults).toEqual([])
    await waitFor(() => eventTypes().length >= 3, 'three events')
    expect(eventTypes()).toEqual(['connection.created', 'connection.destroyed', 'connection.created'])
  })

  it('that is back later starts the playlist anew, at the same address', async () => {
    const channel = await createChannel()
    const first = await publish(channel.ingest_url)
    await viewer.until(channel.media, 'the first playlist')
    await first.stop()
    await viewer.until(channel.media, 'the end mark', hasEnded)
    await publish(channel.ingest_url)
    const text = await viewer.until(channel.media, 'the new playlist', (t) => !hasEnded(t))
    expect(text).toContain('#EXT-X-MEDIA-SEQUENCE:0')
    expect(hasDiscontinuity(text)).toBe(false)
  })

  it('that an operator ends has its end mark at once, and so has a test picture; one that vanished has a grace', async () => {
    const console = await signIn(service.ready, service.ready)
    const [vanished, ended, picture] = [await createChannel(), await createChannel(), await createChannel()]
    const encoder = await publish(vanished.ingest_url)
    const stopped = await publish(ended.ingest_url)
    const test = { params: { id: picture.channel_id } }
    await console.done(CONSOLE_API.channels.startTestPicture, test)
    for (const { media } of [vanished, ended, picture]) await viewer.until(media, 'the playlist')
    const [connection] = await onAir(service, ended.channel_id, 1)
    const id = connection?.connection_id ?? ''
    await Promise.all([
      console.done(CONSOLE_API.channels.endConnection, { params: { id } }),
      console.done(CONSOLE_API.channels.stopTestPicture, test),
    ])
    const goneAt = Date.now()
    encoder.kill()
    await stopped.closed
    expect(told(stopped).at(-1)).toBe('An operator ended the broadcast.')
    for (const { media } of [ended, picture]) await viewer.until(media, 'the end mark', hasEnded)
    // It went when they did, and its encoder may still be back. Where this computer took longer than that for all of
    // it, the files tell.
    const isOver = hasEnded((await viewer.text(vanished.media)) ?? '')
    const vanishedMark = isOver ? markedAt(vanished) : Infinity
    expect(vanishedMark).toBeGreaterThanOrEqual(goneAt + 10_000)
    // Whose transcoder had still something to give by then has its mark once it has given it.
    for (const one of [ended, picture].filter((each) => newestSegmentAt(each) < goneAt + 10_000)) {
      expect(vanishedMark).toBeGreaterThan(markedAt(one))
    }
    await publish(ended.ingest_url)
    const text = await viewer.until(ended.media, 'the new playlist', (t) => !hasEnded(t))
    expect(text).toContain('#EXT-X-MEDIA-SEQUENCE:0')
  })

  it('of a deleted channel is disconnected, told why, and its playlist ends', async () => {
    const channel = await createChannel()
    const publisher = await publish(channel.ingest_url)
    await viewer.until(channel.media, 'the playlist')
    await callLive(service.ready, 'Service_20180501.DeleteChannel', { channel_id: channel.channel_id })
    await publisher.closed
    expect(told(publisher).at(-1)).toBe('The channel was deleted.')
    await viewer.until(channel.media, 'the end mark', hasEnded)
    await waitFor(() => eventTypes().includes('connection.destroyed'), 'connection.destroyed')
    await expect(publish(channel.ingest_url)).rejects.toThrow('No channel has this publishing address.')
    const { channel_ids } = await callLive(service.ready, 'Service_20200729.ListChannelIDs', {})
    expect(channel_ids).not.toContain(channel.channel_id)
  })
})

describe('a full disk', () => {
  beforeAll(start)
  afterAll(stop)
  const directory = () => join(service.dataDir, 'hls')

  it('leaves the broadcast on air, and the console is told', async ({ skip }) => {
    mkdirSync(directory(), { recursive: true })
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', directory()])
    if (mount.status !== 0) {
      console.log('skipped: only root can mount a small file system to fill')
      skip()
    }
    try {
      const channel = await createChannel()
      const publisher = await publish(channel.ingest_url)
      const segments = (text: string) => text.split('#EXTINF').length - 1
      await viewer.until(channel.media, 'more segments than the disk has room for', (t) => segments(t) >= 8)
      const { faults } = await validatePlaylists(channel.playlist_url, { ca: service.ready.ca_cert_file })
      expect(faults).toEqual([])
      await expect
        .poll(() => service.output(), { timeout: 60_000 })
        .toContain('segments cannot be written to disk')
      await publisher.stop()
      await endPlaylists(service, channel.channel_id)
      await viewer.until(channel.media, 'the end mark', hasEnded)
    } finally {
      spawnSync('umount', ['-l', directory()])
    }
  })
})

describe('kill -9', () => {
  beforeEach(start)
  afterEach(stop)

  it('of the transcoder: the publisher stays, another transcoder goes on after a discontinuity', async () => {
    const channel = await createChannel()
    const publisher = await publish(channel.ingest_url)
    await viewer.until(channel.media, 'three segments', (t) => t.split('#EXTINF').length > 3)
    for (const pid of workerPids(service.pid, 'transcode')) process.kill(pid, 'SIGKILL')
    const text = await viewer.until(channel.media, 'segments after the discontinuity', (t) =>
      /#EXT-X-DISCONTINUITY\n[^]*#EXTINF[^]*#EXTINF/.test(t),
    )
    expect(hasEnded(text)).toBe(false)
    const { faults } = await validatePlaylists(channel.playlist_url, { ca: service.ready.ca_cert_file })
    expect(faults).toEqual([])
    await waitFor(() => eventTypes().length > 0, 'connection.created')
    expect(eventTypes()).toEqual(['connection.created'])
    await publisher.stop()
    await endPlaylists(service, channel.channel_id)
    await viewer.until(channel.media, 'the end mark', hasEnded)
  })

  it('of the ingest process: it is back on its ports, its playlists have ended, no channel is lost', async () => {
    const channel = await createChannel()
    const publisher = await publish(channel.ingest_url)
    await viewer.until(channel.media, 'the playlist')
    const [ingest = 0] = workerPids(service.pid, 'ingest')
    process.kill(ingest, 'SIGKILL')
    await publisher.closed
    // The origin goes on without it, and with it ends the playlist.
    await viewer.until(channel.media, 'the end mark', hasEnded)
    await waitFor(() => eventTypes().includes('connection.destroyed'), 'connection.destroyed')
    await waitFor(() => publish(channel.ingest_url), 'the listener back on its port')
    await viewer.until(channel.media, 'the new playlist', (t) => !hasEnded(t))
    await waitFor(() => eventTypes().length >= 3, 'three events')
    expect(eventTypes()).toEqual(['connection.created', 'connection.destroyed', 'connection.created'])
    await onAir(service, channel.channel_id, 1)
  })

  it('of the ingest process, where nothing can be written of it: it is back, and control goes on', async () => {
    // As on a full disk: the note of who runs is written beside the one before it.
    mkdirSync(join(service.dataDir, 'instance.json.tmp'))
    const [before = 0] = workerPids(service.pid, 'ingest')
    process.kill(before, 'SIGKILL')
    await waitFor(
      () => workerPids(service.pid, 'ingest').some((pid) => pid !== before),
      'another ingest process',
    )
    await createChannel()
    expect(service.output()).toContain('instance.json could not be written')
  })

  it('of control: everything ends with an end mark, nothing is left behind, the next start settles it', async () => {
    const channel = await createChannel()
    const publisher = await publish(channel.ingest_url)
    const playlists = mediaPlaylists(
      await viewer.until(channel.playlist_url, 'the playlist'),
      channel.playlist_url,
    )
    const children = descendants(service.pid)
    expect(children.length).toBeGreaterThanOrEqual(2)
    await service.kill()
    await publisher.closed
    await waitFor(() => children.every(({ pid }) => !isAlive(pid)), 'no process left behind')
    const left = playlistsIn(join(service.dataDir, 'hls'))
    expect(left.length).toBeGreaterThanOrEqual(2)
    for (const text of left) expect(hasEnded(text)).toBe(true)

    await viewer.close()
    const port = (url: string) => new URL(url).port
    const { media_base_url, rtmp_base_url } = service.ready
    service = await startService({
      dataDir: service.dataDir,
      args: [
        '--media-port',
        port(media_base_url),
        '--rtmp-port',
        port(rtmp_base_url.replace('rtmp:', 'http:')),
      ],
    })
    viewer = viewerOf(service)
    expect(hasEnded((await viewer.text(playlists[0] ?? '')) ?? '')).toBe(true)
    await waitFor(() => eventTypes().includes('connection.destroyed'), 'connection.destroyed')
    await publish(channel.ingest_url)
    await viewer.until(channel.media, 'the new playlist', (t) => !hasEnded(t))
    await waitFor(() => eventTypes().length >= 3, 'three events')
    expect(eventTypes()).toEqual(['connection.created', 'connection.destroyed', 'connection.created'])
  })

  it('SIGTERM ends what is on air in good order', async () => {
    const channel = await createChannel()
    const publisher = await publish(channel.ingest_url)
    await viewer.until(channel.media, 'the playlist')
    const children = descendants(service.pid)
    expect(await service.stop()).toBe(0)
    await publisher.closed
    expect(children.filter(({ pid }) => isAlive(pid))).toEqual([])
  })
})

const folderOf = ({ channel_id }: { readonly channel_id: string }) => join(service.dataDir, 'hls', channel_id)

/** When its playlist got the end mark, by its file. */
const markedAt = (channel: { readonly channel_id: string }) =>
  statSync(join(folderOf(channel), 'r0.m3u8')).mtimeMs

/** When its newest segment was written. */
function newestSegmentAt(channel: { readonly channel_id: string }): number {
  const names = readdirSync(folderOf(channel), { recursive: true, encoding: 'utf8' })
  const segments = names.filter((name) => name.endsWith('.m4s'))
  return Math.max(...segments.map((name) => statSync(join(folderOf(channel), name)).mtimeMs))
}

/** Media playlists below a folder. */
function playlistsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)r\d+\.m3u8$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}
