import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import type { SystemRows } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { answerJson, answerOk, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, Respond } from '../../../test/support/http-endpoint.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { WebhookParts } from '../../../test/support/webhook-parts.ts'
import {
  webhookDetail,
  webhookEndpoint,
  webhookListQuery,
  webhookSummary,
} from '../../contract/console/webhooks.ts'
import type { ConnectionId, WebhookEventId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { RtmpChannel } from '../connection/dependencies.ts'
import type { Database } from '../store/database.ts'

let folder: string
let clock: ManualClock
let db: Database
let parts: WebhookParts
let system: SystemRows
let channel: RtmpChannel
const endpoints: HttpEndpoint[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-webhook-log-'))
  clock = new ManualClock(Date.now())
  open()
  system = addSystem(db)
  channel = addChannel(db, system)
})
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.close()
  await parts.dispatcher.close(0)
  db.close()
  rmSync(folder, { recursive: true })
})

function open(): void {
  db = openTestDatabase(join(folder, 'airdesk.db'))
  parts = webhookParts(db, clock)
}

async function endpointOf(respond: Respond = answerOk): Promise<HttpEndpoint> {
  const endpoint = await startEndpoint(respond)
  endpoints.push(endpoint)
  return endpoint
}

function append(url: string, minutes: number, to = channel, of = system): void {
  const client = { channelId: to.channelId, connectionId: 'N' as ConnectionId }
  const usage = { minutes, receivedBytes: 0 }
  parts.outbox.append({ systemId: of.systemId, client, url, type: 'connection.updated', usage })
}

const query = (given: object = {}) => webhookListQuery.parse(given)
const list = (given: object = {}) => parts.log.list(system.systemId, query(given))
const idOf = (sequence: number) =>
  db
    .prepare<[number], WebhookEventId>('SELECT id FROM webhook_events WHERE sequence = ?')
    .pluck()
    .get(sequence) ?? ('' as WebhookEventId)
const states = () => db.prepare('SELECT state FROM webhook_events ORDER BY sequence').pluck().all()
const inState = (state: string, count: number) =>
  waitFor(() => states().filter((s) => s === state).length === count, `${count} events ${state}`)
const detail = (sequence: number) => {
  const found = parts.log.find(system.systemId, idOf(sequence))
  if (!found) throw new Error(`event ${sequence} is missing`)
  return webhookDetail.parse(found)
}
/** Events that the endpoint said are for nobody. */
async function giveUp(count: number, to = channel): Promise<HttpEndpoint> {
  let isGone = true
  const endpoint = await endpointOf((_request, response) => {
    response.writeHead(isGone ? 410 : 200).end()
  })
  for (let minute = 1; minute <= count; minute++) append(endpoint.url, minute, to)
  parts.dispatcher.start()
  await inState('dead', count)
  isGone = false
  return endpoint
}

