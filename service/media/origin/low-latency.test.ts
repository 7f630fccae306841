/** Reloads that are waited for and parts that are to come, by each way that players ask. */
import { connect as connectHttp2 } from 'node:http2'
import { get as httpGet } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import { SegmentStore } from '../hls/segment-store.ts'
import { AddressGate } from './address-gate.ts'
import { LiveWindow } from './live-window.ts'
import { startHlsOrigin } from './origin.ts'
import type { HlsOrigin } from './origin.ts'

const clock = new ManualClock()
const gate = new AddressGate({ key: 'key', access: [] }, clock)
const any = { host: '127.0.0.1', port: 0 }
const logger = createLogger('silent')
const store = new SegmentStore({ directory: '/nonexistent', logger })
const window = new LiveWindow(8 * 1024 * 1024, undefined, clock)
const channelId = newId<ChannelId>()
const folder = `${channelId}/${newId<ConnectionId>()}`
const path = `${folder}/r0.m3u8`
const part = (n: number, of = 10) => `${folder}/r0/${of}.${n}.m4s`

interface Answered {
  readonly status: number
  readonly text: string
  readonly cacheControl: string | undefined
  readonly coding: string | undefined
  readonly vary: string | undefined
}

let origin: HlsOrigin
let ca: string

beforeAll(async () => {
  const { key, cert } = await selfSigned('127.0.0.1')
  ca = cert
  const tls = { tls: { certificate: cert, privateKey: key }, ticketKeys: Buffer.alloc(48, 7) }
  origin = await startHlsOrigin({ http: any, https: any, tls, window, store, logger, gate })
})
afterAll(() => origin.close())

/** Of segment 10 there are so many parts. */
function tell(openParts: number, more: Partial<LivePlaylist> = {}): void {
  const text = `#EXTM3U\n# whole, ${openParts} parts\n`
  window.live(path, {
    ...{ text, delta: text.replace('whole', 'delta'), openMsn: 10, openParts, lastParts: 6 },
    ...{ hint: part(openParts), targetDuration: 2, partTarget: 0.335, ended: false, ...more },
  })
}

beforeEach(() => {
  window.clear()
  tell(1)
})

const answered = (status: number, headers: IncomingHttpHeaders, body: Buffer): Answered => {
  const { 'cache-control': cacheControl, 'content-encoding': coding, vary } = headers
  const text = (coding === 'gzip' ? gunzipSync(body) : body).toString()
  return { status, text, cacheControl, coding, vary }
}

/** @param more fields of the request */
type Way = (url: string, more?: Record<string, string>) => Promise<Answered>

const ways: Record<string, Way> = {
  'http/1.1 of Node': (url, headers = {}) =>
    new Promise((resolve, reject) => {
      const request = httpGet({
        ...{ host: '127.0.0.1', port: origin.httpPort, path: `/${url}` },
        ...{ agent: false, headers },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        const pieces: Buffer[] = []
        response.on('data', (chunk: Buffer) => pieces.push(chunk))
        response.once('end', () =>
          resolve(answered(response.statusCode ?? 0, response.headers, Buffer.concat(pieces))),
        )
      })
    }),
  'plain http/1.1': (url, more = {}) =>
    new Promise((resolve, reject) => {
      const fields = Object.entries(more).map(([name, value]) => `${name}: ${value}\r\n`)
      const socket = connect({ host: '127.0.0.1', port: origin.httpsPort, ca }, () =>
        socket.write(`GET /${url} HTTP/1.1\r\nHost: localhost\r\n${fields.join('')}\r\n`),
      )
      let got = ''
      socket.once('error', reject)
      socket.on('data', (chunk: Buffer) => {
        got += chunk.toString('latin1')
        const [, status = '', head = '', text = ''] =
          /^HTTP\/1\.1 (\d+)([^]*?)\r\n\r\n([^]*)$/.exec(got) ?? []
        if (status === '' || text.length < Number(/Content-Length: (\d+)/i.exec(head)?.[1])) return
        socket.destroy()
        const lines = head
          .trim()
          .split('\r\n')
          .map((line) => line.split(': '))
        const headers = Object.fromEntries(lines.map(([name = '', value]) => [name.toLowerCase(), value]))
        resolve(answered(Number(status), headers, Buffer.from(text, 'latin1')))
      })
    }),
  'http/2': (url, more = {}) =>
    new Promise((resolve, reject) => {
      const session = connectHttp2(`https://127.0.0.1:${origin.httpsPort}`, { ca })
      session.once('error', reject)
      const stream = session.request({ ':path': `/${url}`, ...more })
      let head: IncomingHttpHeaders & { ':status'?: number } = {}
      const pieces: Buffer[] = []
      stream.once('error', reject)
      stream.once('response', (headers) => (head = headers))
      stream.on('data', (chunk: Buffer) => pieces.push(chunk))
      stream.once('end', () => {
        session.close()
        resolve(answered(head[':status'] ?? 0, head, Buffer.concat(pieces)))
      })
    }),
}

