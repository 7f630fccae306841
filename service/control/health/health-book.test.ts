import { beforeEach, describe, expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import { SetClock } from '../../../test/support/set-clock.ts'
import type { AccessTokenId, ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import { renditionsSchema } from '../../contract/rendition.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Channel } from '../channel/channel.ts'
import type { ChannelActivity, LiveConnection } from '../connection/channel-activity.ts'
import type { SfuConnectionView } from '../sfu/dependencies.ts'
import type { HealthJournal } from './journal.ts'
import { HealthBook, KEPT_ENDED } from './health-book.ts'

const NOTHING: ChannelActivity = {
  ...{ connections: [], authorisingSince: null, denied: null, lastEnd: null },
  ...{ sendingSince: null, onAirSince: null, viewers: 0 },
}
const hls = renditionsSchema.parse([
  { durationSeconds: 2, startTimeOffset: -2, video: { width: 640, height: 360, fps: 30, bps: 800_000 } },
])
const known = {
  ...{ systemId: 'S' as SystemId, tokenId: 'T' as AccessTokenId, tokenName: '', madeVia: 'api' as const },
  ...{ name: '', label: '', createdAt: 0 },
}
const webhooks = { auth_webhook_url: '', event_webhook_url: '' }
const rtmp = (channelId: string): Channel => ({
  ...{ ...known, channelId: channelId as ChannelId, kind: 'rtmp' as const },
  settings: { ...webhooks, hls, encrypt_key_uri: '' },
})
const webrtc: Channel = {
  ...{ ...known, channelId: 'W' as ChannelId, kind: 'webrtc' as const },
  settings: { ...webhooks, environment: 0 },
}

let clock: SetClock
let testPicture: boolean
let keepsUpSince: number | null
let book: HealthBook
let tell: (channelId: ChannelId) => void
let tellWebrtc: (channelId: ChannelId) => void
let activities: Map<string, ChannelActivity>
let clients: SfuConnectionView[]
let start: number
/** What is written down, in its order. */
let written: string[]
let isDiskFull: boolean
function write(line: string): number {
  if (isDiskFull) throw new Error('database or disk is full')
  return written.push(line)
}
const journal: HealthJournal = {
  begin: (channelId) => write(`begin ${channelId}`),
  add: (session, { kind }) => void write(`${session} ${kind}`),
  end: (session, at) => void write(`${session} end ${at - start}`),
  endOpen: () => void written.push('end open'),
  list: () => [],
  ofSchedules: () => [],
  events: () => [],
}

beforeEach(() => {
  clock = new SetClock()
  testPicture = false
  keepsUpSince = 0
  start = clock.now()
  activities = new Map()
  clients = []
  written = []
  isDiskFull = false
  book = new HealthBook({
    channels: { find: (id) => (id === 'W' ? webrtc : rtmp(id)) },
    broadcasts: {
      activity: (id) => activities.get(id) ?? NOTHING,
      onChange: (listener) => {
        tell = listener
        return () => undefined
      },
    },
    webrtc: {
      view: () => ({ sessionId: null, connections: clients }),
      onChange: (listener) => {
        tellWebrtc = listener
        return () => undefined
      },
    },
    testPictures: { testPictureRunning: () => testPicture },
    load: {
      get blamed() {
        return { since: keepsUpSince, until: null }
      },
    },
    clock,
    journal,
    logger: createLogger('silent'),
  })
})

const connection = (change: Partial<LiveConnection> = {}): LiveConnection => ({
  ...{ connectionId: 'N' as ConnectionId, channelId: 'C' as ChannelId, kind: 'rtmp', encoder: '' },
  ...{
    remoteAddress: '10.0.0.1:5000',
    connectedAt: start,
    playlistReadyAt: start,
    lowLatency: false,
    endedAt: null,
    stats: null,
  },
  ...change,
})
function become(change: Partial<ChannelActivity>, channelId = 'C'): void {
  activities.set(channelId, { ...NOTHING, ...change })
  tell(channelId as ChannelId)
}
/** A second of 800 kbit/s of pictures and 96 of sound. */
function second(count: number, change: Partial<ConnectionStats> = {}): void {
  clock.advance(1000)
  const arrived = {
    ...{ at: clock.now(), videoBytes: count * 100_000, audioBytes: count * 12_000, videoFrames: count * 25 },
    ...{ lastPause: null, driftMs: count > 5 ? count : null },
  }
  const stats = broadcastStats({ lastMediaAt: clock.now(), arrived, ...change })
  become({ connections: [connection({ stats })] })
}
const view = (since = 0) => book.view(rtmp('C'), since)
const happened = () => view().events.map(({ id: _, ...event }) => event)

it('knows nothing before the first connection but what it would be judged by', () => {
  expect(view()).toEqual({
    ...{ now: start, kind: 'media', startedAt: null, endedAt: null, events: [], findings: [] },
    targets: { videoBps: 800_000, frameRate: null, keyFrames: 2, drift: 200 },
    recent: { at: [], values: { video: [], audio: [], frameRate: [], keyFrames: [], drift: [] } },
    session: { at: [], values: { video: [], audio: [], frameRate: [], keyFrames: [], drift: [] } },
  })
})

it('measures each second what came since the one before', () => {
  for (let i = 1; i <= 6; i++) second(i)
  expect(view().startedAt).toBe(start + 1000)
  expect(view().recent.values).toMatchObject({
    video: [null, ...Array<number>(5).fill(800_000)],
    audio: [null, ...Array<number>(5).fill(96_000)],
    frameRate: [null, ...Array<number>(5).fill(25)],
    keyFrames: Array<number>(6).fill(2),
    drift: [...Array<null>(5).fill(null), 6],
  })
  tell('C' as ChannelId)
  expect(view().recent.at, 'a change of something else is no measurement').toHaveLength(6)
  expect(view(start + 5000).recent.at).toEqual([start + 5000, start + 6000])
})

it('tells what happened and when: connections, states and restarts of the transcoder', () => {
  second(1)
  clock.advance(3000)
  tell('C' as ChannelId)
  second(5, { transcoderRestarts: 1 })
  const end = { at: clock.now() + 500, reason: 'client-lost' } as const
  clock.advance(1000)
  become({ connections: [connection({ endedAt: end.at })], lastEnd: end })
  expect(happened().filter(({ kind }) => !kind.startsWith('finding'))).toEqual([
    { at: start, kind: 'connection-opened', connectionId: 'N', remoteAddress: '10.0.0.1:5000' },
    { at: start, kind: 'state', state: 'playable' },
    { at: start + 4000, kind: 'state', state: 'starving' },
    { at: start + 5000, kind: 'transcoder-restarted' },
    { at: start + 5000, kind: 'state', state: 'playable' },
    { at: end.at, kind: 'connection-closed', connectionId: 'N', reason: 'client-lost' },
    { at: end.at, kind: 'state', state: 'reconnecting' },
  ])
})

it('keeps findings of the session from when to when; one that comes again is another', () => {
  const seldom = { video: { ...broadcastStats().video, keyFrameIntervalSeconds: 8 } } as ConnectionStats
  second(1)
  second(2, seldom)
  second(3)
  second(4, seldom)
  const found = { code: 'keyframe-interval', severity: 'warn', values: { interval: 8, target: 2 } }
  expect(view().findings).toEqual([
    { ...found, since: start + 4000, clearedAt: null, withdrawn: false },
    { ...found, since: start + 2000, clearedAt: start + 3000, withdrawn: false },
  ])
  expect(happened().map(({ kind }) => kind)).toEqual([
    ...['connection-opened', 'state', 'finding-raised', 'finding-cleared', 'finding-raised'],
  ])
})

it('finds nothing that an encoder could mend where this computer sends itself', () => {
  const seldom = { video: { ...broadcastStats().video, keyFrameIntervalSeconds: 8 } } as ConnectionStats
  testPicture = true
  second(1, seldom)
  expect(view().findings).toEqual([])
  testPicture = false
  second(2, seldom)
  expect(view().findings).toMatchObject([{ code: 'keyframe-interval' }])
})

it('blames no encoder while this computer is too busy; what holds afterwards is found since then', () => {
  const seldom = { video: { ...broadcastStats().video, keyFrameIntervalSeconds: 8 } } as ConnectionStats
  second(1, seldom)
  const before = { code: 'keyframe-interval', since: clock.now() }
  keepsUpSince = null
  second(2, seldom)
  expect(view().findings).toMatchObject([{ ...before, clearedAt: clock.now(), withdrawn: true }])
  expect(happened().at(-1)).toMatchObject({ kind: 'finding-cleared', withdrawn: true })
  keepsUpSince = clock.now() + 1000
  second(3, seldom)
  expect(view().findings).toMatchObject([
    { code: 'keyframe-interval', since: keepsUpSince, clearedAt: null, withdrawn: false },
    before,
  ])
})

describe('a session', () => {
  it('goes on while the encoder comes back, and ends with the playlist', () => {
    second(1)
    become({ connections: [connection({ endedAt: clock.now() })] })
    second(1)
    become({})
    expect(view()).toMatchObject({ startedAt: start + 1000, endedAt: start + 2000 })
    expect(view().recent.at).toHaveLength(2)
    second(1)
    expect(view()).toMatchObject({ startedAt: start + 3000, endedAt: null })
    expect(view().recent.at).toHaveLength(1)
  })

  it('that is over is kept until enough others are', () => {
    for (let i = 0; i <= KEPT_ENDED; i++) {
      const id = `C${i}`
      become({ connections: [connection({ channelId: id as ChannelId })] }, id)
      become({}, id)
    }
    expect(book.view(rtmp('C0'), 0).startedAt).toBeNull()
    expect(book.view(rtmp('C1'), 0).startedAt).toBe(start)
  })
})

const client = (connectionId: string, receivedBytes: number, sentBytes: number): SfuConnectionView => ({
  ...{
    connectionId: connectionId as ConnectionId,
    clientId: '',
    role: 'sendrecv',
    remoteAddress: '10.0.0.2',
  },
  ...{ client: '', since: start, audio: 'OPUS', video: 'VP8', simulcast: false, receivedBytes, sentBytes },
  ...{ receivedBps: null, sentBps: null, roundTripMs: null },
})

it('sums what WebRTC clients send and get, each second', () => {
  clients = [client('A', 1000, 0)]
  activities.set('W', { ...NOTHING, sendingSince: start })
  tellWebrtc('W' as ChannelId)
  activities.set('W', { ...NOTHING, sendingSince: start, onAirSince: start + 500 })
  // Its owner tells of that too; it is no other session for it.
  tell('W' as ChannelId)
  clock.advance(1000)
  clients = [client('A', 126_000, 500), client('B', 1_000_000, 0)]
  clock.advance(1000)
  clients = [client('B', 1_250_000, 125_000)]
  clock.advance(1000)
  const { recent, events, kind } = book.view(webrtc, 0)
  expect(kind).toBe('webrtc')
  expect(recent.values).toEqual({ received: [0, 1_000_000, 2_000_000], sent: [0, 4000, 1_000_000] })
  expect(events.map((event) => (event.kind === 'state' ? event.state : event.kind))).toEqual([
    ...['connection-opened', 'receiving', 'playable', 'connection-opened', 'connection-closed'],
  ])
})

it('goes on summing where the clock is set back', () => {
  clients = [client('A', 0, 0)]
  activities.set('W', { ...NOTHING, sendingSince: start })
  tellWebrtc('W' as ChannelId)
  clock.advance(1000)
  clock.step = -3_600_000
  clock.advance(1000)
  clients = [client('A', 125_000, 0)]
  clock.advance(1000)
  expect(book.view(webrtc, 0).recent.values['received']?.at(-1)).toBe(1_000_000)
})

it('writes down what happens as it happens, each session from its first connection to its end', () => {
  expect(written).toEqual(['end open'])
  second(1)
  const opened = ['end open', 'begin C', '2 connection-opened', '2 state']
  expect(written).toEqual(opened)
  second(2)
  expect(written, 'a measurement is nothing that happened').toEqual(opened)
  clock.advance(1000)
  become({ lastEnd: { at: clock.now(), reason: 'client-closed' } })
  expect(written.slice(opened.length)).toEqual(['2 connection-closed', '2 state', '2 end 3000'])
  second(3)
  expect(written.slice(-3)).toEqual(['begin C', '8 connection-opened', '8 state'])
})

it('goes on where the disk is full, before or in the middle of a session', () => {
  isDiskFull = true
  second(1)
  const [opened] = happened()
  expect(opened).toMatchObject({ kind: 'connection-opened' })
  isDiskFull = false
  become({})
  expect(view().endedAt).not.toBeNull()
  expect(written).toEqual(['end open'])
  second(1)
  isDiskFull = true
  become({})
  expect(view().endedAt).not.toBeNull()
  expect(written).toEqual(['end open', 'begin C', '2 connection-opened', '2 state'])
})
