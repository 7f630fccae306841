/** Encoders at a door that asks for a key. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { answerJson, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../test/support/http-endpoint.ts'
import { IngestInMemory } from '../../../test/support/ingest-in-memory.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { DoorOutcome } from '../../contract/console/access.ts'
import { TEST_PICTURE_ENCODER } from '../../contract/console/words.ts'
import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import { createLogger } from '../../platform/logger.ts'
import { channelRepository } from '../store/channels.ts'
import { connectionStore } from '../store/connections.ts'
import type { Database } from '../store/database.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import type { RtmpChannel } from './dependencies.ts'
import { LiveChannels } from './live-channels.ts'
import { Publishers } from './publishers.ts'

let db: Database
let channel: RtmpChannel
let webhook: HttpEndpoint
let broadcasts: LiveChannels
let publishers: Publishers
let allow: boolean
let outcome: DoorOutcome
const lines: string[] = []
const came: unknown[] = []

beforeEach(async () => {
  lines.length = came.length = 0
  ;[allow, outcome] = [true, 'with-key']
  const clock = new ManualClock()
  db = openTestDatabase()
  webhook = await startEndpoint((...exchange) => answerJson({ allow, reason: 'Not today.' })(...exchange))
  channel = addChannel(db, addSystem(db), { auth_webhook_url: webhook.url })
  const ingest = new IngestInMemory()
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const { auth, outbox } = webhookParts(db, clock, logger)
  const parts = {
    ...{ channels: channelRepository(db), connections: connectionStore(db), keys: encryptionKeyStore(db) },
    ...{ recordings: toldRecordings(), transactions: db, auth, events: outbox, clock, logger },
    ...{ media: ingest, ingest: ingest.topics, renditionPlan: () => [] },
    door: {
      encoder: (_: unknown, query: string) => (query === 'key=secret' ? 'with-key' : outcome),
      came: (...told: unknown[]) => void came.push(told),
    },
  }
  broadcasts = new LiveChannels(parts)
  publishers = new Publishers(parts, broadcasts)
})
afterEach(async () => {
  broadcasts.close()
  db.close()
  await webhook.close()
})

const publish = (query: string) => {
  const { channelId } = channel
  return publishers.authorize(
    { channelId, query, remoteAddress: '10.0.0.7', encoder: 'OBS' },
    { alive: true },
  )
}
const visitor = () => ({ channelId: channel.channelId, client: 'OBS', remoteAddress: '10.0.0.7' })

it.each([
  ['no-key', 'key-missing'],
  ['wrong-key', 'key-wrong'],
] as const)(
  '%s: is told why, and stands in the channel as refused; the webhook is not asked',
  async (how, reason) => {
    outcome = how
    expect(await publish('key=guess')).toEqual({
      ...{ allow: false, closeReason: reason, reason: CLOSE_REASONS[reason] },
    })
    expect(broadcasts.activity(channel.channelId).denied).toMatchObject({ reason, said: null })
    expect(webhook.received).toEqual([])
    expect(came).toEqual([['encoder', how, visitor(), null]])
    expect(db.prepare('SELECT count(*) FROM connections').pluck().get()).toBe(0)
    expect(lines.join()).toContain(reason)
    expect(lines.join()).not.toContain('guess')
  },
)

it.each([
  ['by-console', TEST_PICTURE_ENCODER],
  ['without-key', 'OBS'],
] as const)('%s: the session is known by %s', async (how, name) => {
  outcome = how
  await publish('')
  expect(broadcasts.activity(channel.channelId).connections).toMatchObject([{ encoder: name }])
})

it('who has the key is still for the webhook to decide about', async () => {
  const reply = await publish('key=secret')
  if (!reply.allow) throw new Error(reply.reason)
  expect(webhook.received).toHaveLength(1)
  expect(webhook.received[0]?.text).not.toContain('secret')
  expect(came).toEqual([['encoder', 'with-key', visitor(), reply.connectionId]])
  allow = false
  expect(await publish('key=secret')).toMatchObject({
    allow: false,
    closeReason: 'denied',
    reason: 'Not today.',
  })
  expect(came).toHaveLength(1)
  expect(lines.join()).not.toContain('secret')
})