describe.each(Object.entries(ways))('by %s', (_name, ask) => {
  /** Asks, and sees that there is no answer before something was told. */
  async function askAndWait(
    url: string,
  ): Promise<{ readonly late: Promise<Answered>; isAnswered(): boolean }> {
    let isAnswered = false
    const late = ask(url).then((answer) => ((isAnswered = true), answer))
    await waitFor(() => window.playlists.waiting > 0 || null, 'the request')
    return { late, isAnswered: () => isAnswered }
  }

  it('a playlist is there at once, whole or as an update, and is not kept', async () => {
    expect(await ask(path)).toEqual({
      ...{ status: 200, text: '#EXTM3U\n# whole, 1 parts\n', cacheControl: 'no-cache' },
      vary: 'Accept-Encoding',
    })
    expect(await ask(`${path}?_HLS_skip=YES`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('delta'),
    })
    tell(2, { delta: null })
    expect(await ask(`${path}?_HLS_skip=YES`)).toMatchObject({ text: expect.stringContaining('whole, 2') })
  })

  it('a playlist is compressed for who takes that, and caches are told', async () => {
    const taken = { 'accept-encoding': 'gzip, deflate, br' }
    const plain = {
      status: 200,
      coding: undefined,
      vary: 'Accept-Encoding',
      text: '#EXTM3U\n# whole, 1 parts\n',
    }
    expect(await ask(path)).toMatchObject(plain)
    expect(await ask(path, { 'accept-encoding': 'br' })).toMatchObject(plain)
    expect(await ask(path, taken)).toMatchObject({ ...plain, coding: 'gzip', cacheControl: 'no-cache' })
    const delta = { ...plain, coding: 'gzip', text: expect.stringContaining('delta') }
    expect(await ask(`${path}?_HLS_skip=YES`, taken)).toMatchObject(delta)
    const update = { coding: 'gzip', cacheControl: 'public, max-age=12' }
    expect(await ask(`${path}?_HLS_msn=10&_HLS_part=0`, taken)).toMatchObject(update)
    window.written(part(0), Buffer.from('media'), true)
    expect(await ask(part(0), taken)).toMatchObject({ text: 'media', coding: undefined, vary: undefined })
  })

  it('an update is waited for, and may be kept by caches under its address', async () => {
    const { late, isAnswered } = await askAndWait(`${path}?_HLS_msn=10&_HLS_part=2`)
    tell(2)
    expect(window.playlists.waiting).toBe(1)
    expect(isAnswered()).toBe(false)
    tell(3)
    expect(await late).toEqual({
      ...{ status: 200, text: '#EXTM3U\n# whole, 3 parts\n', cacheControl: 'public, max-age=12' },
      vary: 'Accept-Encoding',
    })
    expect(window.playlists.waiting).toBe(0)
  })

  it('what is there already is not waited for; what is too far ahead, or no directive, is refused', async () => {
    expect(await ask(`${path}?_HLS_msn=10&_HLS_part=0`)).toMatchObject({ status: 200 })
    expect(await ask(`${path}?_HLS_msn=12`)).toMatchObject({ status: 400 })
    expect(await ask(`${path}?_HLS_msn=10&_HLS_part=10`)).toMatchObject({ status: 400 })
    expect(await ask(`${path}?_HLS_part=1`)).toMatchObject({ status: 400 })
    expect(await ask(`${path}?_HLS_msn=x`)).toMatchObject({ status: 400 })
  })

  it('after three target durations without anything new the answer says so', async () => {
    const { late, isAnswered } = await askAndWait(`${path}?_HLS_msn=10&_HLS_part=1`)
    clock.advance(5999)
    expect(isAnswered()).toBe(false)
    clock.advance(1)
    expect(await late).toMatchObject({ status: 503 })
    expect(window.playlists.waiting).toBe(0)
  })

  it('the end, and its removal, are told to who waits', async () => {
    const ended = await askAndWait(`${path}?_HLS_msn=11`)
    tell(1, { text: '#EXTM3U\n#EXT-X-ENDLIST\n', ended: true, hint: null })
    expect(await ended.late).toMatchObject({ status: 200, text: expect.stringContaining('ENDLIST') })
    tell(1)
    const removed = await askAndWait(`${path}?_HLS_msn=11`)
    window.removed(channelId)
    expect(await removed.late).toMatchObject({ status: 404 })
  })

  it('the part that comes next is given when it is there; any other is not waited for', async () => {
    const { late, isAnswered } = await askAndWait(part(1))
    expect(await ask(part(2))).toMatchObject({ status: 404 })
    expect(isAnswered()).toBe(false)
    window.written(part(1), Buffer.from('media'), true)
    expect(await late).toMatchObject({ status: 200, text: 'media' })
  })

  it('a part that is not to come any more is not there', async () => {
    const { late } = await askAndWait(part(1))
    tell(0, { openMsn: 11, hint: part(0, 11) })
    expect(await late).toMatchObject({ status: 404 })
  })

  it('where the same playlist is a plain file again, that is what there is', async () => {
    const { late } = await askAndWait(`${path}?_HLS_msn=11`)
    window.written(path, Buffer.from('#EXTM3U\n# plain\n'), true)
    expect(await late).toMatchObject({ status: 200, text: expect.stringContaining('plain') })
    expect(await ask(`${path}?_HLS_msn=99`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('plain'),
    })
  })
})

it('a player that goes away while it waits leaves nothing behind when its time is over', async () => {
  const socket = connect({ host: '127.0.0.1', port: origin.httpsPort, ca }, () =>
    socket.write(`GET /${path}?_HLS_msn=10&_HLS_part=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`),
  )
  await waitFor(() => window.playlists.waiting > 0 || null, 'the request')
  socket.destroy()
  clock.advance(6000)
  expect(window.playlists.waiting).toBe(0)
})