describe('an event in the log', () => {
  it('has what was sent, and of each attempt what came back', async () => {
    let status = 503
    const endpoint = await endpointOf((request, response) => {
      answerJson({ status }, status)(request, response)
      status = 200
    })
    append(`${endpoint.url}/hook?token=1`, 7)
    parts.dispatcher.start()
    await waitFor(() => detail(1).attempts === 1, 'the first attempt')
    expect(detail(1)).toMatchObject({ state: 'pending', nextAttemptAt: clock.now() + 1_000, lastStatus: 503 })
    clock.advance(1_000)
    await inState('delivered', 1)
    const event = detail(1)
    expect(event).toMatchObject({
      channelId: channel.channelId,
      connectionId: 'N',
      kind: 'event',
      type: 'connection.updated',
      url: `${endpoint.url}/hook?token=1`,
      body: endpoint.received[0]?.text,
      attempts: 2,
      nextAttemptAt: null,
      finishedAt: clock.now(),
      lastStatus: 200,
      lastErrorClass: null,
    })
    expect(event.attemptsMade).toMatchObject([
      { number: 1, status: 503, errorClass: 'status', errorText: 'The endpoint answered with status 503.' },
      { number: 2, status: 200, errorClass: null, errorText: null, responseBody: '{"status":200}' },
    ])
    event.attemptsMade.forEach(({ requestHeaders, responseHeaders }, i) => {
      const { headers } = endpoint.received[i] ?? {}
      expect(requestHeaders?.['webhook-signature']).toBe(headers?.['webhook-signature'])
      expect(requestHeaders?.['webhook-id']).toBe(event.id)
      expect(responseHeaders?.['content-type']).toBe('application/json')
    })
  })

  it('may be a question of the authentication webhook', async () => {
    const endpoint = await endpointOf(answerJson({ allow: false }))
    const client = { channelId: channel.channelId, connectionId: 'N' as ConnectionId }
    await parts.auth.decide({ systemId: system.systemId, client, url: endpoint.url })
    expect(detail(1)).toMatchObject({ kind: 'auth', state: 'denied', attemptsMade: [{ status: 200 }] })
    expect(() => parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')).toThrow(
      refusal('NOT_REDELIVERABLE'),
    )
    expect(states()).toEqual(['denied'])
  })

  it('is of its own system only', async () => {
    const other = addSystem(db)
    append('http://127.0.0.1:1/', 1)
    expect(parts.log.find(other.systemId, idOf(1))).toBeNull()
    expect(() => parts.log.redeliver(other.systemId, idOf(1), 'Aiko Tanaka')).toThrow(refusal('NOT_FOUND'))
    expect(await parts.log.list(other.systemId, query())).toEqual({ events: [], before: null })
    expect(parts.log.endpoints(other.systemId)).toEqual([])
    expect(await parts.log.redeliverAll(other.systemId, {}, 'Aiko Tanaka')).toBe(0)
  })
})

describe('the list', () => {
  const sequences = async (given: object) => (await list(given)).events.map(({ sequence }) => sequence)

  it('is paged, newest first', async () => {
    db.transaction(() => {
      for (let minute = 1; minute <= 7; minute++) append('http://127.0.0.1:1/', minute)
    })
    const first = await list({ limit: '3' })
    first.events.forEach((event) => webhookSummary.parse(event))
    expect(first.events.map(({ sequence }) => sequence)).toEqual([7, 6, 5])
    expect(first.before).toBe(5)
    const second = await list({ limit: '3', before: '5' })
    expect(second.events.map(({ sequence }) => sequence)).toEqual([4, 3, 2])
    expect(await list({ limit: '3', before: '2' })).toMatchObject({ events: [{ sequence: 1 }], before: null })
    expect(await list({ limit: '7' })).toMatchObject({ before: null })
  })

  it('is filtered and searched', async () => {
    const other = addChannel(db, system)
    append('http://a.test/one', 11)
    append('http://a.test/two_%', 22, other)
    append('http://a.test/twoXY', 33, other)
    db.prepare(
      `UPDATE webhook_events SET state = 'dead', type = 'connection.created' WHERE sequence = 3`,
    ).run()
    expect(await sequences({ channel: channel.channelId })).toEqual([1])
    expect(await sequences({ state: 'dead' })).toEqual([3])
    expect(await sequences({ type: 'connection.updated' })).toEqual([2, 1])
    expect(await sequences({ url: 'http://a.test/one' })).toEqual([1])
    expect(await sequences({ url: 'http://a.test/' })).toEqual([])
    expect(await sequences({ search: 'TWO' })).toEqual([3, 2])
    expect(await sequences({ search: 'two_%' })).toEqual([2])
    expect(await sequences({ search: '\\' })).toEqual([])
    expect(await sequences({ search: '"minutes":22' })).toEqual([2])
    expect(await sequences({ search: idOf(1).toLowerCase() })).toEqual([1])
    expect(await sequences({ search: 'two', state: 'dead', channel: other.channelId })).toEqual([3])
    expect(await sequences({ search: 'two', state: 'dead', channel: channel.channelId })).toEqual([])
  })

  it('is filtered by time, by why the last attempt failed, and by whether somebody asked for it', async () => {
    const start = clock.now()
    const failing = await giveUp(2)
    clock.advance(1_000)
    append('http://127.0.0.1:1/', 3)
    await waitFor(() => detail(3).attempts === 1, 'the refusal')
    parts.log.redeliver(system.systemId, idOf(2), 'Aiko Tanaka')
    await inState('delivered', 1)
    expect(failing.received).toHaveLength(3)
    expect(await sequences({ from: String(start + 1_000) })).toEqual([3])
    expect(await sequences({ to: String(start + 1_000) })).toEqual([2, 1])
    expect(await sequences({ from: String(start), to: String(start) })).toEqual([])
    expect(await sequences({ cause: 'status' })).toEqual([1])
    expect(await sequences({ cause: 'refused' })).toEqual([3])
    expect(await sequences({ byHand: 'true' })).toEqual([2])
    expect(await sequences({ cause: 'status', from: String(start), search: failing.url })).toEqual([1])
  })

  it('finds the one that fits among many that do not, and tells other systems nothing of them', async () => {
    append('http://a.test/needle', 1)
    const other = addSystem(db)
    const busy = addChannel(db, other)
    db.transaction(() => {
      for (let minute = 1; minute <= 12_000; minute++) append('http://a.test/hay', minute, busy, other)
    })
    append('http://a.test/needle', 2)
    expect((await list({ search: 'needle' })).events.map(({ sequence }) => sequence)).toEqual([12_002, 1])
    expect(await list({ limit: '2' })).toMatchObject({ before: null })
    expect((await list({ search: 'hay' })).events).toEqual([])
  })
})

