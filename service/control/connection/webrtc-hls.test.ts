import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import { addSystem, addWebrtcHlsChannel, deleteChannel } from '../../../test/support/channel-rows.ts'
import { EVENTS_URL, setUpSessions, turn } from '../../../test/support/sfu-sessions.ts'
import type { Joined, SessionsSetUp } from '../../../test/support/sfu-sessions.ts'
import { createLogger } from '../../platform/logger.ts'
import type { WebrtcChannel } from '../sfu/dependencies.ts'
import { GRACE_LIMIT } from './live-channel.ts'

const KEYS = 'https://keys.example/'
const AUDIO = { durationSeconds: 2, startTimeOffset: -2, audio: {} }
let here: SessionsSetUp
let test: SessionsSetUp['test']
let channel: WebrtcChannel

beforeEach(() => {
  here = setUpSessions(1_000_000, createLogger('silent'))
  ;({ test } = here)
  channel = addWebrtcHlsChannel(here.db, here.system, {
    ...{ event_webhook_url: EVENTS_URL, encrypt_key_uri: KEYS },
  })
})
afterEach(() => here.close())

const count = (table: string) => here.db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
const activity = () => test.live.activity(channel.channelId)
const listed = () => test.live.withPlaylist(channel.channelId)
const types = () => test.events().map(({ type }) => type)
const ready = (connectionId: SfuId) => test.ingest.topics.tell('playlist.ready', { connectionId })
type SfuId = Joined['id']
type Left = Joined['client']
const connectionOf = (id: SfuId) =>
  test.sessions.connections(channel.channelId).find(({ listed: one }) => one.connection_id === id)

/** The ingest process ends and is there again. */
async function restartIngest(): Promise<void> {
  test.ingest.die()
  test.ingest.start()
  await turn()
}

