import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerJson } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../test/support/http-endpoint.ts'
import { EVENTS_URL, setUpSessions, turn } from '../../../test/support/sfu-sessions.ts'
import { addWebrtcChannel, addWebrtcHlsChannel } from '../../../test/support/channel-rows.ts'
import type { Joined, SessionsSetUp } from '../../../test/support/sfu-sessions.ts'
import { testEndpoints } from '../../../test/support/test-endpoints.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import type { WebrtcChannel } from './dependencies.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const AT_START = '2026-01-01T00:00:00.000000Z'
const lines: string[] = []
const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
let here: SessionsSetUp
let test: SessionsSetUp['test']
let channel: WebrtcChannel

beforeEach(() => {
  lines.length = 0
  here = setUpSessions(START, logger)
  ;({ test, channel } = here)
})
afterEach(() => here.close())

const endpointOf = testEndpoints()

/** A channel whose authentication webhook answers so. */
async function askingChannel(answer: unknown): Promise<[WebrtcChannel, HttpEndpoint]> {
  const endpoint = await endpointOf(answerJson(answer))
  const urls = { auth_webhook_url: `${endpoint.url}/auth`, event_webhook_url: EVENTS_URL }
  return [addWebrtcChannel(here.db, here.system, urls), endpoint]
}

const sfuConnection = (id: ConnectionId) => {
  const found = test.sessions.connections(channel.channelId).find((one) => one.listed.connection_id === id)
  if (!found) throw new Error('not connected')
  return found
}

it('a session keeps the owner of its channel, whoever looks before somebody is in it', () => {
  const owner = test.live.of(channel)
  expect(test.live.activity(channel.channelId).connections).toEqual([])
  expect(test.live.of(channel)).toBe(owner)
})

