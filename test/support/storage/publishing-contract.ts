/** What must hold of a live broadcast of two renditions that is published to a store, whichever it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_API } from '../../../service/contract/console/index.ts'
import type { PublishStatus } from '../../../service/contract/console/publishing.ts'
import type { ChannelId } from '../../../service/contract/ids.ts'
import { readMediaPlaylist } from '../../../service/protocol/hls/read-media-playlist.ts'
import { onAir, viewerOf } from '../broadcast.ts'
import { signIn } from '../console-client.ts'
import type { ConsoleClient } from '../console-client.ts'
import { ffmpeg, makeFlv } from '../ffmpeg.ts'
import type { Ffmpeg } from '../ffmpeg.ts'
import { countFrames, probe, validatePlaylists } from '../hls.ts'
import { callLive, createRtmpChannel } from '../live-client.ts'
import { startService } from '../service.ts'
import type { RunningService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import type { ArchiveTarget } from './archive-targets.ts'
import { startPublicStore } from './public-store.ts'
import type { PublicStore } from './public-store.ts'

const FPS = 25
/** Long enough to be looked at while it is on air, also on a busy machine; short enough to be listed whole. */
const SECONDS = 24

/** What the source already is, which is passed through, and something smaller. */
const rendition = (width: number, height: number) => ({
  durationSeconds: 2,
  startTimeOffset: -2,
  video: { width, height, fps: FPS, bps: 400_000, codec: 'h264_high' },
  audio: { bps: 96_000 },
})

/** One channel that is published to one store, and what viewers get of it there. */
export interface PublishedChannel {
  readonly target: ArchiveTarget
  readonly channelId: ChannelId
  readonly ingestUrl: string
  readonly cdn: PublicStore
}

export interface PublishingScene {
  readonly service: RunningService
  readonly operator: ConsoleClient
  readonly channels: readonly PublishedChannel[]
  close(): Promise<void>
}

/** @param channel what is asked beside the renditions */
export async function publishingScene(
  targets: readonly ArchiveTarget[],
  channel: object = {},
  args: readonly string[] = [],
): Promise<PublishingScene> {
  const ofStores = [...new Set(targets)].flatMap((target) => target.args)
  const service = await startService({ args: [...args, ...ofStores] })
  const operator = await signIn(service.ready, service.ready)
  const channels: PublishedChannel[] = []
  for (const target of targets) {
    const made = await callLive(service.ready, 'Service_20190205.CreateArchiveDestination', target.request)
    const { channel_id, ingest_url } = await createRtmpChannel(service.ready, {
      hls: [rendition(320, 180), rendition(284, 160)],
      ...channel,
    })
    const id = channel_id as ChannelId
    const cdn = await startPublicStore(target, 'tv')
    const { archive_destination_id: destinationId } = made
    await operator.done(CONSOLE_API.publishing.change, {
      params: { id },
      body: { mode: 'own', target: { destinationId, prefix: 'tv', publicBase: cdn.url, keep: false } },
    })
    channels.push({ target, channelId: id, ingestUrl: ingest_url, cdn })
  }
  return {
    ...{ service, operator, channels },
    async close() {
      await service.stop()
      await Promise.all(channels.map(({ cdn }) => cdn.close()))
      await Promise.all(targets.map((target) => target.stop()))
    },
  }
}

/** An encoder of the source that the first rendition passes through. */
export async function encoder(ingestUrl: string, seconds: number): Promise<Ffmpeg> {
  const flv = await makeFlv({ seconds, fps: FPS, gopSeconds: 2 })
  return ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', ingestUrl])
}

/** The object of that name, as text; null where there is none. */
export async function stored({ target, channelId }: PublishedChannel, name: string): Promise<string | null> {
  return target.read(`tv/${channelId}/${name}`).then(
    (bytes) => bytes.toString('utf8'),
    () => null,
  )
}

