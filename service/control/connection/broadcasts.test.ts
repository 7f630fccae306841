import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import {
  addChannel,
  addSystem,
  addWebrtcHlsChannel,
  deleteChannel,
  type SystemRows,
} from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { answerJson, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, Respond } from '../../../test/support/http-endpoint.ts'
import { IngestInMemory } from '../../../test/support/ingest-in-memory.ts'
import { OPEN_DOOR } from '../../../test/support/open-door.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { rtmpEvent } from '../../contract/webhook-bodies.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import { createLogger } from '../../platform/logger.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import { connectionStore } from '../store/connections.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import type { LiveParts, RtmpChannel } from './dependencies.ts'
import { GRACE_LIMIT } from './live-channel.ts'
import { LiveChannels } from './live-channels.ts'
import { Publishers } from './publishers.ts'
import type { PublishReply } from './publishers.ts'

const EVENTS = 'http://127.0.0.1:9/events'
const START = Date.parse('2026-01-01T00:00:00Z')
let clock: ManualClock
let db: Database
let system: SystemRows
let broadcasts: LiveChannels
let publishers: Publishers
let process: IngestInMemory
let ingest: IngestInMemory['topics']
let run: { alive: boolean }
const [lines, endpoints]: [string[], HttpEndpoint[]] = [[], []]

beforeEach(() => {
  clock = new ManualClock(START)
  db = openTestDatabase()
  system = addSystem(db)
  lines.length = 0
  run = { alive: true }
  broadcasts = create()
})
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.close()
  broadcasts.close()
  db.close()
})

function create(change: Partial<LiveParts> = {}): LiveChannels {
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const webhooks = webhookParts(db, clock, logger)
  process = new IngestInMemory()
  ingest = process.topics
  const parts: LiveParts = {
    channels: channelRepository(db),
    connections: connectionStore(db),
    keys: encryptionKeyStore(db),
    ...{ recordings: toldRecordings(), transactions: db, media: process, ingest, door: OPEN_DOOR },
    ...{ auth: webhooks.auth, events: webhooks.outbox },
    renditionPlan: ({ settings }) =>
      settings.hls.map(({ durationSeconds, startTimeOffset }) => ({
        ...{ segmentSeconds: durationSeconds, startTimeOffset, video: null, audio: null },
      })),
    ...{ clock, logger, ...change },
  }
  const live = new LiveChannels(parts)
  publishers = new Publishers(parts, live)
  return live
}

async function endpointOf(respond: Respond): Promise<HttpEndpoint> {
  const endpoint = await startEndpoint(respond)
  endpoints.push(endpoint)
  return endpoint
}

const publish = (channelId: string) =>
  publishers.authorize({ channelId, query: '', remoteAddress: '10.0.0.7', encoder: 'OBS 29' }, run)

async function accepted(channel: RtmpChannel): Promise<ConnectionId> {
  const reply = await publish(channel.channelId)
  if (!reply.allow) throw new Error(reply.reason)
  return reply.connectionId
}

