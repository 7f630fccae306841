import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import type { SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { IngestInMemory } from '../../../test/support/ingest-in-memory.ts'
import { OPEN_DOOR } from '../../../test/support/open-door.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import { createLogger } from '../../platform/logger.ts'
import { channelRepository } from '../store/channels.ts'
import { connectionStore } from '../store/connections.ts'
import type { Database } from '../store/database.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import { GRACE_LIMIT } from './live-channel.ts'
import { LiveChannels } from './live-channels.ts'
import { Publishers } from './publishers.ts'

const EVENTS = 'http://127.0.0.1:9/events'
const AUDIO = { durationSeconds: 2, startTimeOffset: -2, audio: {} }
const archive = { archive_destination_id: 'destination' }
let clock: ManualClock
let db: Database
let system: SystemRows
let broadcasts: LiveChannels
let publishers: Publishers
let ingest: IngestInMemory
let recordings: ReturnType<typeof toldRecordings>

beforeEach(() => {
  clock = new ManualClock()
  db = openTestDatabase()
  system = addSystem(db)
  recordings = toldRecordings()
  ingest = new IngestInMemory()
  const logger = createLogger('silent')
  const { auth, outbox } = webhookParts(db, clock)
  const parts = {
    ...{ channels: channelRepository(db), connections: connectionStore(db), keys: encryptionKeyStore(db) },
    ...{ recordings, transactions: db, auth, events: outbox, clock, logger },
    ...{ media: ingest, ingest: ingest.topics, renditionPlan: () => [], door: OPEN_DOOR },
  }
  broadcasts = new LiveChannels(parts)
  publishers = new Publishers(parts, broadcasts)
})
afterEach(() => {
  broadcasts.close()
  db.close()
})

async function publish(channelId: string) {
  const request = { channelId, query: '', remoteAddress: '10.0.0.7', encoder: 'OBS 29' }
  const reply = await publishers.authorize(request, { alive: true })
  if (!reply.allow) throw new Error(reply.reason)
  return reply
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('recordings', () => {
  it('begin in the transaction that accepts a connection, and travel with the answer', async () => {
    const channel = addChannel(db, system, {
      hls: [AUDIO, { ...AUDIO, archive }],
      event_webhook_url: EVENTS,
    })
    const inTransaction: boolean[] = []
    const check = db.prepare<[], number>('SELECT count(*) FROM connections').pluck()
    const { begin } = recordings
    recordings.begin = (connection) => {
      inTransaction.push(check.get() === 1)
      return begin(connection)
    }
    const { connectionId, recordings: plans } = await publish(channel.channelId)
    expect(inTransaction).toEqual([true])
    expect(plans).toMatchObject([{ recordingId: `${connectionId}-1`, rendition: 1 }])
    expect(recordings.begun).toMatchObject([
      { connectionId, channelId: channel.channelId, eventWebhookUrl: EVENTS, systemId: system.systemId },
    ])
  })

  it('are told of the end of the connection, once its playlists have ended', async () => {
    const channel = addChannel(db, system, { hls: [{ ...AUDIO, archive }] })
    const { connectionId } = await publish(channel.channelId)
    ingest.topics.tell('connection.closed', { connectionId, reason: 'client-closed', receivedBytes: 1 })
    await settled()
    expect(recordings.over).toEqual([])
    clock.advance(GRACE_LIMIT)
    await settled()
    expect(recordings.over).toEqual([connectionId])
  })
})
