import { afterEach, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { IngestInMemory } from '../../../test/support/ingest-in-memory.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { OPEN_DOOR } from '../../../test/support/open-door.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import { createLogger } from '../../platform/logger.ts'
import { renditionPlan } from '../channel/rendition-plan.ts'
import type { HlsChannel } from '../connection/dependencies.ts'
import { LiveChannels } from '../connection/live-channels.ts'
import { Publishers } from '../connection/publishers.ts'
import { channelRepository } from '../store/channels.ts'
import { connectionStore } from '../store/connections.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import { lowLatencyRepository } from '../store/low-latency.ts'
import { LowLatency } from './low-latency.ts'

const db = openTestDatabase()
const channels = channelRepository(db)
const lowLatency = new LowLatency({ rows: lowLatencyRepository(db), channels })
const ingest = new IngestInMemory()
const clock = new ManualClock()
const { auth, outbox } = webhookParts(db, clock)
const parts = {
  ...{ channels, connections: connectionStore(db), keys: encryptionKeyStore(db) },
  ...{ recordings: toldRecordings(), transactions: db, auth, events: outbox, clock },
  ...{ media: ingest, ingest: ingest.topics, door: OPEN_DOOR, logger: createLogger('silent') },
  renditionPlan: (channel: HlsChannel) => renditionPlan(channel.settings, lowLatency.isOn(channel)),
}
const broadcasts = new LiveChannels(parts)
const publishers = new Publishers(parts, broadcasts)
afterEach(() => {
  broadcasts.close()
  db.close()
})

it('has what was said when it was accepted, and keeps it', async () => {
  const { systemId, channelId } = addChannel(db, addSystem(db))
  const request = { channelId, query: '', remoteAddress: '10.0.0.7', encoder: 'OBS 29' }
  const planned = async () => {
    const reply = await publishers.authorize(request, { alive: true })
    return reply.allow && reply.renditions.map((one) => one.lowLatency)
  }
  expect(await planned()).toEqual([undefined])
  lowLatency.change(systemId, channelId, 'on')
  expect(await planned()).toEqual([true])
  lowLatency.change(systemId, channelId, 'off')
  expect(await planned()).toEqual([undefined])
  const { connections } = broadcasts.activity(channelId)
  expect(connections.map((one) => one.lowLatency)).toEqual([false, true, false])
})