describe('the others', () => {
  it('get media before they hear of who sends it, and lose it before they hear of its end', async () => {
    const [a, b] = [await test.join(channel), await test.join(channel, { role: 'recvonly' })]
    const c = await test.join(channel, { role: 'sendonly' })
    expect(b.peer.told()).toEqual([
      'offer',
      `created ${b.id}`,
      `re-offer ["${a.id}","${c.id}"]`,
      `created ${c.id}`,
    ])
    // b has not answered yet: what follows waits for its answer, and the notification for the offer.
    c.client.left('NO-ERROR')
    await turn()
    expect(b.peer.told()).toHaveLength(4)
    b.client.reAnswered('answer', 're-answer')
    await turn()
    expect(b.peer.told().slice(4)).toEqual([`re-offer ["${a.id}"]`, `destroyed ${c.id}`])
    expect(b.peer.of('notify').at(-1)).toMatchObject({ channel_connections: 2, role: 'sendonly' })
    expect(a.peer.told()).toEqual([
      'offer',
      `created ${a.id}`,
      `created ${b.id}`,
      `re-offer ["${c.id}"]`,
      `created ${c.id}`,
    ])
  })

  it('in other SFU processes hear of it when its media is known there, and of its end when that is gone', async () => {
    const a = await test.join(channel)
    const settle = () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      test.sfu.settling = promise.then(() => undefined)
      return resolve
    }
    const arrived = settle()
    const b = await test.join(channel, { role: 'recvonly' })
    await turn()
    expect(a.peer.told()).not.toContain(`created ${b.id}`)
    arrived(undefined)
    await turn()
    expect(a.peer.told().at(-1)).toBe(`created ${b.id}`)
    const gone = settle()
    b.client.left('NO-ERROR')
    await turn()
    expect(a.peer.told()).not.toContain(`destroyed ${b.id}`)
    gone(undefined)
    await turn()
    expect(a.peer.told().at(-1)).toBe(`destroyed ${b.id}`)
  })

  it('are told what both sides say of a connection; later ones find it in data', async () => {
    const [asking] = await askingChannel({ allowed: true, signaling_notify_metadata: 'theirs' })
    const first = await test.join(asking, { signaling_notify_metadata: { name: 'A' } })
    const second = await test.join(asking)
    const said = { authn_metadata: { name: 'A' }, authz_metadata: 'theirs', metadata: 'theirs' }
    const ids = { client_id: first.id, bundle_id: first.id, connection_id: first.id }
    expect(first.peer.of('notify')[0]).toMatchObject(said)
    expect(second.peer.of('notify')[0]).toMatchObject({ data: [{ ...ids, ...said }] })
    expect(first.peer.of('notify')[1]).not.toHaveProperty('data')
    const [edited] = test.sessions.connections(asking.channelId)
    expect(edited?.notifyMetadata).toBe('theirs')
    await edited?.setNotifyMetadata({ tally: 'on' })
    const third = await test.join(asking)
    expect(third.peer.of('notify')[0]).toMatchObject({
      data: [{ ...ids, ...said, metadata: { tally: 'on' } }, { connection_id: second.id }],
    })
  })

  it('of the same bundle are not told of each other', async () => {
    const [a, b] = [
      await test.join(channel, { bundle_id: 'x' }),
      await test.join(channel, { bundle_id: 'x' }),
    ]
    const c = await test.join(channel, { role: 'recvonly' })
    expect(a.peer.of('notify').map((one) => one.connection_id)).toEqual([a.id, c.id])
    expect(b.peer.of('notify')[0]).toMatchObject({ channel_connections: 2, data: [] })
    const present = c.peer.of('notify')[0]
    expect(present).toMatchObject({ data: [{ connection_id: a.id }, { connection_id: b.id }] })
  })

  it('are not told to one whose webhook said so; it hears of itself', async () => {
    await test.join(channel)
    const [asking] = await askingChannel({ allowed: true, signaling_notify: false })
    const a = await test.join(asking)
    await test.join(asking, { role: 'recvonly' })
    expect(a.peer.told()).toEqual(['offer', `created ${a.id}`])
  })

  it('hear of every minute, and so does the webhook', async () => {
    const [a, b] = [await test.join(channel), await test.join(channel, { role: 'recvonly' })]
    test.sfu.topics.tell('connection.usage', {
      connections: [{ connectionId: a.id, receivedBytes: 5, sentBytes: 6, mediaAgeMs: 0 }],
    })
    here.clock.advance(120_000)
    await turn()
    const updates = b.peer.of('notify').filter((one) => one.event_type === 'connection.updated')
    expect(updates.map((one) => [one.connection_id, 'minutes' in one && one.minutes])).toEqual([
      [a.id, 1],
      [b.id, 1],
      [a.id, 2],
      [b.id, 2],
    ])
    expect(updates[0]).not.toHaveProperty('metadata')
    const events = test.events().filter((event) => event.type === 'connection.updated')
    expect(events).toMatchObject([
      { connection_id: a.id, data: { minutes: 1, total_received_bytes: 5, total_sent_bytes: 6 } },
      { connection_id: b.id, data: { minutes: 1, channel_connections: 2 } },
      { data: { minutes: 2 } },
      { data: { minutes: 2 } },
    ])
    expect(test.rows()).toMatchObject([{ minutes: 2, received_bytes: 5, sent_bytes: 6 }, { minutes: 2 }])
  })

  it('hear of minutes that passed unseen, as when the machine slept, by one notification', async () => {
    const a = await test.join(channel)
    here.clock.sleep(5 * 60_000)
    await turn()
    const updates = a.peer.of('notify').filter((one) => one.event_type === 'connection.updated')
    expect(updates).toMatchObject([{ minutes: 5 }])
    const events = test.events().filter((event) => event.type === 'connection.updated')
    expect(events).toMatchObject([{ data: { minutes: 5 } }])
  })

  it('begin a session with the first and end it with the last', async () => {
    const sessionOf = ({ peer }: Joined) => peer.of('offer')[0]?.session_id
    const [a, b] = [await test.join(channel), await test.join(channel)]
    expect(sessionOf(b)).toBe(sessionOf(a))
    a.client.left('NO-ERROR')
    expect(sessionOf(await test.join(channel))).toBe(sessionOf(a))
    await test.sessions.closeChannel(channel.channelId, 'operator-closed')
    expect(sessionOf(await test.join(channel))).not.toBe(sessionOf(a))
  })
})

