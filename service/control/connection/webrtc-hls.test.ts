import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import {
  addSystem,
  addWebrtcHlsChannel,
  channelSource,
  deleteChannel,
} from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import { LiveError } from '../../contract/errors.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { IngestRequests } from '../../contract/worker-protocol.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { connectionStore } from '../store/connections.ts'
import type { Database } from '../store/database.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import { LiveBroadcasts } from './broadcasts.ts'
import { GRACE_LIMIT } from './channel-broadcasts.ts'
import type { WebrtcHlsChannel } from './dependencies.ts'
import { WebrtcHls } from './webrtc-hls.ts'

const EVENTS = 'http://127.0.0.1:9/'
const CLIENT = { remoteAddress: '10.0.0.9', encoder: 'Sora JavaScript SDK' }
let clock: ManualClock
let db: Database
let broadcasts: LiveBroadcasts
let hls: WebrtcHls
let channel: WebrtcHlsChannel
let recordings: ReturnType<typeof toldRecordings>
let ingest: ReturnType<typeof standIn>
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The ingest process as control sees it. */
function standIn() {
  const listeners = new Set<() => void>()
  const opened: IngestRequests['relay.open'][0][] = []
  const closed: unknown[][] = []
  return {
    opened,
    closed,
    ingestState: 'running',
    become(state: string) {
      this.ingestState = state
      for (const listener of listeners) listener()
    },
    onIngestState(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async openRelay(request: IngestRequests['relay.open'][0]) {
      if (this.ingestState !== 'running') throw new LiveError('ServiceUnavailable')
      opened.push(request)
      return { pipe: 'pipe', token: `token ${opened.length}` }
    },
    closeConnection: async (...args: unknown[]) => void closed.push(args),
    closeChannel: async () => undefined,
  }
}

beforeEach(() => {
  clock = new ManualClock(1_000_000)
  db = openTestDatabase()
  const logger = createLogger('silent')
  const { auth, outbox } = webhookParts(db, clock)
  ingest = standIn()
  recordings = toldRecordings()
  broadcasts = new LiveBroadcasts({
    ...{ channels: channelSource(db), connections: connectionStore(db), keys: encryptionKeyStore(db) },
    recordings,
    ...{ transactions: db, auth, events: outbox, media: ingest, renditionPlan: () => [], clock, logger },
  })
  hls = new WebrtcHls({ broadcasts, media: ingest, clock, logger })
  channel = addWebrtcHlsChannel(db, addSystem(db), {
    ...{ event_webhook_url: EVENTS, encrypt_key_uri: 'https://keys.example/' },
  })
})
afterEach(async () => {
  hls.close()
  await broadcasts.close()
  db.close()
})

const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
const activity = () => broadcasts.activity(channel.channelId)
async function open(): Promise<ConnectionId> {
  const connectionId = newId<ConnectionId>()
  expect(await hls.open(channel, connectionId, CLIENT)).toMatchObject({ pipe: 'pipe' })
  return connectionId
}

describe('a WebRTC connection', () => {
  it('is on air like others, with a key of its own, and without a row, an event or minutes', async () => {
    const connectionId = await open()
    const { channelId } = channel
    const keyUri = expect.stringMatching(/^https:\/\/keys\.example\/\?kid=/) as string
    expect(ingest.opened).toMatchObject([{ channelId, connectionId, encryption: { keyUri } }])
    expect(activity().connections).toMatchObject([{ connectionId, kind: 'webrtc-hls', ...CLIENT }])
    clock.advance(180_000)
    broadcasts.connectionStats({ connections: [broadcastStats({ connectionId })] })
    await settled()
    expect(activity().connections[0]?.stats).not.toBeNull()
    hls.closed(connectionId, 'client-left', 7)
    await settled()
    expect([count('connections'), count('webhook_events'), count('encryption_keys')]).toEqual([0, 0, 1])
  })

  it('is listed when its playlist is ready, which is told once', async () => {
    const ready: unknown[] = []
    hls.onPlaylistReady((...args) => ready.push(args))
    const connectionId = await open()
    expect(broadcasts.withPlaylist(channel.channelId)).toEqual([])
    for (let i = 0; i < 2; i++) broadcasts.playlistReady({ connectionId })
    await settled()
    expect(broadcasts.withPlaylist(channel.channelId)).toMatchObject([{ connectionId }])
    expect(ready).toEqual([[connectionId, channel.channelId]])
  })

  it('is recorded where its channel is archived, anew in each ingest process', async () => {
    const hlsOf = { durationSeconds: 2, startTimeOffset: -2, audio: {} }
    const archived = addWebrtcHlsChannel(db, addSystem(db), {
      hls: [{ ...hlsOf, archive: { archive_destination_id: 'destination' } }],
    })
    const connectionId = newId<ConnectionId>()
    await hls.open(archived, connectionId, CLIENT)
    ingest.become('restarting')
    broadcasts.ingestLost('worker-lost')
    ingest.become('running')
    await settled()
    const plan = { recordingId: `${connectionId}-0`, rendition: 0 }
    expect(ingest.opened).toMatchObject([{ recordings: [plan] }, { recordings: [plan] }])
    expect(recordings.told).toEqual([['writerGone'], ['connectionOver', connectionId]])
  })

  it('that ends stays until its playlist has, and the ingest process is told', async () => {
    const connectionId = await open()
    hls.closed(connectionId, 'client-left', 7)
    hls.closed(connectionId, 'client-left', 7)
    await settled()
    expect(ingest.closed).toEqual([[connectionId, 'client-left']])
    expect(activity()).toMatchObject({ connections: [{ endedAt: clock.now() }] })
    clock.advance(GRACE_LIMIT)
    await settled()
    expect(activity()).toMatchObject({ connections: [], lastEnd: { reason: 'client-left' } })
  })

  it('gets another place when the ingest process died, and another key', async () => {
    const places: unknown[] = []
    const ready: unknown[] = []
    hls.onReopened((_channel, ...args) => places.push(args))
    hls.onPlaylistReady((id) => ready.push(id))
    const [kept, ended] = [await open(), await open()]
    broadcasts.playlistReady({ connectionId: kept })
    await settled()
    ingest.become('restarting')
    broadcasts.ingestLost('worker-lost')
    await settled()
    expect(activity()).toMatchObject({ connections: [], lastEnd: { reason: 'worker-lost' } })
    hls.closed(ended, 'client-left', 0)
    ingest.become('running')
    await settled()
    await settled()
    expect(places).toEqual([[kept, { pipe: 'pipe', token: 'token 3' }]])
    expect(activity().connections).toMatchObject([{ connectionId: kept, playlistReadyAt: null }])
    expect(new Set(ingest.opened.map(({ encryption }) => encryption?.keyHex)).size).toBe(3)
    broadcasts.playlistReady({ connectionId: kept })
    await settled()
    expect(broadcasts.withPlaylist(channel.channelId)).toHaveLength(1)
    expect(ready).toEqual([kept])
  })

  it('waits for an ingest process that is being started again, but not for ever', async () => {
    ingest.become('restarting')
    const waits = open()
    await settled()
    expect(ingest.opened).toEqual([])
    ingest.become('running')
    await waits
    expect(ingest.opened).toHaveLength(1)
    ingest.become('restarting')
    const fails = hls.open(channel, newId<ConnectionId>())
    fails.catch(() => undefined)
    clock.advance(10_000)
    await expect(fails).rejects.toThrow(LiveError)
  })

  it('of a deleted channel gets no place', async () => {
    deleteChannel(db, channel.channelId)
    expect(await hls.open(channel, newId<ConnectionId>())).toBeNull()
    expect(ingest.opened).toEqual([])
  })

  it('does not make its channel one that encoders may publish to', async () => {
    const request = { channelId: channel.channelId, remoteAddress: '', encoder: '' }
    expect(await broadcasts.authorize(request, { alive: true })).toMatchObject({
      closeReason: 'unknown-channel',
    })
  })
})
