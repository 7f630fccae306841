/** What `airdesk nginx-config` writes, run by nginx in front of a broadcast, and of what stands in for a store. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessApi } from '../../service/contract/console/access.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk } from '../../service/kit/index.ts'
import { readInstance } from '../../service/platform/settings/instance-info.ts'
import { fetchFile } from '../support/hls.ts'
import { startEndpoint } from '../support/http-endpoint.ts'
import { rtmpChannel } from '../support/kit/on-air.ts'
import { nginxMissing, startNginxFront } from '../support/nginx-front.ts'
import type { NginxFront } from '../support/nginx-front.ts'
import { descendants } from '../support/processes.ts'
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
    const origins = descendants(pid).filter(({ command }) => command.includes('origin.js'))
    expect(origins.length).toBeGreaterThan(0)
    for (const origin of origins) process.kill(origin.pid, 'SIGKILL')
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
})
