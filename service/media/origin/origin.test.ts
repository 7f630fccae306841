import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectByTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFrames, fetchFile, probe, validatePlaylists } from '../../../test/support/hls.ts'
import { feed, hlsSource, only } from '../../../test/support/hls-source.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { ConnectionStream } from '../hls/connection-stream.ts'
import { AddressGate } from './address-gate.ts'
import { startHlsOrigin } from './origin.ts'
import type { HlsOrigin } from './origin.ts'
import { SegmentStore } from '../hls/segment-store.ts'
import { Audience } from '../../platform/audience/audience.ts'
import type { OriginTls } from '../../contract/origin-worker.ts'
import { LiveWindow } from './live-window.ts'

const channelId = newId<ChannelId>()
const connectionId = newId<ConnectionId>()
const logger = createLogger('silent')
const clock = new ManualClock()
const PLAN: RenditionPlan = {
  segmentSeconds: 2,
  startTimeOffset: -2,
  video: { width: 320, height: 180, frameRate: 30, bitRateBps: 400_000, profile: 'high', segmentSeconds: 2 },
  audio: { bitRateBps: 96_000 },
}

const gate = new AddressGate({ key: 'key of the origin', access: [] }, clock)

let root: string
let ca: string
let origin: HlsOrigin
let frames: number
let audience: Audience
let tls: OriginTls
const window = new LiveWindow(64 * 1024 * 1024)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-origin-'))
  const { key, cert } = await selfSigned('127.0.0.1')
  ca = join(root, 'ca.pem')
  await writeFile(ca, cert)
  tls = { tls: { certificate: cert, privateKey: key }, ticketKeys: Buffer.alloc(48, 7) }
  const store = new SegmentStore({ directory: join(root, 'hls'), logger, follower: window })
  const host = '127.0.0.1'
  origin = await startHlsOrigin({
    ...{ http: { host, port: 0 }, https: { host, port: 0 } },
    ...{ tls, window, store, logger, gate },
  })
  audience = new Audience(() => clock.now())
  const source = await hlsSource({ seconds: 5, gopSeconds: 2 })
  frames = only(source, 'video').units.length
  const stream = new ConnectionStream({
    ...{ channelId, connectionId, renditions: [PLAN, PLAN], encryption: null, store, clock, logger },
  })
  for (const rendition of [0, 1]) {
    stream.setTracks(rendition, source.tracks)
    feed(stream, rendition, source)
  }
  await stream.end()
})
afterAll(async () => {
  await origin.close()
  await rm(root, { recursive: true, force: true })
})

const folder = () => `${channelId}/${connectionId}`
const address = (path: string) => `http://127.0.0.1:${origin.httpPort}/${path}`

/** Of this moment, after what was asked since. */
function viewers() {
  audience.add(origin.takeAttendance())
  return audience.take().viewers
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends the path as it is, which fetch would tidy up. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port: origin.httpPort,
      path,
      headers,
      method,
      agent: false,
    })
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
    request.end()
  })
}

