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
import { webhookDetail, webhookEndpointFigures } from '../../contract/console/webhooks.ts'
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
  folder = mkdtempSync(join(tmpdir(), 'airdesk-endpoints-'))
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

describe('a paused endpoint', () => {
  const endpointNow = (url: string) => parts.log.endpoints(system.systemId).find((one) => one.url === url)

  it('gets no events until it is resumed, also over a restart, and says who paused it', async () => {
    const endpoint = await endpointOf()
    const { url } = endpoint
    append(url, 1)
    parts.dispatcher.start()
    await inState('delivered', 1)
    clock.advance(1_000)
    parts.log.pause({ systemId: system.systemId, url }, 'Aiko Tanaka')
    parts.log.pause({ systemId: system.systemId, url }, 'Kenji Mori')
    append(url, 2)
    const paused = { pausedAt: clock.now(), pausedBy: 'Aiko Tanaka', pending: 1 }
    expect(endpointNow(url)).toMatchObject(paused)
    expect(detail(2)).toMatchObject({ state: 'pending', pausedAt: clock.now(), retrying: null })

    await parts.dispatcher.close(0)
    db.close()
    open()
    parts.dispatcher.start()
    append(url, 3, addChannel(db, system))
    const other = await endpointOf()
    append(other.url, 1, addChannel(db, system))
    await inState('delivered', 2)
    expect(endpoint.received).toHaveLength(1)
    expect(other.received).toHaveLength(1)

    parts.log.resume({ systemId: system.systemId, url })
    await inState('delivered', 4)
    expect(endpoint.received).toHaveLength(3)
    expect(endpointNow(url)).toMatchObject({ pausedAt: null, pausedBy: null, pending: 0 })
    expect(detail(2).pausedAt).toBeNull()
  })

  it('still gets what is sent by hand, and is asked its questions', async () => {
    const endpoint = await endpointOf(answerJson({ allow: true }))
    const { url } = endpoint
    append(url, 1)
    parts.dispatcher.start()
    await inState('delivered', 1)
    parts.log.pause({ systemId: system.systemId, url }, 'Aiko Tanaka')
    parts.log.redeliver(system.systemId, idOf(1), 'Aiko Tanaka')
    await waitFor(() => endpoint.received.length === 2 && states()[0] === 'delivered', 'the redelivery')
    const client = { channelId: channel.channelId, connectionId: 'N' as ConnectionId }
    await parts.auth.decide({ systemId: system.systemId, client, url })
    expect(endpoint.received).toHaveLength(3)
  })

  it('is not forgotten with the log, and another system knows nothing of it', async () => {
    const endpoint = await endpointOf()
    append(endpoint.url, 1)
    parts.dispatcher.start()
    await inState('delivered', 1)
    const other = addSystem(db)
    const pause = () => parts.log.pause({ systemId: other.systemId, url: endpoint.url }, 'Aiko Tanaka')
    expect(pause).toThrow(refusal('NOT_FOUND'))
    parts.log.pause({ systemId: system.systemId, url: endpoint.url }, 'Aiko Tanaka')
    await parts.log.clearFinished(system.systemId)
    expect(endpointNow(endpoint.url)).toMatchObject({ pausedBy: 'Aiko Tanaka' })
    parts.log.resume({ systemId: system.systemId, url: endpoint.url })
    await parts.log.clearFinished(system.systemId)
    expect(endpointNow(endpoint.url)).toBeUndefined()
  })
})