/** How its store is doing, as an operator is told by the stream of events. */
export async function statusOf(
  { operator }: PublishingScene,
  channelId: ChannelId,
): Promise<PublishStatus | null> {
  const followed = operator.follow()
  try {
    return await waitFor(() => {
      const [first] = followed.messages
      return first?.type === 'snapshot' ? first : null
    }, 'the state').then(
      ({ state }) => state.channels.find((channel) => channel.channelId === channelId)?.publish ?? null,
    )
  } finally {
    followed.close()
  }
}

/** @param open starts the stores; they are stopped afterwards */
export function describePublishing(open: () => Promise<readonly ArchiveTarget[]>): void {
  let scene: PublishingScene

  beforeAll(async () => {
    scene = await publishingScene(await open())
  })
  afterAll(() => scene.close())

  describe('a live broadcast that is published', () => {
    it('is in the store what the origin serves, plays there, and ends there', async () => {
      await Promise.all(scene.channels.map((channel) => checkBroadcast(scene, channel)))
    })

    it('shows no secret of a store in anything that it prints', () => {
      const secrets = scene.channels.flatMap(({ target }) => target.secrets)
      expect(secrets.filter((secret) => scene.service.output().includes(secret))).toEqual([])
    })
  })
}

async function checkBroadcast(scene: PublishingScene, channel: PublishedChannel): Promise<void> {
  const { service } = scene
  const { channelId, ingestUrl, cdn, target } = channel
  const sending = await encoder(ingestUrl, SECONDS)
  const [listed] = await onAir(service, channelId, 1)
  const { connection_id: connection, playlist_url: url } = listed ?? { connection_id: '', playlist_url: '' }
  expect(url).toBe(`${cdn.url}/${channelId}/${connection}/index.m3u8`)
  const there = async () => (await fetch(url)).status === 200
  await waitFor(there, `the playlist in ${target.scheme}`)
  expect((await validatePlaylists(url)).faults, target.scheme).toEqual([])
  const viewer = viewerOf(service)
  try {
    const media = ['r0.m3u8', 'r1.m3u8', 'index.m3u8']
    const names = [...media, ...media.map((name) => `${connection}/${name}`)]
    const isSame = async (name: string) => {
      const origin = await viewer.text(`${service.ready.media_base_url}/${channelId}/${name}`)
      return origin !== null && origin === (await stored(channel, name))
    }
    await waitFor(
      async () => (await Promise.all(names.map(isSame))).every(Boolean),
      `what the origin serves in ${target.scheme}`,
    )
    expect((await sending.exited).code).toBe(0)
    const ended = async () => (await stored(channel, 'r1.m3u8'))?.includes('#EXT-X-ENDLIST')
    await waitFor(ended, `the end mark in ${target.scheme}`)
    const list = readMediaPlaylist((await stored(channel, 'r0.m3u8')) ?? '')
    for (const { uri } of list?.segments ?? []) {
      const origin = await viewer.bytes(`${service.ready.media_base_url}/${channelId}/${uri}`)
      expect(origin.equals(await target.read(`tv/${channelId}/${uri}`)), `${target.scheme} ${uri}`).toBe(true)
    }
    await checkHeaders(channel, list?.segments[0]?.uri ?? '')
  } finally {
    await viewer.close()
  }
  for (const name of ['r0', 'r1']) {
    const address = `${cdn.url}/${channelId}/${name}.m3u8`
    expect(await countFrames(address), `${target.scheme} ${name}`).toBe(SECONDS * FPS)
    expect((await probe(address)).audio?.codec).toBe('aac')
  }
  expect(await statusOf(scene, channelId)).toMatchObject({ state: 'current', gaps: 0, fault: null })
}

async function checkHeaders({ target, channelId }: PublishedChannel, segment: string): Promise<void> {
  const headers = await Promise.all(
    [`r0.m3u8`, segment].map((name) => target.headers(`tv/${channelId}/${name}`)),
  )
  if (headers.includes(null)) return
  expect(headers).toMatchObject([
    { contentType: 'application/vnd.apple.mpegurl', cacheControl: 'public, max-age=2' },
    { contentType: 'video/mp4', cacheControl: 'public, max-age=31536000, immutable' },
  ])
}