describe('operations', () => {
  it('push, ask the SFU and do nothing to one that has gone', async () => {
    const [a, b] = [await test.join(channel), await test.join(channel)]
    const one = sfuConnection(a.id)
    await one.push({ hello: 1 })
    await one.requestLayer('r1', undefined)
    await one.requestLayer(null, b.id)
    await one.setPaused(b.id, true)
    await one.limitVideo(400)
    expect(a.peer.of('push')).toEqual([{ type: 'push', data: { hello: 1 } }])
    expect(test.sfu.asked.slice(-4)).toEqual([
      [0, 'layer.request', { connectionId: a.id, sender: null, rid: 'r1' }],
      [0, 'layer.request', { connectionId: a.id, sender: b.id, rid: null }],
      [0, 'video.pause', { connectionId: a.id, sender: b.id, paused: true }],
      [0, 'video.limit', { connectionId: a.id, bitRate: 400 }],
    ])
    expect(sfuConnection(a.id).pausedSenders).toEqual([b.id])
    expect(await one.stats()).toMatchObject({
      timestamp: AT_START,
      channel_id: channel.channelId,
      connection_id: a.id,
      rtp: { total_received_rtp: 7 },
    })
    b.client.left(null)
    expect(sfuConnection(a.id).pausedSenders).toEqual([])
    a.client.left(null)
    await turn()
    const asked = test.sfu.asked.length
    await Promise.all([one.limitVideo(1), one.push({}), one.disconnect({}), one.setNotifyMetadata({})])
    expect(test.sfu.asked).toHaveLength(asked)
  })

  it('stop nothing of a sender that goes meanwhile', async () => {
    const [a, b] = [await test.join(channel), await test.join(channel)]
    test.sfu.isHeld = true
    const asked = sfuConnection(a.id).setPaused(b.id, true)
    b.client.left('NO-ERROR')
    await turn()
    test.sfu.release()
    await asked
    expect(sfuConnection(a.id).pausedSenders).toEqual([])
    expect(test.sfu.bodies('video.pause').map(({ paused }) => paused)).toEqual([true, false])
  })

  it('work on the spotlight, whose number is that of the first', async () => {
    const a = await test.join(channel, { spotlight: true, spotlight_number: 2 })
    const b = await test.join(channel, { spotlight: true, spotlight_number: 8 })
    const { channelId } = channel
    expect(test.sfu.bodies('spotlight.resize')).toEqual([{ channelId, count: 2 }])
    expect(test.sfu.bodies('connection.open')).toMatchObject([
      { spotlight: { focusRid: 'r1', unfocusRid: 'r0' } },
      {},
    ])
    const spotlight = test.sessions.spotlight(channelId)
    await spotlight?.focus(a.id, true)
    await spotlight?.unfocus(a.id)
    const resized = spotlight?.resize(3)
    test.sfu.topics.tell('spotlight.focused', { channelId, connectionId: b.id, fixed: false })
    await resized
    expect(test.sfu.asked.slice(-3)).toEqual([
      [0, 'spotlight.focus', { channelId, connectionId: a.id, fixed: true }],
      [0, 'spotlight.unfocus', { channelId, connectionId: a.id }],
      [0, 'spotlight.resize', { channelId, count: 3 }],
    ])
    a.client.reAnswered('answer', 're-answer')
    await turn()
    test.sfu.topics.tell('spotlight.focused', { channelId, connectionId: a.id, fixed: true })
    test.sfu.topics.tell('spotlight.unfocused', { channelId, connectionId: a.id })
    await turn()
    const common = { connection_id: a.id, client_id: a.id, spotlight_number: 3, audio: true, video: true }
    const focused = { event_type: 'spotlight.focused', fixed: true, ...common }
    const unfocused = { event_type: 'spotlight.unfocused', fixed: false, ...common }
    expect(test.events().at(-3)).toMatchObject({ connection_id: b.id, spotlight_number: 3 })
    expect(b.peer.of('notify').slice(-2)).toMatchObject([focused, unfocused])
    expect(a.peer.of('notify').slice(-2)).toMatchObject([focused, unfocused])
    expect(test.events().slice(-2)).toMatchObject([
      { type: 'spotlight.focused', fixed: true, ...common },
      { type: 'spotlight.unfocused', ...common },
    ])
    expect(test.sessions.spotlight(addWebrtcChannel(here.db, here.system).channelId)).toBeNull()
  })
})