/** What was told to the owners has been handled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const rows = () => db.prepare('SELECT * FROM connections ORDER BY rowid').all()
const row = (id: ConnectionId) => db.prepare('SELECT * FROM connections WHERE id = ?').get(id)
const events = () =>
  db
    .prepare<[], string>("SELECT body FROM webhook_events WHERE kind = 'event' ORDER BY sequence")
    .pluck()
    .all()
    .map((body) => rtmpEvent.parse(JSON.parse(body)))
const types = () => events().map(({ type }) => type.replace('connection.', ''))
const minutes = () => events().flatMap((event) => ('data' in event ? [event.data.minutes] : []))
const report = (...connections: ConnectionStats[]) => ingest.tell('connection.stats', { connections })
const statsOf = (connectionId: ConnectionId, change: Partial<ConnectionStats> = {}) =>
  broadcastStats({ connectionId, lastMediaAt: clock.now(), ...change })
const end = async (
  connectionId: ConnectionId,
  receivedBytes = 5000,
  reason: CloseReason = 'client-closed',
) => {
  ingest.tell('connection.closed', { connectionId, reason, receivedBytes })
  await settled()
}

describe('a publisher', () => {
  it('of an unknown channel is refused; a flood of them is logged once in 10 s', async () => {
    const refused: PublishReply = {
      allow: false,
      reason: 'No channel has this publishing address.',
      closeReason: 'unknown-channel',
    }
    for (let i = 0; i < 50; i++) expect(await publish(`nonsense-${i}`)).toEqual(refused)
    expect(lines).toHaveLength(1)
    clock.advance(10_000)
    await publish('')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('"unlogged":49')
    const channel = addChannel(db, system)
    deleteChannel(db, channel.channelId)
    expect(await publish(channel.channelId)).toEqual(refused)
    expect(rows()).toEqual([])
    // 52 tries within a minute; the key itself is kept nowhere.
    const seen = { remoteAddress: '10.0.0.7', encoder: 'OBS 29', tries: 52, since: clock.now() - 10_000 }
    expect(publishers.unknownKey()).toEqual(seen)
  })

  it('of a channel for browsers is refused, also while one sends to it', async () => {
    const channel = addWebrtcHlsChannel(db, system)
    expect(await publish(channel.channelId)).toMatchObject({ allow: false, closeReason: 'unknown-channel' })
    broadcasts.of(channel)
    expect(await publish(channel.channelId)).toMatchObject({ allow: false, closeReason: 'unknown-channel' })
    expect(rows()).toEqual([])
  })

  it('is accepted, written and announced', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const reply = await publish(channel.channelId)
    expect(reply).toEqual({
      allow: true,
      connectionId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) as string,
      systemId: system.systemId,
      renditions: [{ segmentSeconds: 2, startTimeOffset: -2, video: null, audio: null }],
      encryption: null,
      recordings: [],
    })
    const connectionId = reply.allow ? reply.connectionId : ''
    expect(rows()).toMatchObject([
      {
        id: connectionId,
        channel_id: channel.channelId,
        remote_address: '10.0.0.7',
        encoder: 'OBS 29',
        created_at: START,
        minutes: 0,
        received_bytes: 0,
        playlist_ready_at: null,
        ended_at: null,
        close_reason: null,
      },
    ])
    expect(events()).toEqual([
      {
        type: 'connection.created',
        channel_id: channel.channelId,
        connection_id: connectionId,
        timestamp: '2026-01-01T00:00:00.000Z',
        label: 'Service RTMP',
        role: 'rtmprelay',
      },
    ])
    expect(broadcasts.activity(channel.channelId)).toMatchObject({
      connections: [{ connectionId, connectedAt: START, endedAt: null, playlistReadyAt: null, stats: null }],
      authorisingSince: null,
      denied: null,
      lastEnd: null,
    })
  })

  it('gets an id of its own each time', async () => {
    const channels = [addChannel(db, system), addChannel(db, system)]
    const ids: string[] = []
    for (const channel of [...channels, ...channels]) ids.push(await accepted(channel))
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(rows()).toMatchObject(ids.map((id) => ({ id })))
  })

  it('of a channel without event webhook is not announced', async () => {
    const id = await accepted(addChannel(db, system))
    await end(id)
    expect(events()).toEqual([])
  })

  it('of an encrypted channel gets a key of its own, which only its system finds', async () => {
    const uri = 'https://keys.example/k?user=1'
    const channel = addChannel(db, system, { encrypt_key_uri: uri })
    const replies = [await publish(channel.channelId), await publish(channel.channelId)]
    const keys = encryptionKeyStore(db)
    const found = replies.map((reply) => {
      if (!reply.allow || !reply.encryption) throw new Error('not encrypted')
      const { keyHex, keyUri } = reply.encryption
      const kid = new URL(keyUri).searchParams.get('kid') ?? ''
      expect(keyUri).toBe(`${uri}&kid=${kid}`)
      expect(keyHex).toMatch(/^[0-9a-f]{32}$/)
      expect(keys.find(system.systemId, kid)).toBe(keyHex)
      expect(keys.find(addSystem(db).systemId, kid)).toBeNull()
      return keyHex
    })
    expect(new Set(found).size).toBe(2)
    expect(keys.find(system.systemId, 'unknown')).toBeNull()
    expect(lines.join('')).not.toContain(found[0])
  })

  it('is not taken when it cannot be written; nothing of it is left', async () => {
    const keys = {
      insert: () => {
        throw new Error('database or disk is full')
      },
    }
    broadcasts.close()
    broadcasts = create({ keys })
    const settings = { encrypt_key_uri: 'https://keys.example/', event_webhook_url: EVENTS }
    const channel = addChannel(db, system, settings)
    expect(await publish(channel.channelId)).toEqual({
      allow: false,
      reason: 'The service could not take the connection.',
      closeReason: 'service-failed',
    })
    expect(rows()).toEqual([])
    expect(events()).toEqual([])
    expect(broadcasts.activity(channel.channelId)).toMatchObject({
      connections: [],
      authorisingSince: null,
      denied: { reason: 'service-failed' },
    })
  })
})

describe('the authentication webhook', () => {
  it('refuses: the encoder hears its reason, nothing is written', async () => {
    const { url } = await endpointOf(answerJson({ allow: false, reason: 'Not today' }))
    const settings = { auth_webhook_url: url, event_webhook_url: EVENTS }
    const channel = addChannel(db, system, settings)
    expect(await publish(channel.channelId)).toEqual({
      allow: false,
      reason: 'Not today',
      closeReason: 'denied',
    })
    expect(rows()).toEqual([])
    expect(events()).toEqual([])
    expect(broadcasts.activity(channel.channelId).denied).toEqual({
      at: START,
      reason: 'denied',
      ...{ said: 'Not today', failure: null, unsupported: null },
    })
  })

  it('is asked with the id that the connection then has', async () => {
    const endpoint = await endpointOf(answerJson({ allow: true }))
    const channel = addChannel(db, system, { auth_webhook_url: endpoint.url })
    const connectionId = await accepted(channel)
    expect(JSON.parse(endpoint.received[0]?.text ?? '')).toMatchObject({
      channel_id: channel.channelId,
      connection_id: connectionId,
    })
  })

  it('holds up neither other publishers nor the channel itself', async () => {
    const answers: (() => void)[] = []
    const { url } = await endpointOf((_request, response) => {
      answers.push(() => response.end('{"allow":true}'))
    })
    const slow = addChannel(db, system, { auth_webhook_url: url })
    const first = publish(slow.channelId)
    const second = publish(slow.channelId)
    await waitFor(() => answers.length === 2, 'both questions')
    expect(broadcasts.activity(slow.channelId)).toMatchObject({ authorisingSince: START, connections: [] })
    await accepted(addChannel(db, system))
    answers[1]?.()
    expect((await second).allow).toBe(true)
    expect(broadcasts.activity(slow.channelId)).toMatchObject({ authorisingSince: START })
    answers[0]?.()
    expect((await first).allow).toBe(true)
    expect(broadcasts.activity(slow.channelId)).toMatchObject({ authorisingSince: null })
    expect(rows()).toHaveLength(3)
  })

  it('allows a channel that was deleted meanwhile: refused', async () => {
    let answer: (() => void) | undefined
    const { url } = await endpointOf((_request, response) => {
      answer = () => response.end('{"allow":true}')
    })
    const channel = addChannel(db, system, { auth_webhook_url: url, event_webhook_url: EVENTS })
    const reply = publish(channel.channelId)
    await waitFor(() => answer, 'the question')
    deleteChannel(db, channel.channelId)
    await broadcasts.closeChannel(channel.channelId, 'channel-deleted')
    answer?.()
    expect(await reply).toEqual({
      allow: false,
      reason: 'The channel was deleted.',
      closeReason: 'channel-deleted',
    })
    expect(rows()).toEqual([])
    expect(broadcasts.activity(channel.channelId).denied).toBeNull()
  })

  it.each(['ended', 'ended and told'])('allows when the ingest process has %s: not opened', async (how) => {
    let answer: (() => void) | undefined
    const { url } = await endpointOf((_request, response) => {
      answer = () => response.end('{"allow":true}')
    })
    const channel = addChannel(db, system, { auth_webhook_url: url })
    const reply = publish(channel.channelId)
    await waitFor(() => answer, 'the question')
    run.alive = false
    if (how === 'ended and told') ingest.tell('ingest.lost', { reason: 'worker-lost' })
    answer?.()
    expect(await reply).toMatchObject({ allow: false, closeReason: 'worker-lost' })
    expect(rows()).toEqual([])
    expect(broadcasts.activity(channel.channelId).authorisingSince).toBeNull()
  })
})

describe('the end of a connection', () => {
  it('is written and announced at once; the connection is shown until its playlist has ended', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const id = await accepted(channel)
    clock.advance(61_500)
    await settled()
    await end(id, 123_456)
    expect(row(id)).toMatchObject({
      ended_at: START + 61_500,
      close_reason: 'client-closed',
      received_bytes: 123_456,
      minutes: 1,
    })
    expect(types()).toEqual(['created', 'updated', 'destroyed'])
    expect(events()[2]).toMatchObject({
      timestamp: '2026-01-01T00:01:01.500Z',
      data: { minutes: 1, total_received_bytes: 123_456 },
    })
    const inGrace = broadcasts.activity(channel.channelId)
    expect(inGrace.connections).toMatchObject([{ connectionId: id, endedAt: START + 61_500 }])
    expect(inGrace.lastEnd).toEqual({ at: START + 61_500, reason: 'client-closed' })

    clock.advance(10_000)
    ingest.tell('playlist.ended', { connectionId: id })
    await settled()
    expect(broadcasts.activity(channel.channelId)).toMatchObject({
      connections: [],
      lastEnd: { at: START + 61_500, reason: 'client-closed', playlistEndedAt: START + 71_500 },
    })
    await end(id)
    expect(types()).toHaveLength(3)
  })

  it('is over after a while although no end mark is told', async () => {
    const channel = addChannel(db, system)
    await end(await accepted(channel))
    clock.advance(GRACE_LIMIT - 1)
    await settled()
    expect(broadcasts.activity(channel.channelId).connections).toHaveLength(1)
    clock.advance(1)
    await settled()
    expect(broadcasts.activity(channel.channelId).connections).toEqual([])
  })

  it('comes with the ingest process, for all it carried', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const other = addChannel(db, system, { event_webhook_url: EVENTS })
    const [gone, one, two] = [await accepted(channel), await accepted(channel), await accepted(other)]
    await end(gone)
    report(statsOf(one, { receivedBytes: 777 }))
    ingest.tell('ingest.lost', { reason: 'worker-lost' })
    await settled()
    expect(row(gone)).toMatchObject({ close_reason: 'client-closed' })
    expect(row(one)).toMatchObject({ close_reason: 'worker-lost', received_bytes: 777 })
    expect(row(two)).toMatchObject({ close_reason: 'worker-lost' })
    expect(types().filter((t) => t === 'destroyed')).toHaveLength(3)
    expect(broadcasts.activity(channel.channelId)).toMatchObject({
      connections: [],
      lastEnd: { reason: 'worker-lost' },
    })
    // The encoders come back to the new process.
    await accepted(channel)
    expect(broadcasts.activity(channel.channelId).connections).toHaveLength(1)
  })

  it('comes with the service; nothing is accepted after that', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const id = await accepted(channel)
    broadcasts.close()
    expect(row(id)).toMatchObject({ close_reason: 'service-closed', ended_at: START })
    expect(types()).toEqual(['created', 'destroyed'])
    expect(await publish(channel.channelId)).toMatchObject({ closeReason: 'service-closed' })
    clock.advance(600_000)
    await settled()
    expect(types()).toEqual(['created', 'destroyed'])
  })

  it('is seen when the process never attached an accepted encoder', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const [attached, left] = [await accepted(channel), await accepted(channel)]
    for (let second = 0; second < 20; second++) {
      report(statsOf(attached))
      await settled()
    }
    expect(row(left)).toMatchObject({ close_reason: 'client-lost' })
    expect(row(attached)).toMatchObject({ close_reason: null })
    expect(types()).toEqual(['created', 'created', 'destroyed'])
  })

  it('is asked of the process that carries it', async () => {
    const channel = addChannel(db, system)
    const id = await accepted(channel)
    const { systemId } = system
    expect(await broadcasts.endConnection(addSystem(db).systemId, id)).toBe(false)
    expect(await broadcasts.endConnection(systemId, id)).toBe(true)
    await end(id, 1, 'operator-closed')
    expect(await broadcasts.endConnection(systemId, id)).toBe(false)
    expect(await broadcasts.endConnection(systemId, 'unknown' as ConnectionId)).toBe(false)
    await broadcasts.closeChannel(channel.channelId, 'channel-deleted')
    expect(process.closed).toEqual([
      ['connection', id, 'operator-closed'],
      ['channel', channel.channelId, 'channel-deleted'],
    ])
  })

  it('of a deleted channel is still announced, and then nothing of it is kept', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const id = await accepted(channel)
    deleteChannel(db, channel.channelId)
    await broadcasts.closeChannel(channel.channelId, 'channel-deleted')
    await end(id, 42, 'channel-deleted')
    expect(types()).toEqual(['created', 'destroyed'])
    ingest.tell('playlist.ended', { connectionId: id })
    await settled()
    expect(broadcasts.activity(channel.channelId).lastEnd).toBeNull()
  })
})

describe('minutes', () => {
  it('are announced one by one, with the bytes so far, and written with the row', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const id = await accepted(channel)
    clock.advance(59_999)
    await settled()
    expect(types()).toEqual(['created'])
    report(statsOf(id, { receivedBytes: 111 }))
    await settled()
    clock.advance(1)
    await settled()
    report(statsOf(id, { receivedBytes: 222 }))
    await settled()
    clock.advance(60_000)
    await settled()
    expect(events().slice(1)).toMatchObject([
      {
        type: 'connection.updated',
        timestamp: '2026-01-01T00:01:00.000Z',
        data: { minutes: 1, total_received_bytes: 111 },
      },
      {
        type: 'connection.updated',
        timestamp: '2026-01-01T00:02:00.000Z',
        data: { minutes: 2, total_received_bytes: 222 },
      },
    ])
    expect(row(id)).toMatchObject({ minutes: 2, received_bytes: 222 })
  })

  it('that passed unseen, as when the machine slept, are told by one event', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    await accepted(channel)
    clock.sleep(480 * 60_000 + 30_000)
    await settled()
    clock.advance(29_999)
    await settled()
    expect(minutes()).toEqual([480])
    clock.advance(1)
    await settled()
    expect(minutes()).toEqual([480, 481])
  })

  it('are complete before the end is announced', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const id = await accepted(channel)
    clock.advance(120_000)
    await end(id)
    expect(types()).toEqual(['created', 'updated', 'updated', 'destroyed'])
    expect(minutes()).toEqual([1, 2, 2])
    clock.advance(600_000)
    await settled()
    expect(types()).toHaveLength(4)
  })

  it('are counted from acceptance, not from the question to the webhook', async () => {
    let answer: (() => void) | undefined
    const { url } = await endpointOf((_request, response) => {
      answer = () => response.end('{"allow":true}')
    })
    const channel = addChannel(db, system, { auth_webhook_url: url, event_webhook_url: EVENTS })
    const reply = publish(channel.channelId)
    await waitFor(() => answer, 'the question')
    clock.advance(4_000)
    answer?.()
    expect((await reply).allow).toBe(true)
    clock.advance(59_999)
    await settled()
    expect(minutes()).toEqual([])
    clock.advance(1)
    await settled()
    expect(minutes()).toEqual([1])
  })
})

describe('measurements', () => {
  it('are shown at once; received bytes are written every 5 s', async () => {
    const channel = addChannel(db, system)
    const id = await accepted(channel)
    for (let second = 1; second <= 4; second++) {
      clock.advance(1_000)
      report(statsOf(id, { receivedBytes: second * 100 }))
      await settled()
    }
    expect(broadcasts.activity(channel.channelId).connections[0]?.stats?.receivedBytes).toBe(400)
    expect(row(id)).toMatchObject({ received_bytes: 0 })
    clock.advance(1_000)
    expect(row(id)).toMatchObject({ received_bytes: 400 })
  })

  it('make findings that keep their time', async () => {
    const channel = addChannel(db, system)
    const id = await accepted(channel)
    clock.advance(1_000)
    report(statsOf(id, { diskFull: true }))
    await settled()
    clock.advance(1_000)
    report(statsOf(id, { diskFull: true }))
    await settled()
    const [connection] = broadcasts.activity(channel.channelId).connections
    expect(connection?.observed?.findingsSince).toEqual({ 'disk-full': START + 1_000 })
  })

  it('of viewers belong to channels; who is not named has none', async () => {
    const { channelId } = addChannel(db, system)
    const viewersAfter = (id: ChannelId, count: number) => {
      ingest.tell('viewers.stats', { viewers: [{ channelId: id, count }], bySubject: [], turnedAway: [] })
      return broadcasts.activity(channelId).viewers
    }
    expect([viewersAfter(channelId, 3), viewersAfter('unknown' as ChannelId, 9)]).toEqual([3, 0])
  })

  it('of levels go to who listens, by system and channel, of the newest connection that sends', async () => {
    const channel = addChannel(db, system)
    const heard: unknown[] = []
    const stop = broadcasts.onLevels((...told) => heard.push(told))
    const [old, young] = [await accepted(channel), await accepted(channel)]
    const levels = (connectionId: ConnectionId, peak: number) =>
      ({ connectionId, peaksDb: [peak, peak] }) as const
    const unknown = levels('unknown' as ConnectionId, -1)
    ingest.tell('sound.levels', { levels: [levels(old, -9), levels(young, -12), unknown] })
    const { systemId, channelId } = channel
    expect(heard).toEqual([[systemId, [{ channelId, peaksDb: [-12, -12] }]]])
    stop()
    ingest.tell('sound.levels', { levels: [levels(young, -12)] })
    expect(heard).toHaveLength(1)
  })

  it('about connections nobody knows are dropped', async () => {
    report(statsOf('unknown' as ConnectionId))
    ingest.tell('playlist.ready', { connectionId: 'unknown' as ConnectionId })
    ingest.tell('playlist.ended', { connectionId: 'unknown' as ConnectionId })
    await end('unknown' as ConnectionId)
    expect(lines).toEqual([])
  })
})

describe('playlists', () => {
  it('are listed while they are there and their publisher sends, newest first', async () => {
    const channel = addChannel(db, system)
    const [old, dark, young] = [await accepted(channel), await accepted(channel), await accepted(channel)]
    const listed = () => broadcasts.withPlaylist(channel.channelId).map((c) => c.connectionId)
    expect(listed()).toEqual([])
    clock.advance(2_500)
    for (const connectionId of [old, young]) ingest.tell('playlist.ready', { connectionId })
    await settled()
    expect(listed()).toEqual([young, old])
    expect(row(old)).toMatchObject({ playlist_ready_at: START + 2_500 })
    expect(row(dark)).toMatchObject({ playlist_ready_at: null })
    await end(young)
    expect(listed()).toEqual([old])
  })
})

describe('after a crash', () => {
  it('what was open is ended with what was last known, and announced', async () => {
    const channel = addChannel(db, system, { event_webhook_url: EVENTS })
    const silent = addChannel(db, system)
    const deleted = addChannel(db, system, { event_webhook_url: EVENTS })
    const [open, done, quiet, orphan] = [
      await accepted(channel),
      await accepted(channel),
      await accepted(silent),
      await accepted(deleted),
    ]
    await end(done)
    clock.advance(60_000)
    await settled()
    report(statsOf(open, { receivedBytes: 999 }))
    await settled()
    clock.advance(5_000)
    deleteChannel(db, deleted.channelId)
    const before = events().length

    // The timers of the run that was killed stand still; the next one finds the rows as they are.
    const crashed = broadcasts
    const now = clock.now() + 3_600_000
    clock = new ManualClock(now)
    broadcasts = create()
    publishers.recover()
    expect(row(open)).toMatchObject({
      ended_at: now,
      close_reason: 'service-lost',
      minutes: 1,
    })
    expect(row(quiet)).toMatchObject({ ended_at: now, close_reason: 'service-lost' })
    expect(row(done)).toMatchObject({ close_reason: 'client-closed' })
    const recovered = events().slice(before)
    expect(recovered.filter((e) => e.type === 'connection.destroyed')).toMatchObject([
      {
        connection_id: open,
        timestamp: new Date(now).toISOString(),
        data: { minutes: 1, total_received_bytes: 999 },
      },
      { connection_id: orphan },
    ])
    expect(broadcasts.activity(channel.channelId)).toMatchObject({
      connections: [],
      lastEnd: { at: now, reason: 'service-lost' },
    })
    publishers.recover()
    expect(events().filter((e) => e.type === 'connection.destroyed')).toHaveLength(3)
    crashed.close()
  })
})

describe('listeners', () => {
  it('are told of each change, and of what time alone changes', async () => {
    const channel = addChannel(db, system)
    const told: ChannelId[] = []
    const stop = broadcasts.onChange((channelId) => told.push(channelId))
    const id = await accepted(channel)
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told)).toEqual(new Set([channel.channelId]))
    const count = () => told.splice(0).length
    count()
    clock.advance(2_999)
    expect(count()).toBe(0)
    clock.advance(1) // starving
    expect(count()).toBe(1)
    clock.advance(9_000) // no signal
    expect(count()).toBe(1)
    await end(id)
    ingest.tell('playlist.ended', { connectionId: id })
    await settled()
    count()
    clock.advance(60_000) // idle
    expect(count()).toBe(1)
    stop()
    await accepted(channel)
    expect(count()).toBe(0)
  })

  it('that fail change nothing', async () => {
    broadcasts.onChange(() => {
      throw new Error('listener')
    })
    expect((await publish(addChannel(db, system).channelId)).allow).toBe(true)
    expect(lines.some((line) => line.includes('listener of broadcasts failed'))).toBe(true)
  })
})
