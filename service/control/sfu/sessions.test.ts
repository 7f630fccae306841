import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSystem, addWebrtcChannel, deleteChannel } from '../../../test/support/channel-rows.ts'
import { fullDisk } from '../../../test/support/full-disk.ts'
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
import type { SessionsSetUp } from '../../../test/support/sfu-sessions.ts'
import { testEndpoints } from '../../../test/support/test-endpoints.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { sfuAuthRequest } from '../../contract/sfu-webhooks.ts'
import { createLogger } from '../../platform/logger.ts'
import type { WebrtcChannel } from './dependencies.ts'
import { SignalingRefusal } from './signaling-admission.ts'

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

/** How a client was refused. */
async function refused(connecting: Promise<unknown>): Promise<unknown> {
  const error = await connecting.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SignalingRefusal)) throw new Error('not refused', { cause: error })
  return error.close
}

const types = () => test.events().map(({ type }) => type)

const sfuConnection = (id: ConnectionId) => {
  const found = test.sessions.connections(channel.channelId).find((one) => one.listed.connection_id === id)
  if (!found) throw new Error('not connected')
  return found
}

describe('a client', () => {
  it('gets an offer with every recommended member', async () => {
    const { id, peer } = await test.connect(channel, { client_id: 'studio', simulcast: true })
    expect(peer.received).toEqual([
      {
        type: 'offer',
        version: '1.2.3',
        channel_id: channel.channelId,
        session_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) as string,
        client_id: 'studio',
        bundle_id: id,
        connection_id: id,
        simulcast: true,
        simulcast_multicodec: false,
        spotlight: false,
        sdp: '[]',
        mid: { audio: 'a', video: 'v' },
        encodings: [
          { rid: 'r0', active: true, scaleResolutionDownBy: 4, scalabilityMode: 'L1T1' },
          { rid: 'r1', active: true, scaleResolutionDownBy: 2, scalabilityMode: 'L1T1' },
          { rid: 'r2', active: true, scaleResolutionDownBy: 1, scalabilityMode: 'L1T1' },
        ],
        data_channel_signaling: false,
        ignore_disconnect_websocket: false,
        audio: true,
        audio_codec_type: 'OPUS',
        video: true,
        video_codec_type: 'VP9',
      },
    ])
    expect(test.sfu.asked).toMatchObject([[0, 'connection.open', { role: 'sendrecv', wanted: null }]])
    expect(test.sfu.bodies('connection.open')[0]?.layers?.map(({ rid }) => rid)).toEqual(['r0', 'r1', 'r2'])
  })

  it.each([
    ['Sora C++ SDK 2026.1.0 (8f2f5c61)', { iceServers: [], iceTransportPolicy: 'all' }],
    ['Sora iOS SDK 2026.1.0', undefined],
  ])('may leave out what it can receive, as native SDKs do: %s', async (sora_client, config) => {
    const { peer } = await test.connect(channel, { sdp: undefined, sora_client })
    expect(test.sfu.bodies('connection.open')).toMatchObject([{ capabilities: null }])
    expect((peer.of('offer')[0] as { config?: unknown }).config).toEqual(config)
  })

  it('that only receives is named no upstream lines, and asks its own environment', async () => {
    const verification = addWebrtcChannel(here.db, here.system, { environment: 1 })
    const { peer } = await test.connect(verification, { role: 'recvonly', simulcast: true })
    expect(peer.of('offer')[0]).not.toHaveProperty('mid')
    expect(peer.of('offer')[0]).not.toHaveProperty('encodings')
    expect(test.sfu.asked).toMatchObject([[1, 'connection.open', { layers: null }]])
  })

  it('is written, told and listed once media is connected', async () => {
    const joined = await test.connect(channel, { sora_client: 'Sora JavaScript SDK 2026.1.0' })
    const { id, peer, client } = joined
    client.answered('answer')
    await turn()
    here.clock.advance(250)
    expect(test.rows()).toEqual([])
    expect(test.sessions.connections(channel.channelId)).toEqual([])
    test.sfu.open(id)
    await turn()
    const timestamp = '2026-01-01T00:00:00.250000Z'
    const sessionId = peer.of('offer')[0]?.session_id
    const ids = { session_id: sessionId, client_id: id, bundle_id: id, connection_id: id }
    const counts = {
      channel_connections: 1,
      channel_sendrecv_connections: 1,
      channel_sendonly_connections: 0,
      channel_recvonly_connections: 0,
    }
    expect(peer.of('notify')).toEqual([
      {
        type: 'notify',
        event_type: 'connection.created',
        timestamp,
        role: 'sendrecv',
        ...ids,
        audio: true,
        video: true,
        minutes: 0,
        ...counts,
        turn_transport_type: 'udp',
        data: [],
      },
    ])
    expect(test.events()).toEqual([
      {
        type: 'connection.created',
        id: expect.any(String) as string,
        timestamp,
        log_written: true,
        version: '1.2.3',
        label: 'Service SFU',
        node_name: 'airdesk',
        role: 'sendrecv',
        channel_id: channel.channelId,
        ...ids,
        multistream: true,
        simulcast: false,
        spotlight: false,
        data: {
          minutes: 0,
          audio: true,
          audio_codec_type: 'OPUS',
          video: true,
          video_codec_type: 'VP9',
          ...counts,
          turn_transport_type: 'udp',
          created_time: START / 1000,
          created_timestamp: timestamp,
          ice_connection_state: { total_checking_duration_ms: 250, total_disconnected_duration_ms: 0 },
          total_received_bytes: 0,
          total_sent_bytes: 0,
        },
      },
    ])
    expect(test.rows()).toMatchObject([
      { id, channel_id: channel.channelId, encoder: 'Sora JavaScript SDK 2026.1.0', ended_at: null },
    ])
    expect(sfuConnection(id).listed).toMatchObject({ ...ids, created_timestamp: timestamp, audio: {} })
    expect(test.sessions.view(channel.channelId)).toMatchObject({
      sessionId,
      connections: [{ connectionId: id, role: 'sendrecv', since: START + 250, audio: 'OPUS', video: 'VP9' }],
    })
  })

  it('of a channel that is not there, deleted or for RTMP is refused', async () => {
    const close = { code: 4490, reason: 'CHANNEL-NOT-FOUND' }
    here.db.prepare("UPDATE channels SET kind = 'rtmp' WHERE id = ?").run(channel.channelId)
    expect(await refused(test.connect(channel))).toEqual(close)
    const other = addWebrtcChannel(here.db, here.system)
    deleteChannel(here.db, other.channelId)
    expect(await refused(test.connect(other))).toEqual(close)
    expect(await refused(test.connect({ ...other, channelId: 'X' as ChannelId }))).toEqual(close)
    expect(test.sfu.asked).toEqual([])
  })

  it('is listed with what it said of its codec', async () => {
    const video = { codec_type: 'AV1', bit_rate: 500, av1_params: { profile: 0 } }
    const { id } = await test.join(channel, { video })
    expect(sfuConnection(id).listed.video).toEqual(video)
  })

  it('that is to stay within one system finds no channel of another', async () => {
    const other = addSystem(here.db)
    const [there, nowhere] = [addWebrtcChannel(here.db, other), { channelId: 'X' }]
    const within = test.sessions.within(here.system.systemId, () => true)
    for (const { channelId } of [there, nowhere]) {
      const close = { code: 4490, reason: 'CHANNEL-NOT-FOUND' }
      expect(await refused(within.connect(connectOf(channelId), new FakePeer()))).toEqual(close)
    }
    expect(test.sfu.asked).toEqual([])
    const peer = new FakePeer()
    await within.connect(connectOf(channel.channelId), peer)
    expect(peer.of('offer')).toHaveLength(1)
  })

  it('that disagrees with the others about spotlight is refused, until they are gone', async () => {
    const { client } = await test.connect(channel, { spotlight: true })
    const close = { code: 4490, reason: 'SPOTLIGHT-MISMATCH' }
    expect(await refused(test.connect(channel))).toEqual(close)
    client.left('NO-ERROR')
    await test.connect(channel)
    expect(await refused(test.connect(channel, { spotlight: true }))).toEqual(close)
  })

  it('is refused where the SFU does not take it', async () => {
    test.sfu.refused.add('connection.open')
    expect(await refused(test.connect(channel))).toEqual({ code: 4490, reason: 'SERVICE-UNAVAILABLE' })
    expect(test.events()).toMatchObject([
      { type: 'connection.failed', data: { message: 'SERVICE-UNAVAILABLE' } },
    ])
    expect(test.sessions.view(channel.channelId).sessionId).toBeNull()
  })

  it('is not taken any more when it was ended while the SFU was asked', async () => {
    test.sfu.isHeld = true
    const connecting = refused(test.connect(channel))
    await turn()
    const closing = test.sessions.closeChannel(channel.channelId, 'channel-deleted')
    test.sfu.release()
    expect(await connecting).toEqual({ code: 1000, reason: 'DISCONNECTED-API' })
    await closing
    expect(test.sfu.bodies('connection.close')).toHaveLength(2)
    expect(types()).toEqual(['connection.failed'])
  })

  it('is ended where its row cannot be written', async () => {
    const { id, peer, client } = await test.connect(channel)
    client.answered('answer')
    await turn()
    here.db.prepare('CREATE TRIGGER full BEFORE INSERT ON connections BEGIN SELECT raise(FAIL, 1); END').run()
    test.sfu.open(id)
    await turn()
    expect(peer.closed).toEqual({ code: 4490, reason: 'SERVICE-UNAVAILABLE' })
    expect(peer.of('notify')).toEqual([])
    expect(types()).toEqual(['connection.failed'])
  })

  it('that ends while the disk is full is written and told once there is room', async () => {
    const disk = fullDisk(here.db)
    const full = new SessionsUnderTest(here.db, here.clock, logger, { transactions: disk.transactions })
    const { id, client } = await full.join(channel)
    disk.isFull = true
    client.left('NO-ERROR')
    await turn()
    expect(full.events().map(({ type }) => type)).toEqual(['connection.created'])
    disk.isFull = false
    here.clock.advance(5_000)
    expect(full.rows()).toMatchObject([{ id, ended_at: START, close_reason: 'client-left' }])
    expect(full.events().map(({ type }) => type)).toEqual(['connection.created', 'connection.destroyed'])
    await full.close()
  })
})