describe.each(['memory', 'disk'])('the HLS origin, from %s', (from) => {
  beforeAll(() => {
    if (from === 'disk') window.clear()
    expect(window.get(`${folder()}/r0.m3u8`) !== undefined).toBe(from === 'memory')
  })

  it('serves a broadcast over https and http that validators and ffprobe accept', async () => {
    for (const base of [`https://127.0.0.1:${origin.httpsPort}`, `http://127.0.0.1:${origin.httpPort}`]) {
      const url = `${base}/${folder()}/index.m3u8`
      const report = await validatePlaylists(url, { ca })
      expect(report.faults).toEqual([])
      expect(report.media).toHaveLength(2)
      const media = report.media[0]?.url ?? ''
      expect(await countFrames(media, { ca })).toBe(frames)
      expect((await probe(media, { ca })).video?.frameRate).toBe(30)
    }
  })

  it('says what each file is and how long it may be kept', async () => {
    const playlist = await ask(`/${folder()}/index.m3u8?_HLS_msn=4`)
    expect(playlist.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(playlist.headers['access-control-allow-credentials']).toBeUndefined()
    const segment = await ask(`/${folder()}/r0/0.m4s`)
    expect(segment.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(segment.body.length),
    })
    const etag = segment.headers.etag ?? ''
    expect((await ask(`/${folder()}/r0/0.m4s`, { 'If-None-Match': etag })).status).toBe(304)
    const head = await ask(`/${folder()}/r0/0.m4s`, {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      ...[200, 0],
      segment.headers['content-length'],
    ])
  })

  it('gives a playlist again only where it is another one', async () => {
    const path = `/${folder()}/r0.m3u8`
    const { headers, body } = await ask(path)
    const etag = headers.etag ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect((await ask(`/${folder()}/r1.m3u8`)).headers.etag).not.toBe(etag)
    for (const match of [etag, '*', `"other", W/${etag}`]) {
      const { status, headers: told, body: none } = await ask(path, { 'If-None-Match': match })
      expect([match, status, told.etag, told['cache-control'], none.length]).toEqual([
        ...[match, 304, etag, 'no-cache', 0],
      ])
    }
    const other = await ask(path, { 'If-None-Match': '"other"', Range: 'bytes=0-1' })
    expect([other.status, other.body.equals(body), other.headers['accept-ranges']]).toEqual([
      200,
      true,
      undefined,
    ])
  })

  it('serves ranges of a segment to who has part of it, and to GET alone', async () => {
    const path = `/${folder()}/r0/0.m4s`
    const { headers } = await ask(path)
    const length = Number(headers['content-length'])
    const range = { Range: 'bytes=4-7' }
    const sizes = async (asked: Record<string, string>, method = 'GET') => {
      const { status, headers: told } = await ask(path, asked, method)
      return [status, Number(told['content-length'])]
    }
    expect(await sizes({ ...range, 'If-Range': headers.etag ?? '' })).toEqual([206, 4])
    expect(await sizes({ ...range, 'If-Range': '"other"' })).toEqual([200, length])
    expect(await sizes({ ...range, 'If-Range': `W/${headers.etag ?? ''}` })).toEqual([200, length])
    expect(await sizes(range, 'HEAD')).toEqual([200, length])
  })

  it('serves ranges of a segment', async () => {
    const path = `/${folder()}/r0/0.m4s`
    const { body } = await ask(path)
    const part = await ask(path, { Range: 'bytes=4-7' })
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
      ...[206, 'styp'],
      `bytes 4-7/${body.length}`,
    ])
    expect((await ask(path, { Range: 'bytes=-10' })).body).toEqual(body.subarray(-10))
    expect((await ask(path, { Range: `bytes=${body.length}-` })).status).toBe(416)
    expect((await ask(path, { Range: 'bytes=0-1,4-5' })).status).toBe(200)
  })

  it.each([
    '/',
    '/../../etc/passwd',
    `/${channelId}/../${channelId}/index.m3u8`,
    `/${channelId}/%2e%2e/index.m3u8`,
    `//${channelId}/index.m3u8`,
    `/${channelId}/index.m3u8`,
    `/${newId()}/index.m3u8`,
  ])('answers 404 for %s', async (path) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store'])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  it('allows a page of any site to ask, also from a public network', async () => {
    const headers = {
      Origin: 'https://site.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Private-Network': 'true',
    }
    const { status, headers: received } = await ask(`/${folder()}/r0.m3u8`, headers, 'OPTIONS')
    expect(status).toBe(204)
    expect(received).toMatchObject({
      'access-control-allow-private-network': 'true',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    })
  })

  it.each([
    ['POST', { Host: '127.0.0.1' }, 405],
    ['GET', { Host: 'rebound.example' }, 421],
    ['GET', { Host: 'localhost:1' }, 200],
    ['GET', { Host: '[::1]' }, 200],
  ] as const)('answers %s with %j by %d', async (method, headers, status) => {
    expect((await ask(`/${folder()}/index.m3u8`, headers, method)).status).toBe(status)
  })

  it('counts viewers by address and user agent for 10 s', async () => {
    viewers()
    clock.advance(20_000)
    expect(viewers()).toEqual([])
    for (const agent of ['a', 'b', 'a']) await ask(`/${folder()}/r0.m3u8`, { 'User-Agent': agent })
    await ask(`/${newId()}/r0.m3u8`, { 'User-Agent': 'c' })
    expect(viewers()).toEqual([{ channelId, count: 2 }])
    clock.advance(10_001)
    expect(viewers()).toEqual([])
  })

  it('serves the console the same below its own folder, which makes no viewer of it', async () => {
    clock.advance(20_000)
    const url = `http://127.0.0.1:${origin.httpPort}/preview/${folder()}/index.m3u8`
    const report = await validatePlaylists(url, { ca })
    expect([report.faults, report.media.length]).toEqual([[], 2])
    for (const file of ['index.m3u8', 'r0.m3u8', 'r0/0.m4s']) {
      const { status, body } = await ask(`/preview/${folder()}/${file}`)
      expect([file, status]).toEqual([file, 200])
      clock.advance(20_000)
      expect(body.equals((await ask(`/${folder()}/${file}`)).body)).toBe(true)
    }
    viewers()
    clock.advance(20_000)
    await ask(`/preview/${folder()}/r0.m3u8`)
    expect(viewers()).toEqual([])
    for (const path of [`/preview/preview/${folder()}/index.m3u8`, '/preview/', '/preview']) {
      expect((await ask(path)).status).toBe(404)
    }
  })

  it.each([
    ['by plain HTTP', false, ''],
    ['by TLS', true, ''],
    ['by TLS, as players do not', true, 'TE: trailers\r\n'],
  ])('answers who closes its side behind the request, %s', async (_, byTls, field) => {
    const at = { host: '127.0.0.1', allowHalfOpen: true }
    const socket = byTls
      ? connectByTls({ ...at, port: origin.httpsPort, ca: tls.tls.certificate })
      : connect({ ...at, port: origin.httpPort })
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.end(`GET /${folder()}/r0/0.m4s HTTP/1.1\r\nHost: localhost\r\n${field}\r\n`)
    await new Promise((resolve) => socket.once('end', resolve))
    const [head = ''] = text.split('\r\n\r\n', 1)
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
    expect(length).toBeGreaterThan(1000)
    expect(text.length - head.length - 4).toBe(length)
  })

  it('survives garbage and a viewer that leaves in the middle', async () => {
    for (const garbage of [
      '\0\x01\x02',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
    ]) {
      const socket = connect(origin.httpPort, '127.0.0.1', () => socket.write(garbage))
      socket.on('error', () => undefined)
      await new Promise((resolve) => socket.once('close', resolve).resume())
    }
    const path = `GET /${folder()}/r0/0.m4s HTTP/1.1\r\nHost: localhost\r\n\r\n`
    const leaver = connect(origin.httpPort, '127.0.0.1', () => leaver.write(path))
    await new Promise((resolve) => leaver.once('data', resolve))
    leaver.destroy()
    expect((await fetchFile(address(`${folder()}/index.m3u8`))).status).toBe(200)
  })

  it('says which port is taken and leaves none open', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const host = '127.0.0.1'
    const starting = startHlsOrigin({
      ...{
        http: { host, port: 0 },
        https: { host, port },
      },
      ...{
        tls,
        window: new LiveWindow(0),
        store: new SegmentStore({ directory: root, logger }),
        logger,
        gate,
      },
    })
    await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE', port })
    taken.close()
  })
})
