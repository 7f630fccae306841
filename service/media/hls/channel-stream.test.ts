import { cp, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countFrames, validateMediaPlaylist } from '../../../test/support/hls.ts'
import { feed, hlsSource, only, shifted, until } from '../../../test/support/hls-source.ts'
import type { HlsSource } from '../../../test/support/hls-source.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { ChannelStream } from './channel-stream.ts'
import { ConnectionStream } from './connection-stream.ts'
import { recoverStore } from './recover-store.ts'
import { SegmentStore } from './segment-store.ts'

const logger = createLogger('silent')
const PLAN: RenditionPlan = {
  segmentSeconds: 1,
  startTimeOffset: 2,
  video: { width: 320, height: 180, frameRate: 30, bitRateBps: 400_000, profile: 'high', segmentSeconds: 1 },
  audio: { bitRateBps: 96_000 },
}
const channelId = newId<ChannelId>()

let root: string
let clock: ManualClock
let store: SegmentStore
let channel: ChannelStream
let source: HlsSource
const connected: ConnectionStream[] = []

beforeAll(async () => {
  source = await hlsSource({ seconds: 4 })
})
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-channel-'))
  clock = new ManualClock()
  store = new SegmentStore({ directory: root, logger })
  channel = new ChannelStream({ channelId, store, clock, logger })
})
afterEach(async () => {
  // What was connected writes until it has ended.
  await Promise.all(connected.splice(0).map((stream) => stream.end()))
  await channel.end()
  await rm(root, { recursive: true, force: true })
})

function connect(renditions: readonly RenditionPlan[] = [PLAN, { ...PLAN, video: null }]): ConnectionStream {
  const connectionId = newId<ConnectionId>()
  const stream = new ConnectionStream({
    ...{ channelId, connectionId, renditions, encryption: null, store, clock, logger },
  })
  stream.setTracks(0, source.tracks)
  if (renditions.length > 1) stream.setTracks(1, only(source, 'audio').tracks)
  channel.follow(stream)
  connected.push(stream)
  return stream
}

/** Pushes 4 s of media into both renditions, `at` seconds after the publisher's start. */
function send(stream: ConnectionStream, at = 0): void {
  clock.advance(4000)
  feed(stream, 0, shifted(source, at))
  feed(stream, 1, shifted(only(source, 'audio'), at))
}

async function playlist(name: string) {
  const path = join(root, channelId, name)
  const faults: string[] = []
  const text = await readFile(path, 'utf8')
  const parsed = validateMediaPlaylist(text, pathToFileURL(path).href, faults)
  expect(faults).toEqual([])
  if (!parsed) throw new Error('unreadable')
  return { path, text, segments: parsed.segments, ended: parsed.endlist, base: parsed.mediaSequenceBase }
}

const listed = async (count: number) =>
  waitFor(async () => {
    const both = await Promise.all([playlist('r0.m3u8'), playlist('r1.m3u8')])
    return both.every(({ segments }) => segments.length >= count) && both
  }, `${count} segments in the channel's playlists`)

const exists = (path: string) =>
  stat(join(root, channelId, path)).then(
    () => true,
    () => false,
  )

