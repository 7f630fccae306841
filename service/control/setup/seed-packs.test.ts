import { afterEach, beforeEach, expect, test } from 'vitest'
import { addSystem, type SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { webhookParts, type WebhookParts } from '../../../test/support/webhook-parts.ts'
import { webhookListQuery } from '../../contract/console/webhooks.ts'
import { FAILURE_CLASSES } from '../../contract/console/words.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../store/database.ts'
import { MANY, SeedPacks } from './seed-packs.ts'

let clock: ManualClock
let db: Database
let system: SystemRows
let parts: WebhookParts
let packs: SeedPacks
let names: string[]

beforeEach(() => {
  clock = new ManualClock(Date.now())
  db = openTestDatabase()
  system = addSystem(db)
  parts = webhookParts(db, clock)
  names = []
  packs = new SeedPacks({
    ...{ clock, transactions: db, webhooks: parts.store },
    channels: {
      create: () => ({ channelId: newId<ChannelId>() }) as never,
      rename: (_system: SystemId, _id: ChannelId, name: string) => void names.push(name),
    },
    consoleToken: () => '' as never,
  })
})
afterEach(async () => {
  await parts.dispatcher.close(0)
  db.close()
})

const list = (query: object = {}) =>
  parts.log.list(system.systemId, webhookListQuery.parse({ limit: '200', ...query }))

test('the zoo has an event or a question that failed in every way, and nothing of it is sent', async () => {
  parts.dispatcher.start()
  await packs.add(system.systemId, 'failures')
  const { events } = await list()
  expect(new Set(events.map(({ lastErrorClass }) => lastErrorClass))).toEqual(
    new Set([...FAILURE_CLASSES, null]),
  )
  expect(events.map(({ state }) => state).filter((state) => state === 'pending')).toEqual([])
  expect((await list({ state: 'denied' })).events).toHaveLength(2)
  expect((await list({ state: 'dead', cause: 'status' })).events.map(({ attempts }) => attempts)).toEqual([
    1, 3,
  ])
  expect(parts.dispatcher.waiting).toBe(0)
  expect(parts.log.failing(system.systemId)).toMatchObject({ failing: 8, waiting: 0, givenUp: 7 })
  expect(names).toEqual(['Failure zoo'])
})

test('many rows are all delivered, of the last week, and leave other systems alone', async () => {
  await packs.add(system.systemId, 'many')
  expect(db.prepare('SELECT count(*) FROM webhook_events').pluck().get()).toBe(MANY.webhooks)
  expect(names).toHaveLength(MANY.channels)
  expect((await list({ state: 'delivered' })).events).toHaveLength(200)
  expect((await list({ to: String(clock.now() - 7 * 86_400_000) })).events).toEqual([])
  expect(parts.log.failing(system.systemId).failing).toBe(0)
  const other = addSystem(db)
  expect((await parts.log.list(other.systemId, webhookListQuery.parse({}))).events).toEqual([])
})
