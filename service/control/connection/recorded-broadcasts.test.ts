import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem, channelSource } from '../../../test/support/channel-rows.ts'
import type { SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { RecordingId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { connectionStore } from '../store/connections.ts'
import type { Database } from '../store/database.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import { LiveBroadcasts } from './broadcasts.ts'
import { GRACE_LIMIT } from './channel-broadcasts.ts'

const EVENTS = 'http://127.0.0.1:9/events'
const AUDIO = { durationSeconds: 2, startTimeOffset: -2, audio: {} }
const archive = { archive_destination_id: 'destination' }
let clock: ManualClock
let db: Database
let system: SystemRows
let broadcasts: LiveBroadcasts
let recordings: ReturnType<typeof toldRecordings>

beforeEach(() => {
  clock = new ManualClock()
  db = openTestDatabase()
  system = addSystem(db)
  recordings = toldRecordings()
  const logger = createLogger('silent')
  const { auth, outbox } = webhookParts(db, clock)
  const media = { closeChannel: async () => undefined, closeConnection: async () => undefined }
  broadcasts = new LiveBroadcasts({
    ...{ channels: channelSource(db), connections: connectionStore(db), keys: encryptionKeyStore(db) },
    ...{ recordings, transactions: db, auth, events: outbox, media, clock, logger },
    renditionPlan: () => [],
  })
})
afterEach(async () => {
  await broadcasts.close()
  db.close()
})

async function publish(channelId: string) {
  const request = { channelId, remoteAddress: '10.0.0.7', encoder: 'OBS 29' }
  const reply = await broadcasts.authorize(request, { alive: true })
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

  it('are told of what the ingest process says, of its end, and of the end of the connection', async () => {
    const channel = addChannel(db, system, { hls: [{ ...AUDIO, archive }] })
    const { connectionId } = await publish(channel.channelId)
    const recordingId = recordings.begun.map((begun) => `${begun.connectionId}-0`)[0] as RecordingId
    const lost = { segments: 1, seconds: 2 }
    const file = {
      kind: 'segment' as const,
      name: '000000.m4s',
      bytes: 1,
      md5: '',
      offset: 0,
      durationSeconds: 2,
    }
    broadcasts.recordingFile({ recordingId, file })
    broadcasts.recordingLost({ recordingId, lost })
    broadcasts.recordingEnded({ recordingId, lost })
    broadcasts.connectionClosed({ connectionId, reason: 'client-closed', receivedBytes: 1 })
    await settled()
    clock.advance(GRACE_LIMIT)
    await settled()
    broadcasts.ingestLost('worker-lost')
    expect(recordings.told).toEqual([
      ['fileRecorded', recordingId, file],
      ['mediaLost', recordingId, lost],
      ['ended', recordingId, lost],
      ['connectionOver', connectionId],
      ['writerGone'],
    ])
  })
})