describe('sending again', () => {
  it('sends the same id and body, numbers attempts on, and retries as if it were new', async () => {
    const endpoint = await giveUp(1)
    const failures = await endpointOf((_request, response) => response.writeHead(500).end())
    db.prepare('UPDATE webhook_events SET url = ?, attempts = 40').run(failures.url)
    db.prepare('UPDATE webhook_attempts SET number = 40').run()
    clock.advance(48 * 3_600_000)
    parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
    await waitFor(() => detail(1).attempts === 41, 'another attempt')
    expect(detail(1)).toMatchObject({
      state: 'pending',
      nextAttemptAt: clock.now() + 1_000,
      finishedAt: null,
    })
    expect(failures.received[0]?.text).toBe(endpoint.received[0]?.text)
    expect(failures.received[0]?.headers['webhook-id']).toBe(endpoint.received[0]?.headers['webhook-id'])
    clock.advance(1_000)
    await waitFor(() => detail(1).attempts === 42, 'a retry')
    expect(detail(1)).toMatchObject({ state: 'pending', nextAttemptAt: clock.now() + 2_000 })
    expect(detail(1).attemptsMade.map(({ number }) => number)).toEqual([40, 41, 42])

    // Over a restart too.
    await parts.dispatcher.close(0)
    db.close()
    open()
    parts.dispatcher.start()
    clock.advance(2_000)
    await waitFor(() => detail(1).attempts === 43, 'a retry after the restart')
    expect(detail(1)).toMatchObject({ state: 'pending', nextAttemptAt: clock.now() + 4_000 })
  })

  it('is marked with who asked, and its retries are not', async () => {
    const endpoint = await giveUp(1)
    const failures = await endpointOf((_request, response) => response.writeHead(500).end())
    db.prepare('UPDATE webhook_events SET url = ?').run(failures.url)
    clock.advance(60_000)
    parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
    await waitFor(() => detail(1).attempts === 2, 'the attempt by hand')
    expect((await list()).events[0]).toMatchObject({ attempts: 2, lastAskedBy: 'Aiko Tanaka' })
    clock.advance(1_000)
    await waitFor(() => detail(1).attempts === 3, 'a planned one')
    expect(detail(1).attemptsMade.map(({ askedBy }) => askedBy)).toEqual([null, 'Aiko Tanaka', null])
    expect((await list()).events[0]).toMatchObject({ attempts: 3, lastAskedBy: null })
    expect(endpoint.received).toHaveLength(1)
  })

  it('of all is marked as well', async () => {
    await giveUp(2)
    await parts.log.redeliverAll(system.systemId, {}, '田中愛子')
    await inState('delivered', 2)
    expect((await list()).events.map(({ lastAskedBy }) => lastAskedBy)).toEqual(['田中愛子', '田中愛子'])
  })

  it('is on disk before anything is sent', async () => {
    const endpoint = await giveUp(1)
    await parts.dispatcher.close(0)
    parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
    expect(states()).toEqual(['pending'])
    db.close()
    open()
    parts.dispatcher.start()
    await inState('delivered', 1)
    expect(endpoint.received).toHaveLength(2)
  })

  it('is undone with the transaction it stands in', async () => {
    const endpoint = await giveUp(1)
    expect(() =>
      db.transaction(() => {
        parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
        throw new Error('undone')
      }),
    ).toThrow('undone')
    append(endpoint.url, 2)
    await inState('delivered', 1)
    expect(states()).toEqual(['dead', 'delivered'])
    expect(endpoint.received).toHaveLength(2)
  })

  it('works for what was delivered, once for each time it is asked for', async () => {
    const endpoint = await endpointOf()
    append(endpoint.url, 1)
    parts.dispatcher.start()
    await inState('delivered', 1)
    for (let time = 2; time <= 3; time++) {
      parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
      await waitFor(
        () => states()[0] === 'delivered' && endpoint.received.length === time,
        `delivery ${time}`,
      )
    }
    expect(detail(1).attempts).toBe(3)
  })

  it('sends at once what waits for its next retry, and then no longer holds back its channel', async () => {
    let status = 500
    const endpoint = await endpointOf((_request, response) => response.writeHead(status).end())
    append(endpoint.url, 1)
    append(endpoint.url, 2)
    parts.dispatcher.start()
    await waitFor(() => detail(1).attempts === 1, 'the failure')
    status = 200
    parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
    await inState('delivered', 2)
    expect(endpoint.received).toHaveLength(3)
  })

  it('of an event that is being sent does not send it twice', async () => {
    const answers: (() => void)[] = []
    const endpoint = await endpointOf((_request, response) => answers.push(() => response.end()))
    append(endpoint.url, 1)
    append(endpoint.url, 2)
    parts.dispatcher.start()
    await waitFor(() => answers.length === 1, 'the request')
    clock.advance(1)
    parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
    // It holds nobody back from now on.
    await waitFor(() => answers.length === 2, 'the second event')
    answers.forEach((answer) => answer())
    await inState('delivered', 2)
    expect(endpoint.received).toHaveLength(2)
    // It was on its way before anybody asked.
    expect(detail(1).attemptsMade).toMatchObject([{ askedBy: null }])
  })

  it('of what was given up goes by URL, channel and time, and leaves the others', async () => {
    let isGone = true
    const endpoint = await endpointOf((_request, response) => {
      response.writeHead(isGone ? 410 : 200).end()
    })
    const other = addChannel(db, system)
    parts.dispatcher.start()
    append(`${endpoint.url}/a`, 1)
    append(`${endpoint.url}/b`, 1, other)
    append(`${endpoint.url}/a`, 2, other)
    clock.advance(1_000)
    append(`${endpoint.url}/a`, 3)
    await inState('dead', 4)
    isGone = false
    const { systemId } = system
    expect(await parts.log.redeliverAll(systemId, { url: `${endpoint.url}/c` }, 'Aiko Tanaka')).toBe(0)
    expect(await parts.log.redeliverAll(systemId, { url: `${endpoint.url}/b` }, 'Aiko Tanaka')).toBe(1)
    await inState('delivered', 1)
    expect(states()).toEqual(['dead', 'delivered', 'dead', 'dead'])
    expect(await parts.log.redeliverAll(systemId, { since: clock.now() }, 'Aiko Tanaka')).toBe(1)
    await inState('delivered', 2)
    expect(states()).toEqual(['dead', 'delivered', 'dead', 'delivered'])
    expect(
      await parts.log.redeliverAll(
        systemId,
        { channelId: other.channelId, url: `${endpoint.url}/a` },
        'Aiko Tanaka',
      ),
    ).toBe(1)
    await inState('delivered', 3)
    expect(await parts.log.redeliverAll(systemId, {}, 'Aiko Tanaka')).toBe(1)
    await inState('delivered', 4)
    expect(await parts.log.redeliverAll(systemId, {}, 'Aiko Tanaka')).toBe(0)
  })

  it('of very many takes them a few hundred at a time, and each once', async () => {
    const endpoint = await endpointOf()
    db.transaction(() => {
      for (let minute = 1; minute <= 1_200; minute++) append(endpoint.url, minute)
      db.prepare(`UPDATE webhook_events SET state = 'dead'`).run()
    })
    expect(await parts.log.redeliverAll(system.systemId, {}, 'Aiko Tanaka')).toBe(1_200)
    expect(new Set(states())).toEqual(new Set(['pending']))
    expect(
      parts.store.pendingAfter(0, 2_000).every(({ redelivery, tries }) => redelivery && tries === 0),
    ).toBe(true)
  })
})

