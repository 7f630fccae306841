import { expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { fullDisk } from '../../../test/support/full-disk.ts'
import { IngestInMemory } from '../../../test/support/ingest-in-memory.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { OPEN_DOOR } from '../../../test/support/open-door.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { rtmpEvent } from '../../contract/webhook-bodies.ts'
import { createLogger } from '../../platform/logger.ts'
import { channelRepository } from '../store/channels.ts'
import { connectionStore } from '../store/connections.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import { LiveChannels } from './live-channels.ts'
import { Publishers } from './publishers.ts'

const START = Date.parse('2026-01-01T00:00:00Z')

it('ends of connections are written and announced once there is room, before who comes next', async () => {
  const clock = new ManualClock(START)
  const db = openTestDatabase()
  const disk = fullDisk(db)
  const ingest = new IngestInMemory()
  const { channelId } = addChannel(db, addSystem(db), { event_webhook_url: 'http://127.0.0.1:9/events' })
  const { auth, outbox } = webhookParts(db, clock)
  const parts = {
    ...{ channels: channelRepository(db), connections: connectionStore(db), keys: encryptionKeyStore(db) },
    ...{ recordings: toldRecordings(), transactions: disk.transactions, auth, events: outbox, clock },
    ...{ media: ingest, ingest: ingest.topics, renditionPlan: () => [], door: OPEN_DOOR },
    logger: createLogger('silent'),
  }
  const broadcasts = new LiveChannels(parts)
  const publishers = new Publishers(parts, broadcasts)
  const publish = () =>
    publishers.authorize({ channelId, query: '', remoteAddress: '10.0.0.7', encoder: 'OBS' }, { alive: true })
  const accepted = async (): Promise<ConnectionId> => {
    const reply = await publish()
    if (!reply.allow) throw new Error(reply.reason)
    return reply.connectionId
  }
  const end = async (connectionId: ConnectionId, receivedBytes: number) => {
    ingest.topics.tell('connection.closed', { connectionId, reason: 'client-closed', receivedBytes })
    await new Promise((resolve) => setImmediate(resolve))
  }
  const told = () =>
    db
      .prepare<[], string>('SELECT body FROM webhook_events ORDER BY sequence')
      .pluck()
      .all()
      .map((body) => rtmpEvent.parse(JSON.parse(body)))
      .map(({ type, connection_id }) => [type, connection_id])
  const row = (id: ConnectionId) => db.prepare('SELECT * FROM connections WHERE id = ?').get(id)

  const [first, second] = [await accepted(), await accepted()]
  const created = [
    ['connection.created', first],
    ['connection.created', second],
  ]
  disk.isFull = true
  clock.advance(59_000)
  await end(first, 700)
  clock.advance(2_000)
  await end(second, 800)
  expect(await publish()).toMatchObject({ allow: false, closeReason: 'service-failed' })
  expect(told()).toEqual(created)

  disk.isFull = false
  const next = await accepted()
  expect(told()).toEqual([
    ...created,
    ['connection.destroyed', first],
    ['connection.updated', second],
    ['connection.destroyed', second],
    ['connection.created', next],
  ])
  expect(row(first)).toMatchObject({ ended_at: START + 59_000, close_reason: 'client-closed' })
  expect(row(second)).toMatchObject({ ended_at: START + 61_000, received_bytes: 800, minutes: 1 })
  broadcasts.close()
  db.close()
})