describe('a WebRTC connection on a channel with HLS', () => {
  it('is on air like others, with a key of its own', async () => {
    const { id: connectionId } = await test.join(channel, { sora_client: 'SDK' })
    const { channelId } = channel
    const keyUri = expect.stringMatching(/^https:\/\/keys\.example\/\?kid=/) as string
    expect(test.ingest.opened).toMatchObject([{ channelId, connectionId, encryption: { keyUri } }])
    const known = { remoteAddress: '10.0.0.7', encoder: 'SDK' }
    expect(activity().connections).toMatchObject([{ connectionId, kind: 'webrtc-hls', ...known }])
    test.ingest.topics.tell('connection.stats', { connections: [broadcastStats({ connectionId })] })
    expect(activity().connections[0]?.stats).not.toBeNull()
    // What the ingest process is fed counts as little as that it ends.
    test.ingest.topics.tell('connection.closed', { connectionId, reason: 'media-failed', receivedBytes: 7 })
    expect([count('connections'), count('encryption_keys')]).toEqual([1, 1])
    expect(test.rows()).toMatchObject([{ ended_at: null }])
    expect(types()).toEqual(['connection.created'])
  })

  it('is listed when its playlist is ready, which is told once', async () => {
    const { id } = await test.join(channel)
    expect(listed()).toEqual([])
    for (let i = 0; i < 2; i++) ready(id)
    expect(listed()).toMatchObject([{ connectionId: id }])
    expect(types()).toEqual(['connection.created', 'notify.playlist_url'])
    expect(test.rows()).toMatchObject([{ playlist_ready_at: 1_000_000 }])
  })

  it('is recorded where its channel is archived, anew in each ingest process', async () => {
    const hls = [{ ...AUDIO, archive: { archive_destination_id: 'destination' } }]
    const { id } = await test.join(addWebrtcHlsChannel(here.db, here.system, { hls }))
    await restartIngest()
    const plan = { recordingId: `${id}-0`, rendition: 0 }
    expect(test.ingest.opened).toMatchObject([{ recordings: [plan] }, { recordings: [plan] }])
    expect(test.recordings.over).toEqual([id])
  })

  it('that ends stays until its playlist has, and the ingest process is told', async () => {
    const { id, client } = await test.join(channel)
    client.left(null)
    client.left(null)
    expect(test.ingest.closed).toEqual([['connection', id, 'signaling-lost']])
    expect(activity()).toMatchObject({ connections: [{ endedAt: here.clock.now() }] })
    here.clock.advance(GRACE_LIMIT)
    expect(activity()).toMatchObject({ connections: [], lastEnd: { reason: 'signaling-lost' } })
    expect(test.live.find(id)).toBeNull()
  })

  it.each([
    ['says that it leaves', (client: Left) => client.left('NO-ERROR')],
    [
      'is disconnected by an operation',
      async (_: Left, id: SfuId) => connectionOf(id)?.disconnect(undefined),
    ],
    [
      'is ended by an operator',
      async (_: Left, id: SfuId) => test.live.endConnection(here.system.systemId, id),
    ],
  ])('that %s takes its channel off air at once', async (_how, leave) => {
    const { id, client } = await test.join(channel)
    ready(id)
    expect(activity()).toMatchObject({ onAirSince: 1_000_000 })
    await leave(client, id)
    expect(activity()).toMatchObject({ connections: [], onAirSince: null, lastEnd: { at: 1_000_000 } })
    // Its playlists are still to end, and what is recorded with them.
    expect(test.live.find(id)).not.toBeNull()
    test.ingest.topics.tell('playlist.ended', { connectionId: id })
    expect(test.live.find(id)).toBeNull()
  })

  it('that gives up after a fault is waited for, until the one that came back is ended on purpose', async () => {
    const { id, client } = await test.join(channel)
    ready(id)
    client.left('ICE-CONNECTION-STATE-FAILED')
    expect(activity()).toMatchObject({ connections: [{ connectionId: id }], onAirSince: 1_000_000 })
    const viewer = await test.join(channel, { role: 'recvonly' })
    viewer.client.left('NO-ERROR')
    expect(activity().connections).toHaveLength(1)
    const again = await test.join(channel)
    again.client.left('NO-ERROR')
    expect(activity()).toMatchObject({ connections: [], onAirSince: null })
  })

  it('gets another place when the ingest process died, and another key', async () => {
    const [kept, gone] = [await test.join(channel), await test.join(channel)]
    ready(kept.id)
    test.ingest.die()
    expect(activity()).toMatchObject({ connections: [], lastEnd: { reason: 'worker-lost' } })
    gone.client.left(null)
    test.ingest.start()
    await turn()
    expect(test.sfu.bodies('relay.start').at(-1)).toEqual({
      ...{ connectionId: kept.id, pipe: 'pipe', token: 'token 3' },
    })
    expect(activity().connections).toMatchObject([{ connectionId: kept.id, playlistReadyAt: null }])
    expect(new Set(test.ingest.opened.map(({ encryption }) => encryption?.keyHex)).size).toBe(3)
    ready(kept.id)
    expect(listed()).toHaveLength(1)
    expect(types().filter((type) => type === 'notify.playlist_url')).toHaveLength(1)
  })

  it('goes on when the ingest process gives its playlists up; the next one makes others', async () => {
    const { id: connectionId, peer } = await test.join(channel)
    test.ingest.topics.tell('connection.closed', { connectionId, reason: 'media-failed', receivedBytes: 0 })
    expect(activity()).toMatchObject({ connections: [{ endedAt: 1_000_000 }] })
    test.ingest.topics.tell('playlist.ended', { connectionId })
    expect(activity()).toMatchObject({ connections: [], lastEnd: { reason: 'media-failed' } })
    expect(peer.closed).toBeNull()
    await restartIngest()
    expect(test.ingest.opened).toHaveLength(2)
    expect(activity().connections).toMatchObject([{ connectionId, endedAt: null }])
  })

  it('waits for an ingest process that is being started again, however long', async () => {
    test.ingest.die()
    const { id } = await test.join(channel)
    here.clock.advance(60_000)
    expect(test.ingest.opened).toEqual([])
    expect(activity().connections).toEqual([])
    test.ingest.start()
    expect(test.ingest.opened).toMatchObject([{ connectionId: id }])
  })

  it('that was refused a place gets one of the next ingest process', async () => {
    const { place } = test.ingest
    test.ingest.place = () => Promise.reject(new Error('full'))
    const { id } = await test.join(channel)
    expect(activity()).toMatchObject({ connections: [], lastEnd: { reason: 'service-failed' } })
    test.ingest.place = place
    await restartIngest()
    expect(activity().connections).toMatchObject([{ connectionId: id }])
  })

  it('does not take the place of an ingest process that died meanwhile', async () => {
    const first = Promise.withResolvers<{ pipe: string; token: string }>()
    test.ingest.place = () => first.promise
    const { id: connectionId } = await test.join(channel)
    test.ingest.die()
    test.ingest.place = () => Promise.resolve({ pipe: 'second', token: 'second' })
    test.ingest.start()
    await turn()
    first.resolve({ pipe: 'first', token: 'first' })
    await turn()
    expect(test.sfu.bodies('relay.start')).toEqual([{ connectionId, pipe: 'second', token: 'second' }])
  })

  it('is ended by an operator as any client of that system, and its playlists with it', async () => {
    const { id, peer } = await test.join(channel)
    const { systemId } = here.system
    expect(await test.live.endConnection(addSystem(here.db).systemId, id)).toBe(false)
    expect(await test.live.endConnection(systemId, id)).toBe(true)
    expect(peer.closed).not.toBeNull()
    expect(test.rows()).toMatchObject([{ close_reason: 'operator-closed' }])
    expect(test.ingest.closed).toEqual([['connection', id, 'operator-closed']])
    expect(await test.live.endConnection(systemId, id)).toBe(false)
  })

  it('of a channel that is deleted is forgotten with the last of its playlists', async () => {
    const { id: connectionId } = await test.join(channel)
    deleteChannel(here.db, channel.channelId)
    await test.sessions.closeChannel(channel.channelId, 'channel-deleted')
    expect(activity()).toMatchObject({ connections: [], lastEnd: { reason: 'channel-deleted' } })
    test.ingest.topics.tell('playlist.ended', { connectionId })
    expect(activity()).toMatchObject({ connections: [], lastEnd: null })
  })
})