describe("a channel's playlists", () => {
  it('are not there before every rendition has a segment, then list the connection', async () => {
    const stream = connect()
    clock.advance(4000)
    feed(stream, 0, source)
    await waitFor(() => exists(`${stream.connectionId}/r0/1.m4s`), 'segments of the first rendition')
    expect(await exists('index.m3u8')).toBe(false)
    expect(await exists('r0.m3u8')).toBe(false)
    feed(stream, 1, only(source, 'audio'))
    await listed(1)
    await stream.end()
    await channel.end()
    const { segments, ended, text } = await playlist('r0.m3u8')
    expect(ended).toBe(true)
    expect(segments.every(({ uri }) => uri.startsWith(`${stream.connectionId}/r0/`))).toBe(true)
    expect(text).toContain(`#EXT-X-MAP:URI="${stream.connectionId}/r0/init-0.mp4"`)
    const multivariant = (name: string) => readFile(join(root, channelId, name), 'utf8')
    const index = await multivariant('index.m3u8')
    expect(index).toBe(await multivariant(`${stream.connectionId}/index.m3u8`))
    const addresses = index.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(addresses).toEqual(['r0.m3u8', 'r1.m3u8'])
  })

  describe.each([1, 2])(
    'with an audio-only rendition that is ahead, in segments of %i s',
    (segmentSeconds) => {
      const plan = { ...PLAN, segmentSeconds }
      /** Sound begins a frame before the first picture, and is cut at the same boundaries between its frames. */
      const start = async (soundAt = 5.063, picturesAt = 5.084) => {
        const stream = connect([plan, { ...plan, video: null }])
        const sound = shifted(only(source, 'audio'), soundAt)
        const pictures = shifted(only(source, 'video'), picturesAt)
        clock.advance(4000)
        feed(stream, 1, sound)
        await waitFor(() => stream.listed(1).length >= 2, 'sound that is ahead')
        feed(stream, 0, { tracks: source.tracks, units: [...pictures.units, ...sound.units] })
        return stream
      }
      const firstOf = async (rendition: string, { connectionId }: ConnectionStream) =>
        (await playlist(`${rendition}.m3u8`)).segments.find(({ uri }) => uri.startsWith(connectionId))?.uri

      it.each([
        [5.063, 5.084],
        [5.94, 5.99],
      ])('lists the first segment of each, from %f s and %f s on', async (soundAt, picturesAt) => {
        const stream = await start(soundAt, picturesAt)
        await listed(1)
        for (const rendition of ['r0', 'r1']) {
          expect(await firstOf(rendition, stream)).toBe(`${stream.connectionId}/${rendition}/0.m4s`)
        }
      })

      it('and begins them together after another connection', async () => {
        send(connect([plan, { ...plan, video: null }]))
        await listed(1)
        const newer = await start()
        await waitFor(async () => (await firstOf('r0', newer)) !== undefined, 'the newer to be shown')
        for (const rendition of ['r0', 'r1']) {
          expect(await firstOf(rendition, newer)).toBe(`${newer.connectionId}/${rendition}/0.m4s`)
        }
      })
    },
  )

  it("and the connection's all have the target duration of the longest segments (RFC 8216 6.2.4)", async () => {
    const stream = connect([PLAN, { ...PLAN, segmentSeconds: 1.5, video: null }])
    send(stream)
    await listed(1)
    for (const folder of ['', `${stream.connectionId}/`]) {
      for (const name of ['r0', 'r1']) {
        expect((await playlist(`${folder}${name}.m3u8`)).text).toContain('#EXT-X-TARGETDURATION:2\n')
      }
    }
  })

  it('go on after a discontinuity when the publisher comes back in time', async () => {
    const first = connect()
    send(first)
    await listed(3)
    await first.end()
    const second = connect()
    send(second)
    await listed(6)
    await second.end()
    await channel.end()
    for (const name of ['r0.m3u8', 'r1.m3u8']) {
      const { segments, ended, base } = await playlist(name)
      expect([ended, base ?? 0]).toEqual([true, 0])
      const breaks = segments.filter(({ discontinuity }) => discontinuity)
      expect(breaks).toHaveLength(1)
      expect(breaks[0]?.uri.startsWith(second.connectionId)).toBe(true)
    }
    const { path } = await playlist('r0.m3u8')
    expect(await countFrames(path)).toBe(240)
    expect((await playlist(`${first.connectionId}/r0.m3u8`)).ended).toBe(true)
  })

  it('start anew after their end mark, with 404 in between', async () => {
    const first = connect()
    send(first)
    await listed(3)
    await first.end()
    await channel.end()
    const second = connect()
    await waitFor(async () => !(await exists('r1.m3u8')), 'the old playlists to go')
    expect(await exists('index.m3u8')).toBe(false)
    send(second)
    await listed(2)
    const { segments, base, ended } = await playlist('r0.m3u8')
    expect([base ?? 0, ended]).toEqual([0, false])
    expect(segments.every(({ uri }) => uri.startsWith(second.connectionId))).toBe(true)
    expect(segments[0]?.discontinuity ?? false).toBe(false)
  })

  it('show the newest of two publishers, and the older one again when that leaves', async () => {
    const older = connect()
    send(older)
    await listed(3)
    const newer = connect()
    send(newer)
    await waitFor(() => newer.ready, 'the newer to be ready')
    send(older, 4)
    await newer.end()
    send(older, 8)
    await waitFor(async () => {
      const { segments } = await playlist('r0.m3u8')
      return segments.at(-1)?.uri.startsWith(older.connectionId)
    }, 'the older to be shown again')
    const { segments } = await playlist('r0.m3u8')
    const owners = segments.map(({ uri }) => (uri.startsWith(older.connectionId) ? 'older' : 'newer'))
    const runs = owners.filter((owner, i) => owner !== owners[i - 1])
    expect(runs).toEqual(['older', 'newer', 'older'])
    expect(segments.filter(({ discontinuity }) => discontinuity)).toHaveLength(2)
    await older.end()
    await channel.end()
    expect((await playlist('r1.m3u8')).ended).toBe(true)
  })

  it('go back to the older one at the segment that has the moment at which the newer one ended', async () => {
    const older = connect()
    send(older)
    await listed(3)
    const newer = connect()
    clock.advance(4000)
    feed(newer, 0, until(source, 3.5))
    feed(newer, 1, until(only(source, 'audio'), 3.5))
    await waitFor(() => newer.ready, 'the newer to be ready')
    send(older, 4)
    await waitFor(() => older.segmentCount === 7, 'the older to go on')
    await newer.end()
    send(older, 8)
    await waitFor(() => older.segmentCount === 11, 'the older to go on')
    await channel.end()
    for (const name of ['r0.m3u8', 'r1.m3u8']) {
      const [, shown = '', after = ''] = (await playlist(name)).text.split('#EXT-X-DISCONTINUITY\n')
      const dates = (part: string) =>
        [...part.matchAll(/DATE-TIME:(.*)/g)].map(([, date = '']) => Date.parse(date))
      const end = (dates(shown).at(-1) ?? 0) + 500
      const [from = 0, next = 0] = dates(after)
      expect([from < end, next > end]).toEqual([true, true])
    }
  })

  it('slide: old files go after they may no longer be asked for, listed ones stay', async () => {
    const stream = connect()
    for (let i = 0; i < 25; i++) {
      send(stream, i * 4)
      await waitFor(() => stream.segmentCount >= i * 4 + 3, 'segments')
    }
    await stream.end()
    await channel.end()
    for (const name of ['r0.m3u8', `${stream.connectionId}/r0.m3u8`]) {
      const { segments, base } = await playlist(name)
      expect(segments.length).toBe(30)
      expect(base).toBe(70)
    }
    const files = await readdir(join(root, channelId, stream.connectionId, 'r0'))
    expect(files).toContain('70.m4s')
    expect(files).toContain('40.m4s')
    expect(files).not.toContain('30.m4s')
    expect(files.length).toBeLessThan(75)
  })

  it('are removed with the connection that they list, but not while they go on', async () => {
    const stream = connect()
    send(stream)
    await listed(3)
    await stream.end()
    channel.removeConnection(stream.connectionId, 60_000)
    clock.advance(60_000)
    await waitFor(() => exists('index.m3u8'), 'the playlists to be still there')
    await channel.end()
    clock.advance(10_000)
    await waitFor(async () => !(await exists(stream.connectionId)), 'the files to go')
    expect(await exists('index.m3u8')).toBe(false)
    channel.remove(1000)
    clock.advance(1000)
    await waitFor(async () => (await readdir(root)).length === 0, 'the channel to go')
  })
})