describe('the authentication webhook', () => {
  it('is asked with what the client said, and the counts before it', async () => {
    const [asking, { received }] = await askingChannel({ allowed: true })
    const rules = [[{ field: 'kind', operator: 'is_in', values: ['video'] }]]
    const forwarding_filters = [{ name: 'sound', priority: 1, action: 'block', rules, version: '2' }]
    await test.join(asking, { role: 'sendonly' })
    const { id } = await test.connect(asking, {
      role: 'recvonly',
      client_id: 'c',
      video: false,
      audio: { codec_type: 'OPUS', bit_rate: 64 },
      metadata: { token: 't' },
      sora_client: 'Sora JavaScript SDK 2026.1.0',
      environment: 'Mozilla/5.0',
      data_channel_signaling: true,
      data_channels: [{ label: '#chat', direction: 'sendrecv' }],
      forwarding_filters,
    })
    const body = sfuAuthRequest.parse(JSON.parse(received[1]?.text ?? ''))
    expect(received[1]?.headers['sora-connection-id']).toBe(id)
    expect(received[1]?.headers['webhook-id']).toBe(body.id)
    expect(body).toEqual({
      id: body.id,
      timestamp: AT_START,
      version: '1.2.3',
      label: 'Service SFU',
      node_name: 'airdesk',
      role: 'recvonly',
      channel_id: asking.channelId,
      connection_id: id,
      client_id: 'c',
      multistream: true,
      simulcast: false,
      spotlight: false,
      audio: true,
      audio_codec_type: 'OPUS',
      audio_bit_rate: 64,
      video: false,
      data_channel_signaling: true,
      ignore_disconnect_websocket: false,
      data_channels: [{ label: '#chat', direction: 'sendrecv' }],
      forwarding_filters,
      metadata: { token: 't' },
      e2ee: false,
      sora_client: {
        raw: 'Sora JavaScript SDK 2026.1.0',
        type: 'Sora JavaScript SDK',
        version: '2026.1.0',
        environment: 'Mozilla/5.0',
      },
      channel_connections: 1,
      channel_sendrecv_connections: 0,
      channel_sendonly_connections: 1,
      channel_recvonly_connections: 0,
    })
    expect(test.sfu.bodies('connection.open')[1]).toMatchObject({
      clientId: 'c',
      filters: [{ action: 'block', rules }],
    })
  })

  it.each([
    [
      'Sora C++ SDK 2025.4.0 (8f2f5c61)',
      { type: 'Sora C++ SDK', version: '2025.4.0', commit_short: '8f2f5c61' },
    ],
    ['Sora iOS SDK 2025.2.0', { type: 'Sora iOS SDK', version: '2025.2.0' }],
    ['Sora Unity SDK 2025.1.0 (unknown)', { type: 'Sora Unity SDK', version: '2025.1.0' }],
  ])('is told what a native client says of itself: %s', async (raw, parts) => {
    const [asking, { received }] = await askingChannel({ allowed: true })
    await test.join(asking, { sora_client: raw, libwebrtc: 'M132 (132.6834@{#5} 9bef4b4)' })
    const { sora_client } = sfuAuthRequest.parse(JSON.parse(received[0]?.text ?? ''))
    expect(sora_client).toEqual({ raw, ...parts, libwebrtc: 'M132 (132.6834@{#5} 9bef4b4)' })
  })

  it('that allows may change what the client asked for', async () => {
    const [asking] = await askingChannel({
      allowed: true,
      client_id: 'given',
      bundle_id: 'bundle',
      video_codec_type: 'VP8',
      video_bit_rate: 900,
      simulcast: true,
      simulcast_encodings: [
        { rid: 'r0', active: true, maxBitrate: 100_000 },
        { rid: 'r2', active: false },
      ],
      metadata: { seat: 4 },
      event_metadata: 'hall',
      // Absent, as many libraries write it.
      audio_bit_rate: null,
      spotlight_number: null,
    })
    const { peer } = await test.join(asking)
    expect(peer.of('offer')[0]).toMatchObject({
      client_id: 'given',
      bundle_id: 'bundle',
      video_codec_type: 'VP8',
      video_bit_rate: 900,
      metadata: { seat: 4 },
      encodings: [
        { rid: 'r0', active: true, maxBitrate: 100_000 },
        { rid: 'r2', active: false },
      ],
    })
    expect(test.sfu.bodies('connection.open')).toMatchObject([
      {
        clientId: 'given',
        bundleId: 'bundle',
        video: { codec: 'VP8', bitRate: 900 },
        layers: [
          { rid: 'r0', active: true },
          { rid: 'r2', active: false },
        ],
      },
    ])
    expect(test.events()).toMatchObject([{ event_metadata: 'hall', data: { video_codec_type: 'VP8' } }])
  })

  it.each<[string, unknown, string]>([
    ['refuses with a reason', { allowed: false, reason: 'ホールは満員です' }, 'ホールは満員です'],
    ['refuses without one', { allowed: false }, 'The authentication webhook refused the connection.'],
    ['says the word of another protocol', { allow: true }, 'AUTH-WEBHOOK-ERROR'],
    ['says no boolean', { allowed: 'true' }, 'AUTH-WEBHOOK-ERROR'],
    ['says nothing', [], 'AUTH-WEBHOOK-ERROR'],
    ['overrides with a wrong value', { allowed: true, video_bit_rate: 0 }, 'AUTH-WEBHOOK-ERROR'],
  ])('that %s is what the client is told', async (_, answer, reason) => {
    const [asking] = await askingChannel(answer)
    expect(await refused(test.connect(asking))).toEqual({ code: 4490, reason })
    expect(test.sfu.asked).toEqual([])
    expect(test.events()).toEqual([])
  })

  it('that answers wrongly finds what was wrong in both logs', async () => {
    const [asking] = await askingChannel({ allowed: true, audio: false, audio_bit_rate: 64, client_id: '' })
    await refused(test.connect(asking))
    const text =
      'The answer has members that cannot be used: client_id: must have 1 to 255 bytes; ' +
      'audio_bit_rate: must not be set where audio is false'
    expect(lines.join('')).toContain(text)
    expect(here.db.prepare('SELECT error_text FROM webhook_attempts').pluck().all()).toEqual([text])
  })

  it('that hangs refuses after 5 s', async () => {
    const endpoint = await endpointOf(() => undefined)
    const asking = addWebrtcChannel(here.db, here.system, { auth_webhook_url: endpoint.url })
    const connecting = refused(test.connect(asking))
    await waitFor(() => endpoint.received.length === 1, 'the question')
    here.clock.advance(5_000)
    expect(await connecting).toEqual({ code: 4490, reason: 'AUTH-WEBHOOK-ERROR' })
    expect(endpoint.received).toHaveLength(1)
  })

  it('that answers for a channel deleted meanwhile, or a closed service, takes nobody', async () => {
    const answers: (() => void)[] = []
    const endpoint = await endpointOf((_, response) => answers.push(() => response.end('{"allowed":true}')))
    const asking = addWebrtcChannel(here.db, here.system, { auth_webhook_url: endpoint.url })
    const first = refused(test.connect(asking))
    await waitFor(() => answers.length === 1, 'the question')
    deleteChannel(here.db, asking.channelId)
    answers[0]?.()
    expect(await first).toEqual({ code: 4490, reason: 'CHANNEL-NOT-FOUND' })
    await test.sessions.close()
    expect(await refused(test.connect(channel))).toEqual({ code: 4490, reason: 'SERVICE-UNAVAILABLE' })
  })
})
