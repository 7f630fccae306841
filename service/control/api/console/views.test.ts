import { describe, expect, test } from 'vitest'
import { broadcastStats } from '../../../../test/support/broadcast-stats.ts'
import type { AccessTokenId, ChannelId, ConnectionId, ScheduleId, SystemId } from '../../../contract/ids.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import type { Channel, ChannelSpec } from '../../channel/channel.ts'
import type { ChannelActivity, LiveConnection } from '../../connection/channel-activity.ts'
import type { SfuChannelView, SfuConnectionView } from '../../sfu/dependencies.ts'
import { plannedView, channelView } from './views.ts'

const NOW = 1_800_000_000_000
const CHANNEL = '0123456789ABCDEFGHJKMNPQRS' as ChannelId
const at = (host: string, port: number) => ({ host, port })
const addresses = {
  rtmp: at('127.0.0.1', 1935),
  https: at('127.0.0.1', 8443),
  http: at('127.0.0.1', 8088),
  signaling: at('127.0.0.1', 7443),
}
const webhooks = { auth_webhook_url: '', event_webhook_url: 'https://app.test/hook' }
const webrtcSettings = { ...webhooks, environment: 1 as const }
const hlsSettings = {
  hls: [
    { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } },
    { durationSeconds: 4, startTimeOffset: -2, audio: { bps: 64_000 } },
  ],
  encrypt_key_uri: 'https://member.test/key',
}
type WebrtcSpec = Exclude<ChannelSpec, { kind: 'rtmp' }>
const plain: WebrtcSpec = { kind: 'webrtc', settings: webrtcSettings }
const withHls: WebrtcSpec = { kind: 'webrtc-hls', settings: { ...webrtcSettings, ...hlsSettings } }
const channel: Channel = {
  channelId: CHANNEL,
  systemId: 'S' as SystemId,
  tokenId: 'T' as AccessTokenId,
  tokenName: 'Console',
  madeVia: 'console',
  kind: 'rtmp',
  name: 'Gate',
  label: 'Sites',
  settings: { ...hlsSettings, ...webhooks },
  createdAt: NOW - 3_600_000,
}
const quiet: ChannelActivity = {
  connections: [],
  authorisingSince: null,
  denied: null,
  lastEnd: null,
  sendingSince: null,
  onAirSince: null,
  viewers: 0,
}

function connection(id: string, changes: Partial<LiveConnection> = {}): LiveConnection {
  return {
    connectionId: id as ConnectionId,
    channelId: CHANNEL,
    kind: 'rtmp',
    remoteAddress: '127.0.0.1',
    encoder: 'obs',
    connectedAt: NOW - 10_000,
    playlistReadyAt: NOW - 6000,
    lowLatency: false,
    endedAt: null,
    stats: null,
    ...changes,
  }
}

const nobody: SfuChannelView = { sessionId: null, connections: [] }

function client(id: string, changes: Partial<SfuConnectionView> = {}): SfuConnectionView {
  return {
    connectionId: id as ConnectionId,
    clientId: id,
    role: 'sendrecv',
    remoteAddress: '127.0.0.1',
    client: 'SDK 1',
    since: NOW - 5000,
    audio: 'OPUS',
    video: 'VP9',
    simulcast: false,
    receivedBytes: 1000,
    sentBytes: 2000,
    receivedBps: 8000,
    sentBps: 16_000,
    roundTripMs: 12,
    ...changes,
  }
}
const receiver = { role: 'recvonly', audio: null, video: null } as const

const view = (
  activity: Partial<ChannelActivity>,
  testPicture = false,
  keepsUpSince: EpochMilliseconds | null = 0,
) =>
  channelView({
    channel,
    activity: { ...quiet, ...activity },
    sfu: nobody,
    addresses,
    testPicture,
    publish: null,
    previewToken: null,
    blamed: { since: keepsUpSince, until: null },
    now: NOW,
  })
const webrtcView = (spec: WebrtcSpec, activity: Partial<ChannelActivity>, connections: SfuConnectionView[]) =>
  channelView({
    channel: { ...channel, ...spec },
    activity: { ...quiet, ...activity },
    sfu: connections.length > 0 ? { sessionId: 'SESSION', connections } : nobody,
    addresses,
    testPicture: false,
    publish: null,
    previewToken: null,
    blamed: { since: 0, until: null },
    now: NOW,
  })