describe('the places of a spotlight', () => {
  it.each([
    [{ spotlight: true, spotlight_number: 3 }, 3],
    [{ spotlight: true }, 5],
  ])('are as many as the first said, or else five', async (connect, count) => {
    await test.join(channel, connect)
    await test.join(channel, { spotlight: true, spotlight_number: 8 })
    const { channelId } = channel
    expect(test.sfu.bodies('spotlight.resize')).toEqual([{ channelId, count }])
  })
})

describe('conversion to HLS', () => {
  beforeEach(() => {
    channel = addWebrtcHlsChannel(here.db, here.system, { event_webhook_url: EVENTS_URL })
  })

  const url = (id: ConnectionId) => `https://x.test/${channel.channelId}/${id}/index.m3u8`

  it('begins with the media of who sends, and ends with it', async () => {
    await test.join(channel, { role: 'recvonly' })
    const { id, client } = await test.join(channel, { sora_client: 'SDK 1' })
    const activity = () => test.live.activity(channel.channelId)
    expect(activity().connections).toMatchObject([{ connectionId: id, encoder: 'SDK 1' }])
    expect(test.sfu.bodies('relay.start')).toEqual([{ connectionId: id, pipe: 'pipe', token: 'token 1' }])
    test.ingest.topics.tell('playlist.ready', { connectionId: id })
    expect(test.events().at(-1)).toEqual({
      type: 'notify.playlist_url',
      channel_id: channel.channelId,
      connection_id: id,
      timestamp: AT_START,
      playlist_url: url(id),
    })
    client.left('ICE-CONNECTION-STATE-FAILED')
    await turn()
    expect(test.ingest.closed).toEqual([['connection', id, 'client-failed']])
    expect(activity().connections).toMatchObject([{ connectionId: id, endedAt: START }])
    test.ingest.topics.tell('playlist.ready', { connectionId: id })
    expect(test.events().at(-1)?.type).toBe('connection.destroyed')
  })

  it('that comes too late is given back, and one that fails ends nothing', async () => {
    const place = Promise.withResolvers<{ pipe: string; token: string }>()
    test.ingest.place = () => place.promise
    const { id, client } = await test.join(channel)
    client.left('NO-ERROR')
    await turn()
    expect(test.ingest.closed).toEqual([])
    place.resolve({ pipe: '/pipe', token: 'once' })
    await turn()
    expect(test.sfu.bodies('relay.start')).toEqual([])
    expect(test.ingest.closed).toEqual([['connection', id, 'client-left']])
    test.ingest.place = () => Promise.reject(new Error('no ingest process'))
    expect((await test.join(channel)).peer.closed).toBeNull()
    expect(lines.join('')).toContain('HLS cannot take a connection now')
  })
})

it('shows the bit rates of the last second, and the round trip of the signaling', async () => {
  const { id, client } = await test.join(channel)
  const seen = () => {
    const [{ receivedBps, sentBps, roundTripMs } = {}] = test.sessions.view(channel.channelId).connections
    return { receivedBps, sentBps, roundTripMs }
  }
  const count = (receivedBytes: number, sentBytes: number) =>
    test.sfu.topics.tell('connection.usage', {
      connections: [{ connectionId: id, receivedBytes, sentBytes, mediaAgeMs: 0 }],
    })
  count(10_000, 0)
  expect(seen()).toEqual({ receivedBps: null, sentBps: null, roundTripMs: null })
  here.clock.advance(1000)
  count(135_000, 500)
  client.roundTrip(23)
  expect(seen()).toEqual({ receivedBps: 1_000_000, sentBps: 4000, roundTripMs: 23 })
  here.clock.advance(2000)
  count(135_000, 500)
  expect(seen()).toMatchObject({ receivedBps: 0, sentBps: 0 })
})

it('tells which channel changed, whatever a listener does', async () => {
  const told: ChannelId[] = []
  test.sessions.onChange(() => {
    throw new Error('broken')
  })
  const stop = test.sessions.onChange((channelId) => told.push(channelId))
  const { id, client } = await test.join(channel)
  test.sfu.topics.tell('connection.usage', {
    connections: [{ connectionId: id, receivedBytes: 1, sentBytes: 1, mediaAgeMs: 0 }],
  })
  client.left(null)
  expect(told).toEqual([channel.channelId, channel.channelId, channel.channelId])
  stop()
  await test.join(channel)
  expect(told).toHaveLength(3)
})
