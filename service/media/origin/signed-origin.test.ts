/** Playlists by addresses that expire, over a real socket. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { feed, hlsSource } from '../../../test/support/hls-source.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { connectionSubject, signGrant } from '../../platform/secrets/playlist-token.ts'
import { Audience } from '../../platform/audience/audience.ts'
import { LiveWindow } from './live-window.ts'
import { AddressGate } from './address-gate.ts'
import { ChannelStream } from '../hls/channel-stream.ts'
import { ConnectionStream } from '../hls/connection-stream.ts'
import { startHlsOrigin } from './origin.ts'
import type { HlsOrigin } from './origin.ts'
import { SegmentStore } from '../hls/segment-store.ts'

const KEY = 'what the origin checks by'
const HOUR = 3_600_000
const PLAN: RenditionPlan = {
  segmentSeconds: 1,
  startTimeOffset: -2,
  video: { width: 320, height: 180, frameRate: 30, bitRateBps: 400_000, profile: 'high', segmentSeconds: 1 },
  audio: { bitRateBps: 96_000 },
}
const channelId = newId<ChannelId>()
const other = newId<ChannelId>()
const connectionId = newId<ConnectionId>()
const logger = createLogger('silent')
const clock = new ManualClock()
const gate = new AddressGate({ key: KEY, access: [] }, clock)
const window = new LiveWindow(64 * 1024 * 1024)
let root: string
let origin: HlsOrigin

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-signed-'))
  const { key, cert } = await selfSigned('127.0.0.1')
  const store = new SegmentStore({ directory: join(root, 'hls'), logger, follower: window })
  const any = { host: '127.0.0.1', port: 0 }
  const tls = { tls: { certificate: cert, privateKey: key }, ticketKeys: Buffer.alloc(48) }
  origin = await startHlsOrigin({ http: any, https: any, tls, window, store, logger, gate })
  const channel = new ChannelStream({ channelId, store, clock, logger })
  const source = await hlsSource({ seconds: 4, gopSeconds: 1 })
  const stream = new ConnectionStream({
    ...{ channelId, connectionId, renditions: [PLAN, PLAN], store, clock, logger },
    encryption: { keyUri: 'https://keys.test/key', keyHex: '07'.repeat(16) },
  })
  channel.follow(stream)
  for (const rendition of [0, 1]) {
    stream.setTracks(rendition, source.tracks)
    feed(stream, rendition, source)
  }
  await stream.end()
  await channel.end()
})
afterAll(async () => {
  await origin.close()
  await rm(root, { recursive: true })
})
beforeEach(() => gate.set({ channelId, signedOnly: true, revoked: [] }))

const tokenFor = (subject: string, forMs = HOUR, of = channelId) =>
  signGrant(KEY, { channelId: of, subject, expiresAt: clock.now() + forMs })
const url = (path: string) => `http://127.0.0.1:${origin.httpPort}/${path}`
const signed = (token: string) => url(`signed/${token}/${channelId}/index.m3u8`)
const statusOf = async (address: string, agent = 'player') =>
  (await fetch(address, { headers: { 'user-agent': agent } })).status

/** Every address of a playlist and what they name, as a player resolves them: relative to where it was loaded. */
async function walk(address: string): Promise<string[]> {
  const response = await fetch(address)
  const text = await response.text()
  if (!text.startsWith('#EXTM3U')) return [address]
  const named = [...text.matchAll(/^(?!#)(\S+)$|#EXT-X-MAP:URI="([^"]+)"/gm)].map(
    ([, line, map]) => new URL(line ?? map ?? '', address).href,
  )
  return [address, ...(await Promise.all([...new Set(named)].map(walk))).flat()]
}

it('all of it is loaded below the token, and none of it without', async () => {
  const all = await walk(signed(tokenFor('press')))
  expect(all.filter((one) => one.endsWith('.m3u8'))).toHaveLength(3)
  expect(all.filter((one) => one.endsWith('.m4s')).length).toBeGreaterThan(4)
  expect(all.filter((one) => one.endsWith('.mp4')).length).toBeGreaterThan(0)
  for (const one of all) {
    expect(one).toContain('/signed/')
    const bare = one.replace(/signed\/[^/]+\//, '')
    expect([one, await statusOf(one), bare, await statusOf(bare)]).toEqual([one, 200, bare, 403])
  }
})

it('the console’s own player, too, has none of it without', async () => {
  const file = `${channelId}/index.m3u8`
  expect(await statusOf(url(`preview/${file}`))).toBe(403)
  expect(await statusOf(url(`signed/${tokenFor('console')}/preview/${file}`))).toBe(200)
  expect(await statusOf(url(`preview/signed/${tokenFor('console')}/${file}`))).toBe(404)
})

it('it ends at its time, whole: the next segment is not given', async () => {
  const all = await walk(signed(tokenFor('sponsor', 60_000)))
  clock.advance(59_999)
  for (const one of all) expect(await statusOf(one)).toBe(200)
  clock.advance(1_001)
  for (const one of all) expect([one, await statusOf(one)]).toEqual([one, 403])
})

it('one that is revoked ends at once, whole; others go on', async () => {
  const all = await walk(signed(tokenFor('press')))
  const others = await walk(signed(tokenFor('sponsor')))
  gate.set({ channelId, signedOnly: true, revoked: ['press'] })
  for (const one of all) expect([one, await statusOf(one)]).toEqual([one, 403])
  for (const one of others) expect([one, await statusOf(one)]).toEqual([one, 200])
})

it('one of another channel, or made by somebody else, is worth nothing', async () => {
  const stranger = signGrant('guessed', { channelId, subject: 'x', expiresAt: clock.now() + HOUR })
  for (const token of [tokenFor('x', HOUR, other), stranger, 'x', 'a.b.c'])
    expect([token, await statusOf(signed(token))]).toEqual([token, 403])
  expect(await statusOf(url(`signed/${'x'.repeat(200)}/${channelId}/index.m3u8`))).toBe(404)
})

it('one of a connection opens what is of that connection, and nothing of another or of the channel', async () => {
  const of = (id: ConnectionId, path: string) =>
    url(`signed/${tokenFor(connectionSubject(id))}/${channelId}/${path}`)
  const all = await walk(of(connectionId, `${connectionId}/index.m3u8`))
  expect(all.filter((one) => one.endsWith('.m4s')).length).toBeGreaterThan(4)
  for (const one of all) expect([one, await statusOf(one)]).toEqual([one, 200])
  expect(await statusOf(of(connectionId, 'index.m3u8'))).toBe(403)
  expect(await statusOf(of(newId<ConnectionId>(), `${connectionId}/index.m3u8`))).toBe(403)
})

it('without being asked for, nothing changes: everybody may load it, and an address that was revoked has still ended', async () => {
  gate.set({ channelId, signedOnly: false, revoked: ['press'] })
  expect(await statusOf(url(`${channelId}/index.m3u8`))).toBe(200)
  expect(await statusOf(signed(tokenFor('sponsor')))).toBe(200)
  expect(await statusOf(signed(tokenFor('press')))).toBe(403)
})

it('no cache that others share keeps what came by it', async () => {
  const all = await walk(signed(tokenFor('press')))
  const segment = all.find((one) => one.endsWith('.m4s')) ?? ''
  const { headers } = await fetch(segment)
  expect(headers.get('cache-control')).toBe('private, max-age=60')
  expect((await fetch(segment, { headers: { range: 'bytes=0-9' } })).headers.get('cache-control')).toBe(
    'private, max-age=60',
  )
})

it('who watches by which is counted, and who was turned away is told once', async () => {
  const audience = new Audience(() => clock.now())
  origin.takeAttendance()
  const token = tokenFor('press')
  for (const agent of ['one', 'two', 'two']) await statusOf(signed(token), agent)
  await statusOf(signed(tokenFor('phone')), 'one')
  audience.add(origin.takeAttendance())
  const { viewers, bySubject } = audience.take()
  expect(viewers).toEqual([{ channelId, count: 2 }])
  expect(bySubject).toEqual([
    { channelId, subject: 'press', count: 2 },
    { channelId, subject: 'phone', count: 1 },
  ])
  gate.set({ channelId, signedOnly: true, revoked: ['press'] })
  for (let i = 0; i < 3; i++) await statusOf(signed(token), 'two')
  await statusOf(url(`${channelId}/index.m3u8`), 'three')
  const from = { channelId, remoteAddress: '127.0.0.1' }
  expect(origin.takeAttendance().turnedAway).toEqual([
    { ...from, subject: 'press', why: 'address-ended', player: 'two' },
    { ...from, subject: null, why: 'no-address', player: 'three' },
  ])
  expect(origin.takeAttendance().turnedAway).toEqual([])
})