describe('a channel in the console', () => {
  test('shows what was made, with addresses as encoders and players want them', () => {
    expect(view({})).toMatchObject({
      channelId: CHANNEL,
      name: 'Gate',
      label: 'Sites',
      encrypted: true,
      hasAuthWebhook: false,
      hasEventWebhook: true,
      kind: 'rtmp',
      rtmp: {
        ingestUrl: `rtmp://127.0.0.1:1935/${CHANNEL}`,
        ingestServer: 'rtmp://127.0.0.1:1935/',
        ingestKey: CHANNEL,
        playlistUrl: `https://127.0.0.1:8443/${CHANNEL}/index.m3u8`,
        previewUrl: `http://127.0.0.1:8088/preview/${CHANNEL}/index.m3u8`,
      },
      webrtc: null,
      state: 'idle',
      stateSince: channel.createdAt,
      lastClose: null,
      onAirSince: null,
      connections: [],
      findings: [],
    })
    const { rtmp } = view({})
    expect(`${rtmp?.ingestServer}${rtmp?.ingestKey}`).toBe(rtmp?.ingestUrl)
  })

  test('finds nothing that an encoder could mend in a test picture', () => {
    const { arrived, ...stats } = broadcastStats({ lastMediaAt: NOW })
    const paused = { ...stats, arrived: { ...arrived, lastPause: { at: NOW - 8000, ms: 4000 } } }
    const seen = { connections: [connection('A', { connectedAt: NOW - 60_000, stats: paused })] }
    const codes = (testPicture: boolean) => view(seen, testPicture).findings.map(({ code }) => code)
    expect(codes(false)).toEqual(['no-audio', 'network-gap'])
    expect(codes(true)).toEqual(['no-audio'])
  })

  test('blames no encoder while this computer is too busy', () => {
    const { arrived, ...stats } = broadcastStats({ lastMediaAt: NOW })
    const paused = { ...stats, arrived: { ...arrived, lastPause: { at: NOW - 8000, ms: 4000 } } }
    const seen = { connections: [connection('A', { connectedAt: NOW - 60_000, stats: paused })] }
    const codes = (since: number | null) => view(seen, false, since).findings.map(({ code }) => code)
    expect(codes(null)).toEqual(['no-audio'])
    expect(codes(NOW - 5)).toEqual(['no-audio', 'network-gap'])
  })

  test('of WebRTC shows where clients signal', () => {
    expect(webrtcView(plain, {}, [])).toMatchObject({
      kind: 'webrtc',
      rtmp: null,
      webrtc: {
        sfuUrl: 'wss://127.0.0.1:7443/signaling',
        environment: 1,
        sessionId: null,
        connections: [],
        hls: null,
      },
      renditions: [],
      encrypted: false,
      hasAuthWebhook: false,
      hasEventWebhook: true,
      state: 'idle',
      stateSince: channel.createdAt,
    })
  })

  test('of WebRTC with HLS shows its playlist too, and what becomes of who sends', () => {
    const seen = {
      connections: [connection('A', { kind: 'webrtc-hls', connectedAt: NOW - 1000 })],
      onAirSince: NOW - 6000,
    }
    expect(webrtcView(withHls, seen, [client('A')])).toMatchObject({
      kind: 'webrtc-hls',
      rtmp: null,
      webrtc: {
        hls: {
          playlistUrl: `https://127.0.0.1:8443/${CHANNEL}/index.m3u8`,
          previewUrl: `http://127.0.0.1:8088/preview/${CHANNEL}/index.m3u8`,
        },
      },
      renditions: hlsSettings.hls,
      encrypted: true,
      state: 'playable',
      onAirSince: NOW - 6000,
    })
    expect(webrtcView(withHls, {}, [client('A')]).state).toBe('idle')
  })

  test('of WebRTC lists its connections, in the order in which they came', () => {
    const both = [client('A', { clientId: 'studio', simulcast: true }), client('B', receiver)]
    expect(webrtcView(plain, {}, both).webrtc).toMatchObject({ sessionId: 'SESSION', connections: both })
  })

  test.each([
    ['nobody who sends', {}, 'idle', channel.createdAt],
    ['who sends', { sendingSince: NOW - 9 }, 'receiving', NOW - 9],
    ['what came of who sends', { sendingSince: NOW - 9, onAirSince: NOW - 8 }, 'playable', NOW - 8],
  ] as const)('of WebRTC without HLS is in a state by %s', (_name, activity, state, since) => {
    const seen = webrtcView(plain, activity, [client('A', receiver)])
    expect([seen.state, seen.stateSince]).toEqual([state, since])
    expect(seen.onAirSince).toBe('onAirSince' in activity ? activity.onAirSince : null)
  })

  test('lists who sends, and since when somebody can be seen', () => {
    const newest = connection('N', { playlistReadyAt: null, connectedAt: NOW - 1000 })
    const older = connection('O')
    const gone = connection('G', { endedAt: NOW - 500, playlistReadyAt: NOW - 60_000 })
    const both = view({ connections: [newest, older, gone], onAirSince: NOW - 60_000, viewers: 3 }, true)
    expect(both.connections.map(({ connectionId, playlistUrl }) => [connectionId, playlistUrl])).toEqual([
      ['N', null],
      ['O', `https://127.0.0.1:8443/${CHANNEL}/O/index.m3u8`],
    ])
    expect([both.onAirSince, both.viewers, both.testPicture]).toEqual([NOW - 60_000, 3, true])
  })

  test('says how it last ended, or that it was refused since', () => {
    const lastEnd = { at: NOW - 2000, reason: 'client-lost' as const }
    const denied = {
      at: NOW - 1000,
      reason: 'denied' as const,
      said: 'Not today.',
      failure: null,
      unsupported: null,
    }
    expect(view({ lastEnd }).lastClose).toEqual({
      reason: 'client-lost',
      said: null,
      failure: null,
      unsupported: null,
      at: NOW - 2000,
    })
    expect(view({ lastEnd, denied }).lastClose).toEqual(denied)
    expect(view({ lastEnd, denied: { ...denied, at: NOW - 3000 } }).lastClose).toMatchObject({
      reason: 'client-lost',
    })
  })
})

test('a schedule that is waited for has its channel, unless that was deleted', () => {
  const known = {
    scheduleId: 'P' as ScheduleId,
    name: 'Town hall',
    startsAt: NOW,
    endsAt: NOW + 1,
    channelId: CHANNEL,
  }
  const more = { systemId: channel.systemId, renditions: [], createdAt: 0, createdByName: '' }
  const schedule = { ...known, ...more }
  expect(plannedView(schedule, { find: () => channel })).toEqual(known)
  expect(plannedView(schedule, { find: () => null })).toEqual({ ...known, channelId: null })
})
