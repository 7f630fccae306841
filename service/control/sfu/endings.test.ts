import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerJson } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../test/support/http-endpoint.ts'
import {
  EVENTS_URL,
  FakePeer,
  SessionsUnderTest,
  connectOf,
  setUpSessions,
  turn,
} from '../../../test/support/sfu-sessions.ts'
import { BROKEN_SDP } from '../../../test/support/sfu-in-memory.ts'
import { addWebrtcChannel } from '../../../test/support/channel-rows.ts'
import type { Joined, SessionsSetUp } from '../../../test/support/sfu-sessions.ts'
import { testEndpoints } from '../../../test/support/test-endpoints.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { connectionStore } from '../store/connections.ts'
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

const types = () => test.events().map(({ type }) => type)

const sfuConnection = (id: ConnectionId) => {
  const found = test.sessions.connections(channel.channelId).find((one) => one.listed.connection_id === id)
  if (!found) throw new Error('not connected')
  return found
}

describe('the end', () => {
  const whole: [
    ...[what: string, cut: (joined: Joined) => unknown, code: number | null, reason: string, row: string],
    ...[more?: object, fault?: string],
  ][] = [
    [
      'the client says so',
      ({ client }) => client.left('NO-ERROR'),
      1000,
      'TYPE-DISCONNECT',
      'client-left',
      { type_disconnect_reason: 'NO-ERROR' },
    ],
    [
      'the client gives up after a fault',
      ({ client }) => client.left('ICE-CONNECTION-STATE-FAILED'),
      1000,
      'TYPE-DISCONNECT',
      'client-failed',
      { type_disconnect_reason: 'ICE-CONNECTION-STATE-FAILED' },
    ],
    ['its WebSocket is gone', ({ client }) => client.left(null), null, 'SIGNALING-LOST', 'signaling-lost'],
    [
      'it does not answer pings',
      ({ client }) => client.failed('PONG-TIMEOUT'),
      4490,
      'PONG-TIMEOUT',
      'signaling-lost',
    ],
    [
      'it sends what is no JSON',
      ({ client }) => client.failed('INVALID-JSON'),
      4490,
      'INVALID-JSON',
      'negotiation-failed',
    ],
    [
      'an operation disconnects it',
      ({ id }) => sfuConnection(id).disconnect({ cause: 'maintenance' }),
      1000,
      'DISCONNECTED-API',
      'api-disconnected',
      { disconnect_api_reason: { cause: 'maintenance' } },
    ],
    [
      'the channel is deleted',
      () => test.sessions.closeChannel(channel.channelId, 'channel-deleted'),
      1000,
      'DISCONNECTED-API',
      'channel-deleted',
    ],
    [
      'an operator closes the channel',
      () => test.sessions.closeChannel(channel.channelId, 'operator-closed'),
      1000,
      'DISCONNECTED-API',
      'operator-closed',
    ],
    [
      'media is lost',
      ({ id }) => test.sfu.topics.tell('connection.lost', { connectionId: id, cause: 'disconnected' }),
      4490,
      'TRANSPORT-FAILED',
      'transport-lost',
    ],
    [
      'the SFU process ends',
      () => test.sfu.topics.tell('sfu.lost', { environment: 0, channelIds: [channel.channelId] }),
      4490,
      'SFU-LOST',
      'worker-lost',
    ],
    ['the service closes', () => test.sessions.close(), 1000, 'SERVICE-CLOSED', 'service-closed'],
    [
      'it answers what was not offered',
      ({ client }) => client.reAnswered('answer', 're-answer'),
      4490,
      'INVALID-MESSAGE',
      'negotiation-failed',
      {},
      're-answer comes when it cannot',
    ],
    [
      'it answers what was not offered, by the old name',
      ({ client }) => client.reAnswered('answer', 'update'),
      4490,
      'INVALID-MESSAGE',
      'negotiation-failed',
      {},
      'update comes when it cannot',
    ],
    [
      'it answers twice',
      ({ client }) => client.answered('answer'),
      4490,
      'INVALID-MESSAGE',
      'negotiation-failed',
      {},
      'answer comes when it cannot',
    ],
    [
      'it does not answer the next offer',
      async ({ id }) => {
        test.sfu.topics.tell('connection.changed', { connectionId: id })
        await turn()
        here.clock.advance(10_000)
      },
      4490,
      'NEGOTIATION-FAILED',
      'negotiation-failed',
    ],
    [
      'its next answer does not fit',
      async ({ id, client }) => {
        test.sfu.topics.tell('connection.changed', { connectionId: id })
        await turn()
        test.sfu.refused.add('connection.answer')
        client.reAnswered('answer', 're-answer')
      },
      4490,
      'NEGOTIATION-FAILED',
      'negotiation-failed',
    ],
    [
      'its next answer is broken',
      async ({ id, client }) => {
        test.sfu.topics.tell('connection.changed', { connectionId: id })
        await turn()
        client.reAnswered(BROKEN_SDP, 're-answer')
      },
      4490,
      'NEGOTIATION-FAILED',
      'negotiation-failed',
      {},
      'SDP must start with v=0',
    ],
    [
      'the SFU makes no next offer',
      ({ id }) => {
        test.sfu.refused.add('connection.reoffer')
        test.sfu.topics.tell('connection.changed', { connectionId: id })
      },
      4490,
      'NEGOTIATION-FAILED',
      'negotiation-failed',
    ],
  ]

  it.each(whole)('when %s', async (_, cut, code, reason, row, more = {}, fault = '') => {
    const joined = await test.join(channel)
    test.sfu.topics.tell('connection.usage', {
      connections: [{ connectionId: joined.id, receivedBytes: 700, sentBytes: 300, mediaAgeMs: 0 }],
    })
    await cut(joined)
    await turn()
    expect(joined.peer.closed).toEqual(code === null ? null : { code, reason: `${reason} ${fault}`.trim() })
    expect(test.rows()).toMatchObject([
      { close_reason: row, ended_at: here.clock.now(), received_bytes: 700, sent_bytes: 300 },
    ])
    expect(types()).toEqual(['connection.created', 'connection.destroyed'])
    const { data } = test.events()[1] as { data: Record<string, unknown> }
    expect(data).toMatchObject({ reason, total_received_bytes: 700, total_sent_bytes: 300, ...more })
    expect(data).toMatchObject({ channel_connections: 0, created_timestamp: AT_START })
    expect(test.sfu.bodies('connection.close')).toHaveLength(reason === 'SFU-LOST' ? 0 : 1)
    expect(test.sessions.view(channel.channelId)).toEqual({ sessionId: null, connections: [] })
    joined.client.left(null)
    expect(types()).toHaveLength(2)
  })

  it.each<[what: string, cut: (joined: Joined) => unknown, reason: string | null, fault?: string]>([
    ['no answer comes', () => here.clock.advance(10_000), 'ANSWER-TIMEOUT'],
    [
      'the answer is no answer',
      ({ client }) => client.reAnswered('answer', 're-answer'),
      'INVALID-MESSAGE',
      're-answer comes when it cannot',
    ],
    [
      'the answer does not fit',
      ({ client }) => {
        test.sfu.refused.add('connection.answer')
        client.answered('answer')
      },
      'NEGOTIATION-FAILED',
    ],
    [
      'media does not come up',
      async ({ client }) => {
        client.answered('answer')
        await turn()
        here.clock.advance(10_000)
      },
      'TRANSPORT-FAILED',
    ],
    [
      'media fails',
      ({ id }) => test.sfu.topics.tell('connection.lost', { connectionId: id, cause: 'dtls-failed' }),
      'TRANSPORT-FAILED',
    ],
    ['the client goes', ({ client }) => client.left(null), null],
  ])('before media was connected is connection.failed: %s', async (_, cut, reason, fault = '') => {
    const joined = await test.connect(channel)
    await cut(joined)
    await turn()
    const close = reason === null ? null : { code: 4490, reason: `${reason} ${fault}`.trim() }
    expect(joined.peer.closed).toEqual(close)
    expect(test.rows()).toEqual([])
    expect(test.events()).toMatchObject([
      { type: 'connection.failed', connection_id: joined.id, data: { message: reason ?? 'SIGNALING-LOST' } },
    ])
    expect(test.sfu.bodies('connection.close')).toHaveLength(1)
  })

  it('by an operation comes before media was connected, too', async () => {
    const [offered, answered, open] = [
      await test.connect(channel),
      await test.connect(channel),
      await test.join(channel),
    ]
    answered.client.answered('answer')
    await turn()
    const { channelId } = channel
    const arriving = test.sessions.arriving(channelId)
    expect(arriving.map(({ listed }) => listed.connection_id)).toEqual([offered.id, answered.id])
    await Promise.all(arriving.map((one) => one.disconnect({ because: 'test' })))
    const close = { code: 1000, reason: 'DISCONNECTED-API' }
    expect([offered, answered, open].map(({ peer }) => peer.closed)).toEqual([close, close, null])
    expect(test.events().slice(1)).toMatchObject([
      { type: 'connection.failed', connection_id: offered.id, data: { message: 'DISCONNECTED-API' } },
      { type: 'connection.failed', connection_id: answered.id, data: { message: 'DISCONNECTED-API' } },
    ])
    expect(test.sessions.arriving(channelId)).toEqual([])
    test.sfu.open(answered.id)
    await turn()
    expect(test.sessions.connections(channelId).map(({ listed }) => listed.connection_id)).toEqual([open.id])
  })

  it('for SDP that is none is told what is wrong, and logged in one line', async () => {
    await expect(test.connect(channel, { sdp: BROKEN_SDP })).rejects.toMatchObject({
      close: { code: 4490, reason: 'INVALID-MESSAGE sdp: SDP must start with v=0' },
    })
    const message = 'INVALID-MESSAGE'
    expect(test.events()).toMatchObject([{ type: 'connection.failed', data: { message } }])
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: 30,
        msg: 'connection ended',
        reason: 'negotiation-failed',
        fault: 'sdp: SDP must start with v=0',
      },
    ])
    expect(test.sessions.view(channel.channelId).sessionId).toBeNull()
  })

  it('comes with the lifetime that the webhook gave, from when media was connected', async () => {
    const [asking] = await askingChannel({ allowed: true, connection_lifetime: 90 })
    const { peer } = await test.join(asking)
    here.clock.advance(89_999)
    expect(peer.closed).toBeNull()
    here.clock.advance(1)
    expect(peer.closed).toEqual({ code: 1000, reason: 'LIFETIME-EXPIRED' })
    expect(test.rows()).toMatchObject([{ close_reason: 'lifetime-expired', minutes: 1 }])
  })

  it('of an SFU process is the end of the channels that it had', async () => {
    const [verification, beside] = [1, 1].map(() =>
      addWebrtcChannel(here.db, here.system, { environment: 1 }),
    )
    if (!verification || !beside) throw new Error('no channels')
    const [normal, other] = [await test.join(channel), await test.join(verification)]
    const third = await test.join(beside)
    test.sfu.topics.tell('sfu.lost', { environment: 1, channelIds: [verification.channelId] })
    expect([normal, other, third].map(({ peer }) => peer.closed?.reason)).toEqual([
      undefined,
      'SFU-LOST',
      undefined,
    ])
  })

  it('of another SFU process that a channel is in is the end of those that are there', async () => {
    const [first, second] = [await test.join(channel), await test.join(channel)]
    test.sfu.topics.tell('sfu.part-lost', { connectionIds: [second.id] })
    await turn()
    expect([first, second].map(({ peer }) => peer.closed?.reason)).toEqual([undefined, 'SFU-LOST'])
    expect(test.rows()).toMatchObject([{ close_reason: null }, { close_reason: 'worker-lost' }])
    expect(first.peer.told().at(-1)).toBe(`destroyed ${second.id}`)
    expect(test.sfu.bodies('connection.close')).toEqual([])
  })

  it('of a killed service is told by the next one, with what was known', async () => {
    const [first, second] = [await test.join(channel), await test.join(channel, { role: 'recvonly' })]
    here.clock.advance(61_000)
    test.sfu.topics.tell('connection.usage', {
      connections: [{ connectionId: first.id, receivedBytes: 700, sentBytes: 300, mediaAgeMs: 0 }],
    })
    here.clock.advance(5_000)
    here.db.prepare('DELETE FROM webhook_events').run()
    const next = new SessionsUnderTest(here.db, here.clock, logger)
    expect(connectionStore(here.db).listUnended()).toEqual([])
    next.sessions.recover()
    next.sessions.recover()
    const told = { type: 'connection.destroyed', timestamp: '2026-01-01T00:01:06.000000Z' }
    const end = { reason: 'SERVICE-LOST', minutes: 1, created_timestamp: AT_START }
    const bytes = { total_received_bytes: 700, total_sent_bytes: 300 }
    expect(next.events()).toMatchObject([
      { ...told, connection_id: first.id, data: { ...end, ...bytes, channel_recvonly_connections: 1 } },
      { ...told, connection_id: second.id, role: 'recvonly', data: { ...end, channel_connections: 0 } },
    ])
    expect(next.rows()).toMatchObject([{ close_reason: 'service-lost' }, { close_reason: 'service-lost' }])
    await next.sessions.close()
  })
})

it('hands on what the client says of its addresses, from its answer to its end', async () => {
  const client = await test.sessions.connect(connectOf(channel.channelId), new FakePeer())
  client.candidate('candidate:before')
  client.answered('answer')
  client.candidate('candidate:1')
  client.left(null)
  client.candidate('candidate:after')
  await turn()
  expect(test.sfu.bodies('connection.candidate').map(({ candidate }) => candidate)).toEqual(['candidate:1'])
})

it('takes what a peer of a closed WebSocket says for nothing', async () => {
  const peer = new FakePeer()
  const client = await test.sessions.connect(connectOf(channel.channelId), peer)
  client.left(null)
  client.answered('answer')
  client.reAnswered('answer', 're-answer')
  client.candidate('candidate:1')
  client.stats([])
  await turn()
  expect(types()).toEqual(['connection.failed'])
})
