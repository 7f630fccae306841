import { afterEach, beforeEach, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import type { SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../test/support/http-endpoint.ts'
import { identityStore } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { testQuotas } from '../../../test/support/quotas.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { WebhookParts } from '../../../test/support/webhook-parts.ts'
import { webhookDetail, webhookListQuery } from '../../contract/console/webhooks.ts'
import type { ConnectionId, WebhookEventId } from '../../contract/ids.ts'
import type { RtmpChannel } from '../connection/dependencies.ts'
import type { Database } from '../store/database.ts'
import type { Quotas } from '../system/quotas.ts'

let clock: ManualClock
let db: Database
let quotas: Quotas
let parts: WebhookParts
let first: SystemRows
let second: SystemRows
let channel: RtmpChannel
let endpoint: HttpEndpoint
/** What the endpoint answers as soon as it is let. */
let status: number
let letGo: () => void

beforeEach(async () => {
  clock = new ManualClock(Date.now())
  db = openTestDatabase()
  quotas = testQuotas(clock, db, identityStore(db), { webhooks: 3 })
  parts = webhookParts(db, clock, undefined, undefined, undefined, quotas)
  first = addSystem(db)
  second = addSystem(db)
  channel = addChannel(db, second)
  status = 500
  letGo = () => undefined
  endpoint = await startEndpoint((_request, response) => {
    letGo = () => response.writeHead(status).end()
  })
})
afterEach(async () => {
  await parts.dispatcher.close(0)
  await endpoint.close()
  db.close()
})

function append(minutes: number, of = second, to = channel): void {
  const client = { channelId: to.channelId, connectionId: 'N' as ConnectionId }
  const usage = { minutes, receivedBytes: 0 }
  const { url } = endpoint
  parts.outbox.append({ systemId: of.systemId, client, url, type: 'connection.updated', usage })
}
const list = () => db.prepare('SELECT state, given_up_for AS why FROM webhook_events ORDER BY sequence').all()
const idOf = (sequence: number) =>
  db
    .prepare<[number], WebhookEventId>('SELECT id FROM webhook_events WHERE sequence = ?')
    .pluck()
    .get(sequence) ?? ('' as WebhookEventId)
const find = (sequence: number) => webhookDetail.parse(parts.log.find(second.systemId, idOf(sequence)))

const WAITS = { state: 'pending', why: null }
const GAVE_WAY = { state: 'dead', why: 'quota' }
const FULL = { code: 'QUOTA_REACHED', values: { what: 'webhooks', limit: 3 } }

it('what happened is written also where as many wait as may; the oldest gives way and stays in the log', async () => {
  for (let minute = 1; minute <= 5; minute++) append(minute)
  expect(list()).toEqual([GAVE_WAY, GAVE_WAY, WAITS, WAITS, WAITS])
  expect(find(1)).toMatchObject({ state: 'dead', givenUpFor: 'quota', finishedAt: clock.now(), attempts: 0 })
  expect(quotas.view(second.systemId).webhooks).toMatchObject({ used: 3, limit: 3 })
  const page = await parts.log.list(second.systemId, webhookListQuery.parse({ state: 'dead' }))
  expect(page.events).toHaveLength(2)
})

it('one of another system gives way to none, and the first system has no bound', () => {
  const other = addChannel(db, first)
  for (let minute = 1; minute <= 5; minute++) append(minute, first, other)
  for (let minute = 1; minute <= 4; minute++) append(minute)
  expect(list()).toEqual([...Array.from({ length: 5 }, () => WAITS), GAVE_WAY, WAITS, WAITS, WAITS])
})

it('a limit set too low by a slip costs one event for each that is written, and no heap at once', () => {
  for (let minute = 1; minute <= 3; minute++) append(minute)
  quotas.set(second.systemId, { webhooks: 1 })
  expect(list()).toEqual([WAITS, WAITS, WAITS])
  append(4)
  expect(list()).toEqual([GAVE_WAY, WAITS, WAITS, WAITS])
})

it('one that gave way while it was being sent is delivered if it arrives, and not sent again if not', async () => {
  append(1)
  parts.dispatcher.start()
  await waitFor(() => endpoint.received.length === 1, 'the first attempt')
  for (let minute = 2; minute <= 4; minute++) append(minute)
  expect(list()[0]).toEqual(GAVE_WAY)
  letGo()
  await waitFor(() => find(1).attempts === 1, 'its outcome')
  expect(find(1)).toMatchObject({ state: 'dead', givenUpFor: 'quota', lastStatus: 500, nextAttemptAt: null })
  // The next of its channel goes as soon as the retry of the first finds nothing to send.
  clock.advance(1_000)
  await waitFor(() => endpoint.received.length === 2, 'the second event')
  append(5)
  status = 200
  letGo()
  await waitFor(() => find(2).attempts === 1, 'its outcome')
  expect(find(2)).toMatchObject({ state: 'delivered', givenUpFor: null })
})

it('those that gave way are sent by nobody, and those that waited behind them go', async () => {
  const bodies = () => endpoint.received.map(({ text }) => (JSON.parse(text) as { data: object }).data)
  append(1)
  parts.dispatcher.start()
  parts.dispatcher.pause({ systemId: second.systemId, url: endpoint.url })
  await waitFor(() => endpoint.received.length === 1, 'the first attempt')
  status = 200
  letGo()
  await waitFor(() => find(1).state === 'delivered', 'the first event')
  for (let minute = 2; minute <= 6; minute++) append(minute)
  expect(parts.dispatcher.waiting).toBe(3)
  parts.dispatcher.resume({ systemId: second.systemId, url: endpoint.url })
  for (let count = 2; count <= 4; count++) {
    await waitFor(() => endpoint.received.length === count, `event ${count}`)
    letGo()
    await waitFor(() => find(count + 2).state === 'delivered', 'its outcome')
  }
  expect(bodies()).toHaveLength(4)
  expect(list().map((row) => (row as { state: string }).state)).toEqual([
    'delivered',
    ...['dead', 'dead'],
    ...['delivered', 'delivered', 'delivered'],
  ])
})

it('what somebody asks for is refused instead: a sample, and what was given up before', async () => {
  for (let minute = 1; minute <= 4; minute++) append(minute)
  const sample = {
    ...{ systemId: second.systemId, channelId: channel.channelId, connectionId: 'N' as ConnectionId },
    ...{ type: 'connection.created', url: endpoint.url, body: {} },
  }
  const asked = [
    async () => parts.log.sendSample(sample),
    async () => parts.log.redeliver(second.systemId, idOf(1), 'Ann'),
    () => parts.log.redeliverAll(second.systemId, {}, 'Ann'),
  ]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ data: FULL })
  expect(list()).toEqual([GAVE_WAY, WAITS, WAITS, WAITS])
  // One that waits already is no more for being asked for.
  parts.log.redeliver(second.systemId, idOf(2), 'Ann')
})

it('what was given up goes again as far as there is room, and is then like any other', async () => {
  for (let minute = 1; minute <= 6; minute++) append(minute)
  quotas.set(second.systemId, { webhooks: 5 })
  expect(await parts.log.redeliverAll(second.systemId, {}, 'Ann')).toBe(2)
  expect(list()).toEqual([WAITS, WAITS, GAVE_WAY, WAITS, WAITS, WAITS])
})