describe('how an endpoint fared', () => {
  it('is counted by ten minutes of the last day, with how long it took', async () => {
    let status = 200
    const endpoint = await endpointOf((_request, response) => {
      clock.advance(status === 200 ? 20 : 70)
      response.writeHead(status).end()
    })
    const figures = () =>
      webhookEndpointFigures.parse(parts.log.figures({ systemId: system.systemId, url: endpoint.url }))
    const slotOf = (at: number) => at - (at % 600_000)
    const first = slotOf(clock.now())
    clock.advance(first + 600_000 - clock.now())
    append(endpoint.url, 1)
    append(endpoint.url, 2)
    parts.dispatcher.start()
    await inState('delivered', 2)
    status = 410
    clock.advance(600_000)
    append(endpoint.url, 3)
    await inState('dead', 1)
    expect(figures()).toMatchObject({
      endpoint: { url: endpoint.url, givenUp: 1 },
      slots: [
        { from: first + 600_000, delivered: 2, failed: 0 },
        { from: first + 1_200_000, delivered: 0, failed: 1 },
      ],
      medianMs: 20,
      p95Ms: 70,
    })
    clock.advance(24 * 3_600_000 - 600_000)
    expect(figures().slots).toHaveLength(1)
    clock.advance(600_000)
    expect(figures().slots).toEqual([])
    const unknown = { systemId: system.systemId, url: 'http://127.0.0.1:1/' }
    expect(() => parts.log.figures(unknown)).toThrow(refusal('NOT_FOUND'))
  })

  it('an event that is retried says when it is given up, and about how often it is tried until then', async () => {
    const endpoint = await endpointOf((_request, response) => response.writeHead(500).end())
    append(endpoint.url, 1)
    parts.dispatcher.start()
    await waitFor(() => detail(1).attempts === 1, 'the first failure')
    const start = clock.now()
    expect(detail(1).retrying).toEqual({ endsAt: start + 24 * 3_600_000, attemptsLeft: 35 })
    clock.advance(1_000)
    await waitFor(() => detail(1).attempts === 2, 'the second failure')
    expect(detail(1).retrying).toEqual({ endsAt: start + 24 * 3_600_000, attemptsLeft: 34 })
  })
})

describe('what was asked for together', () => {
  it('is counted before, and what is not sent yet can be stopped', async () => {
    const answers: (() => void)[] = []
    const endpoint = await endpointOf((_request, response) => answers.push(() => response.end()))
    const { systemId } = system
    db.transaction(() => {
      for (let minute = 1; minute <= 10; minute++) append(endpoint.url, minute)
      db.prepare(`UPDATE webhook_events SET state = 'dead'`).run()
    })
    append(endpoint.url, 11)
    parts.dispatcher.start()
    await waitFor(() => answers.length === 1, 'the event of its own')
    expect(parts.log.givenUp(systemId, {})).toEqual({ count: 10, underWay: 0 })
    expect(parts.log.givenUp(systemId, { since: clock.now() + 1 }).count).toBe(0)
    expect(parts.log.givenUp(addSystem(db).systemId, {}).count).toBe(0)

    await parts.log.redeliverAll(systemId, {}, 'Aiko Tanaka')
    await waitFor(() => answers.length === 4, 'as many as one endpoint gets at a time')
    expect(parts.log.givenUp(systemId, {})).toEqual({ count: 0, underWay: 10 })
    expect(await parts.log.stopRedelivery(systemId)).toBe(10)
    expect(parts.log.givenUp(systemId, {})).toEqual({ count: 10, underWay: 0 })
    answers.forEach((answer) => answer())
    // What was on its way has arrived; the rest stays given up, and was not sent.
    await waitFor(() => parts.dispatcher.waiting === 0, 'nothing left to send')
    await inState('delivered', 4)
    expect(states().filter((state) => state === 'dead')).toHaveLength(7)
    expect(endpoint.received).toHaveLength(4)
  })
})

describe('a copy for another URL', () => {
  it('has the same id and body, its own signature, and is no attempt at the event', async () => {
    const [endpoint, elsewhere] = [await endpointOf(), await endpointOf(answerJson({ ok: true }, 202))]
    append(endpoint.url, 7)
    parts.dispatcher.start()
    await inState('delivered', 1)
    clock.advance(5_000)
    const copy = await parts.log.forward(system.systemId, idOf(1), elsewhere.url)
    expect(copy).toMatchObject({ status: 202, errorClass: null, responseBody: '{"ok":true}' })
    const [original, received] = [endpoint.received[0], elsewhere.received[0]]
    expect(received?.text).toBe(original?.text)
    expect(received?.headers['webhook-id']).toBe(idOf(1))
    expect(Number(received?.headers['webhook-timestamp'])).toBe(
      Number(original?.headers['webhook-timestamp']) + 5,
    )
    expect(detail(1)).toMatchObject({ attempts: 1 })
    expect(parts.log.endpoints(system.systemId)).toHaveLength(1)
    const nowhere = await parts.log.forward(system.systemId, idOf(1), 'http://127.0.0.1:1/')
    expect(nowhere).toMatchObject({ status: null, errorClass: 'refused', responseBody: null })
    await expect(parts.log.forward(addSystem(db).systemId, idOf(1), elsewhere.url)).rejects.toThrow(
      refusal('NOT_FOUND'),
    )
  })
})
