/** What must hold of a live broadcast of two renditions that is archived, in whatever stores. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveEvent } from '../../../service/contract/webhook-bodies.ts'
import type { ArchiveEvent } from '../../../service/contract/webhook-bodies.ts'
import { decode, download, faultsOf } from '../archived-recording.ts'
import { onAir } from '../broadcast.ts'
import { ffmpeg, makeFlv } from '../ffmpeg.ts'
import { startEndpoint } from '../http-endpoint.ts'
import type { HttpEndpoint } from '../http-endpoint.ts'
import { callLive, createRtmpChannel } from '../live-client.ts'
import { startService } from '../service.ts'
import type { RunningService } from '../service.ts'
import type { ArchiveTarget } from './archive-targets.ts'
import { waitFor } from '../wait-for.ts'

const FPS = 25
/** Long enough to be looked at while it is on air, also on a busy machine. */
const SECONDS = 21

/** What the source already is, which is passed through, and something smaller. */
const rendition = (width: number, height: number, id: string) => ({
  durationSeconds: 2,
  startTimeOffset: -2,
  video: { width, height, fps: FPS, bps: 400_000, codec: 'h264_high' },
  audio: { bps: 96_000 },
  archive: { archive_destination_id: id },
})

/** @param open starts the stores; they are stopped afterwards */
export function describeRecordings(open: () => Promise<readonly ArchiveTarget[]>): void {
  let targets: readonly ArchiveTarget[]
  let service: RunningService
  let hooks: HttpEndpoint
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'airdesk-recordings-'))
    targets = await open()
    service = await startService({ args: targets.flatMap(({ args }) => args) })
    hooks = await startEndpoint()
  })
  afterAll(async () => {
    await service.stop()
    await hooks.close()
    await Promise.all(targets.map((target) => target.stop()))
    await rm(folder, { recursive: true, force: true })
  })

  async function createDestination({ request }: ArchiveTarget): Promise<string> {
    const answer = await callLive(service.ready, 'Service_20190205.CreateArchiveDestination', request)
    return answer.archive_destination_id
  }

  /** Waits for `count` archive events of a channel. */
  function archiveEvents(channelId: string, count: number): Promise<ArchiveEvent[]> {
    return waitFor(
      () => {
        const events = hooks.received
          .map(({ text }) => archiveEvent.safeParse(JSON.parse(text)))
          .flatMap(({ data }) => (data?.channel_id === channelId ? [data] : []))
        return events.length >= count ? events : null
      },
      `${count} archive events; so far: ${hooks.received.map(({ text }) => text).join('\n')}`,
      60_000,
    )
  }

  describe('a live broadcast of two renditions', () => {
    it('is archived in every store: playlist and movie decode from the first to the last frame', async () => {
      const ids = await Promise.all(targets.map(createDestination))
      const { channel_id, ingest_url } = await createRtmpChannel(service.ready, {
        hls: ids.flatMap((id) => [rendition(320, 180, id), rendition(284, 160, id)]),
        event_webhook_url: hooks.url,
      })
      const flv = await makeFlv({ seconds: SECONDS, fps: FPS, gopSeconds: 2, bFrames: 2, preset: 'veryfast' })
      const encoder = ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', ingest_url])
      await onAir(service, channel_id, 1)
      // Segments arrive while it is live; no playlist names them yet.
      for (const target of targets) {
        const live = await waitFor(async () => {
          const keys = await target.list()
          return keys.some((key) => key.endsWith('/000000.m4s')) ? keys : null
        }, `a segment in ${target.scheme}`)
        expect(
          live.filter((key) => /m3u8|recording/.test(key)),
          target.scheme,
        ).toEqual([])
      }
      expect((await encoder.exited).code).toBe(0)

      const events = await archiveEvents(channel_id, ids.length * 2)
      expect(events.map(({ type }) => type)).toEqual(
        Array.from({ length: ids.length * 2 }, () => 'archive.created'),
      )
      for (const { data, connection_id } of events) {
        const target = targets[ids.indexOf(data.archive_destination_id)]
        if (!target) throw new Error(`an event of another destination: ${data.archive_destination_id}`)
        expect(data.path).toBe(`${channel_id}/${connection_id}/r${data.rendition}/`)
        const archived = await download(target, data.path, folder)
        expect(await faultsOf(archived), target.scheme).toEqual([])
        const { durationSeconds, ...decoded } = await decode(archived)
        expect(decoded, `${target.scheme} ${data.path}`).toEqual({
          playlistFrames: SECONDS * FPS,
          movieFrames: SECONDS * FPS,
          complaints: [],
        })
        expect(Math.abs(durationSeconds - SECONDS)).toBeLessThan(0.1)
        expect(Math.abs(data.duration_seconds - SECONDS)).toBeLessThan(0.1)
      }
      const spool = join(service.dataDir, 'spool')
      await waitFor(async () => (await readdir(spool)).length === 0, 'the local copies to be removed')
    })

    it('of an encrypted channel is archived in clear, all of it; a rendition that asks for no archive has none', async () => {
      const [target] = targets
      if (!target) throw new Error('no store')
      const id = await createDestination(target)
      const { channel_id, ingest_url } = await createRtmpChannel(service.ready, {
        hls: [rendition(320, 180, id), { ...rendition(284, 160, id), archive: undefined }],
        encrypt_key_uri: 'https://members.example/key',
        event_webhook_url: hooks.url,
      })
      const flv = await makeFlv({ seconds: 6, fps: FPS, gopSeconds: 2 })
      await ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', ingest_url]).exited
      const [event] = await archiveEvents(channel_id, 1)
      if (event?.type !== 'archive.created') throw new Error(JSON.stringify(event))
      const archived = await download(target, event.data.path, folder)
      expect(await faultsOf(archived)).toEqual([])
      const keys = (await target.list()).filter((key) => key.startsWith(channel_id))
      expect(keys.filter((key) => !key.startsWith(event.data.path))).toEqual([])
      expect(await decode(archived)).toMatchObject({
        playlistFrames: 6 * FPS,
        movieFrames: 6 * FPS,
        complaints: [],
      })
    })

    it('shows no secret of a store in anything that it prints', () => {
      const secrets = targets.flatMap(({ secrets: own }) => own)
      expect(secrets.filter((secret) => service.output().includes(secret))).toEqual([])
    })
  })
}