describe('recoverStore', () => {
  it('ends what a killed process left open and removes what nobody lists', async () => {
    const stream = connect()
    send(stream)
    await listed(3)
    send(stream, 4)
    await listed(7)
    await waitFor(
      async () => (await playlist(`${stream.connectionId}/r1.m3u8`)).segments.length >= 7,
      'a calm disk',
    )
    const lost = newId<ChannelId>()
    await store.write(`${lost}/r0.m3u8`, '#EXTM3U\n')
    await store.write('unrelated/file.txt', 'stays')
    await store.write(`${channelId}/${stream.connectionId}/r0/999.m4s`, 'stray')
    await store.write(`${channelId}/${stream.connectionId}/r0/5.m4s.17.tmp`, 'half')
    await store.write(`${channelId}/${newId()}/r0/0.m4s`, 'no playlist')
    const copy = await mkdtemp(join(tmpdir(), 'airdesk-copy-'))
    await cp(root, copy, { recursive: true }) // as kill -9 leaves it
    await rm(root, { recursive: true })
    root = copy
    const recovered = await recoverStore(root, [channelId])
    expect(recovered).toEqual([{ channelId, connectionId: stream.connectionId }])
    expect((await readdir(root)).sort()).toEqual([channelId, 'unrelated'].sort())
    for (const name of ['r0.m3u8', 'r1.m3u8', `${stream.connectionId}/r0.m3u8`]) {
      expect((await playlist(name)).ended).toBe(true)
    }
    const after = await playlist('r0.m3u8')
    expect(await countFrames(after.path)).toBe(7 * 30)
    const files = await readdir(join(root, channelId), { recursive: true })
    expect(files.filter((name) => /\/999\.m4s$|\.tmp$/.test(name))).toEqual([])
    expect((await readdir(join(root, channelId))).length).toBe(4)
    const again = await playlist('r0.m3u8')
    await recoverStore(root, [channelId])
    expect((await playlist('r0.m3u8')).text).toBe(again.text)
  })

  it('marks listed segments that were only in memory as a gap', async () => {
    const stream = connect()
    send(stream)
    await stream.end()
    await channel.end()
    const names = (await playlist('r0.m3u8')).segments.map(({ uri }) => uri)
    await rm(join(root, channelId, names[1] ?? ''))
    await recoverStore(root, [channelId])
    const { segments, text } = await playlist('r0.m3u8')
    expect(segments.map(({ gap }) => Boolean(gap))).toEqual(names.map((_, i) => i === 1))
    expect(text).toContain('#EXT-X-VERSION:8\n')
    await rm(join(root, channelId, stream.connectionId, 'r0'), { recursive: true })
    await recoverStore(root, [channelId])
    expect(await exists('r0.m3u8')).toBe(false)
    expect(await exists('index.m3u8')).toBe(false)
  })

  it('takes a folder that is not there', async () => {
    expect(await recoverStore(join(root, 'none'), [channelId])).toEqual([])
  })
})
