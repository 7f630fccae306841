/** What `airdesk nginx-config` writes, run by nginx in front of a broadcast, and of what stands in for a store. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessApi } from '../../service/contract/console/access.ts'
import { lowLatencyApi } from '../../service/contract/console/low-latency.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk } from '../../service/kit/index.ts'
import { readInstance } from '../../service/platform/settings/instance-info.ts'
import { fetchFile } from '../support/hls.ts'
import { startEndpoint } from '../support/http-endpoint.ts'
import { rtmpChannel } from '../support/kit/on-air.ts'
import { nginxMissing, startNginxFront } from '../support/nginx-front.ts'
import type { NginxFront } from '../support/nginx-front.ts'
import { workerPids } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'

const reason = nginxMissing === undefined ? '' : `: ${nginxMissing}`
const VIEWERS = 500

let airdesk: Airdesk
let playlistUrl: string
let channelId: string
const running: NginxFront[] = []

/** Starts nginx with what the command writes. @returns where it serves */
async function front(...args: string[]): Promise<string> {
  const started = await startNginxFront(airdesk, ...args)
  running.push(started)
  return started.url
}
const get = (url: string, headers = {}) => fetchFile(url, airdesk.caCertFile, headers)
const through = (base: string, url: string) => base + new URL(url).pathname
const namedIn = (body: Buffer) =>
  body
    .toString()
    .split('\n')
    .filter((line) => /^[^#\s]/.test(line))

/** The newest segment of the channel, at the origin. */
async function newestSegment(): Promise<string> {
  const [media = ''] = namedIn((await get(playlistUrl)).body)
  const playlist = new URL(media, playlistUrl).href
  return new URL(namedIn((await get(playlist)).body).at(-1) ?? '', playlist).href
}

describe.skipIf(nginxMissing !== undefined)(`nginx in front${reason}`, () => {
  beforeAll(async () => {
    airdesk = await startAirdesk()
    const channel = await rtmpChannel(airdesk)
    playlistUrl = channel.playlist_url
    channelId = channel.channel_id
    await airdesk.publish(channelId)
    await airdesk.play(playlistUrl)
  }, 120_000)
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()))
  })
  afterAll(async () => {
    await airdesk.close()
  })

  it('serves playlists and segments from the disk as the origin does', async () => {
    const base = await front()
    const playback = await airdesk.play(through(base, playlistUrl))
    expect(playback.segments[0]?.video?.frames).toBeGreaterThan(0)
    const segment = await newestSegment()
    const [direct, fronted] = [await get(segment), await get(through(base, segment))]
    expect(fronted.body.equals(direct.body)).toBe(true)
    for (const url of [playlistUrl, segment]) {
      const [a, b] = [await get(url), await get(through(base, url))]
      for (const name of ['content-type', 'cache-control', 'access-control-allow-origin'])
        expect(b.headers[name], `${name} of ${url}`).toBe(a.headers[name])
    }
    const part = await get(through(base, segment), { range: 'bytes=4-7' })
    expect([part.status, part.body.toString()]).toEqual([206, direct.body.toString('latin1', 4, 8)])
    expect((await get(`${base}/../airdesk.db`)).status).toBe(404)
    expect((await get(`${base}/${channelId}/../../airdesk.db`)).status).toBe(404)
    expect((await get(through(base, segment).replace(/\d+\.m4s/, '999999.m4s'))).status).toBe(404)
  })

  it('goes on while the origin is killed', async () => {
    const base = await front()
    const segment = await newestSegment()
    expect((await get(through(base, segment))).status).toBe(200)
    const { pid = 0 } = readInstance(airdesk.dataDir) ?? {}
    const origins = workerPids(pid, 'origin')
    expect(origins.length).toBeGreaterThan(0)
    for (const origin of origins) process.kill(origin, 'SIGKILL')
    expect((await get(through(base, segment))).status).toBe(200)
    await waitFor(
      () =>
        get(playlistUrl).then(
          ({ status }) => status === 200,
          () => false,
        ),
      'the origin',
    )
    await airdesk.play(playlistUrl)
  })

  it('turns away who has no address where a channel asks for one, and serves who has', async () => {
    const base = await front()
    const console = new ConsoleClient(airdesk.dataDir)
    await console.open()
    const params = { id: channelId }
    await console.call(accessApi.change, { params, body: { addressesExpire: true } })
    try {
      await waitFor(async () => (await get(through(base, playlistUrl))).status === 403, 'a refusal')
      const body = { label: 'One viewer', seconds: 60 }
      const { signedUrl } = await console.call(accessApi.makeAddress, { params, body })
      expect((await get(through(base, signedUrl))).status).toBe(200)
    } finally {
      await console.call(accessApi.change, { params, body: { addressesExpire: false } })
    }
  })

  it(`asks the origin once for what ${VIEWERS} viewers ask for at the same time`, async () => {
    const segment = await newestSegment()
    const { body } = await get(segment)
    const store = await startEndpoint((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'video/mp4', 'cache-control': 'public, max-age=60' })
        .end(body)
    })
    try {
      const base = await front('--mode', 'cache', '--origin', `${store.url}/bucket/live`)
      const url = through(base, segment)
      const answers = await Promise.all(Array.from({ length: VIEWERS }, () => get(url)))
      expect(answers.filter((one) => one.status === 200 && one.body.equals(body))).toHaveLength(VIEWERS)
      expect(store.received.map(({ path }) => path)).toEqual([`/bucket/live${new URL(segment).pathname}`])
    } finally {
      await store.close()
    }
  })

  it('keeps what the installation serves, and plays', async () => {
    const base = await front('--mode', 'cache')
    const { segments } = await airdesk.play(through(base, playlistUrl), { segments: 3 })
    expect(segments.length).toBeGreaterThanOrEqual(3)
    expect(await readFile(join(airdesk.dataDir, 'tls/server.pem'), 'utf8')).toContain('BEGIN CERTIFICATE')
  })

  describe('of a channel of low latency', () => {
    let live: string

    beforeAll(async () => {
      const channel = await rtmpChannel(airdesk)
      const console = new ConsoleClient(airdesk.dataDir)
      await console.open()
      const params = { id: channel.channel_id }
      await console.call(lowLatencyApi.change, { params, body: { mode: 'on' } })
      await airdesk.publish(channel.channel_id)
      await airdesk.play(channel.playlist_url)
      live = new URL('r0.m3u8', channel.playlist_url).href
    })

    /** The part that comes next, and how its playlist is asked for it. */
    async function next() {
      const text = (await get(live)).body.toString()
      const hint = /PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/.exec(text)?.[1] ?? ''
      const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
      const msn = first + namedIn(Buffer.from(text)).length
      const part = Number(/\.(\d+)\.m4s$/.exec(hint)?.[1])
      return { hint, query: `?_HLS_msn=${msn}&_HLS_part=${part}` }
    }

    it('keeps what many wait for, an update and a part, once for all', async () => {
      const base = await front('--mode', 'cache')
      const { hint, query } = await next()
      const asked = Array.from({ length: 50 }, () => get(through(base, live) + query))
      const part = await get(through(base, new URL(hint, live).href))
      const answers = await Promise.all(asked)
      expect(part).toMatchObject({ status: 200 })
      expect(part.body.length).toBeGreaterThan(0)
      for (const { status, body } of answers) {
        expect(status).toBe(200)
        expect(body.toString()).toContain(`URI="${hint}"`)
        expect(body.equals(answers[0]?.body ?? Buffer.alloc(0))).toBe(true)
      }
      // What is no directive makes no copy of its own.
      const odd = await get(`${through(base, live)}?_HLS_msn=99999&x=1`)
      expect(odd.status).toBe(200)
    })

    it('serves whole segments of it from the disk', async () => {
      const base = await front()
      const text = (await get(through(base, live))).body.toString()
      expect(text).toContain('.m4s')
      expect(text).not.toContain('EXT-X-PART')
    })
  })
})