describe('endpoints', () => {
  const endpointsNow = () => parts.log.endpoints(system.systemId).map((one) => webhookEndpoint.parse(one))

  it('tell what waits for them, since when they fail and what they said last', async () => {
    let status = 200
    const endpoint = await endpointOf((_request, response) => response.writeHead(status).end())
    const other = addChannel(db, system)
    parts.dispatcher.start()
    append(endpoint.url, 1)
    await inState('delivered', 1)
    const delivered = clock.now()
    expect(endpointsNow()).toEqual([
      {
        url: endpoint.url,
        pending: 0,
        givenUp: 0,
        failingSince: null,
        lastAttemptAt: delivered,
        lastStatus: 200,
        lastErrorClass: null,
        lastSuccessAt: delivered,
        pausedAt: null,
        pausedBy: null,
        deliveredOfDay: 1,
        failedOfDay: 0,
      },
    ])
    status = 500
    clock.advance(60_000)
    const failing = clock.now()
    append(endpoint.url, 2)
    append(endpoint.url, 3)
    await waitFor(() => detail(2).attempts === 1, 'the failure')
    clock.advance(1_000)
    await waitFor(() => detail(2).attempts === 2, 'the second failure')
    await parts.dispatcher.close(0)
    append('http://127.0.0.1:1/never', 1, other)
    expect(endpointsNow()).toEqual([
      {
        url: endpoint.url,
        pending: 2,
        givenUp: 0,
        failingSince: failing,
        lastAttemptAt: failing + 1_000,
        lastStatus: 500,
        lastErrorClass: 'status',
        lastSuccessAt: delivered,
        pausedAt: null,
        pausedBy: null,
        deliveredOfDay: 1,
        failedOfDay: 2,
      },
      {
        url: 'http://127.0.0.1:1/never',
        pending: 1,
        givenUp: 0,
        failingSince: null,
        lastAttemptAt: null,
        lastStatus: null,
        lastErrorClass: null,
        lastSuccessAt: null,
        pausedAt: null,
        pausedBy: null,
        deliveredOfDay: 0,
        failedOfDay: 0,
      },
    ])
    status = 200
    parts = webhookParts(db, clock)
    parts.dispatcher.start()
    clock.advance(2_000)
    await inState('delivered', 3)
    const recovered = endpointsNow().find(({ url }) => url === endpoint.url)
    expect(recovered).toMatchObject({ pending: 0, failingSince: null, lastSuccessAt: clock.now() })
  })

  it('are forgotten with what was sent to them, unless something waits', async () => {
    await giveUp(1)
    const broken = await endpointOf((_request, response) => response.writeHead(500).end())
    append(broken.url, 1, addChannel(db, system))
    await waitFor(() => parts.log.failing(system.systemId).failing === 2, 'both failures')
    expect(await parts.log.clearFinished(system.systemId)).toBe(1)
    expect(endpointsNow().map(({ url }) => url)).toEqual([broken.url])
    expect(parts.log.failing(system.systemId)).toMatchObject({ failing: 1, waiting: 1, givenUp: 0 })
  })

  it('that fail are summed up as they are listed, whatever waits for them', async () => {
    const gone = await endpointOf((_request, response) => response.writeHead(410).end())
    const broken = await endpointOf((_request, response) => response.writeHead(500).end())
    const fine = await endpointOf()
    const known = [gone, broken, fine].map(({ url }) => ({ url, channel: addChannel(db, system) }))
    parts.dispatcher.start()
    for (const { url, channel } of known) append(url, 1, channel)
    await waitFor(() => endpointsNow().every(({ lastAttemptAt }) => lastAttemptAt !== null), 'each answer')
    const failing = endpointsNow().filter(({ failingSince }) => failingSince !== null)
    expect(failing.map(({ url, pending, givenUp }) => [url, pending, givenUp]).sort()).toEqual(
      [
        [gone.url, 0, 1],
        [broken.url, 1, 0],
      ].sort(),
    )
    expect(parts.log.failing(system.systemId)).toEqual({
      failing: failing.length,
      since: clock.now(),
      waiting: 1,
      givenUp: 1,
    })
  })
})
