import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { answerJson } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../test/support/http-endpoint.ts'
import { WebhookScene } from '../../../test/support/webhook-scene.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import { webhookEndpoint, webhookListQuery, webhookSummary } from '../../contract/console/webhooks.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'

let scene: WebhookScene

beforeEach(() => {
  scene = new WebhookScene()
})
afterEach(() => scene.close())

const query = (given: object = {}) => webhookListQuery.parse(given)
const list = (given: object = {}) => scene.parts.log.list(scene.system.systemId, query(given))
/** Events that the endpoint said are for nobody. */
async function giveUp(count: number, to = scene.channel): Promise<HttpEndpoint> {
  let isGone = true
  const endpoint = await scene.endpointOf((_request, response) => {
    response.writeHead(isGone ? 410 : 200).end()
  })
  for (let minute = 1; minute <= count; minute++) scene.append(endpoint.url, minute, to)
  scene.parts.dispatcher.start()
  await scene.inState('dead', count)
  isGone = false
  return endpoint
}

describe('an event in the log', () => {
  it('has what was sent, and of each attempt what came back', async () => {
    let status = 503
    const endpoint = await scene.endpointOf((request, response) => {
      answerJson({ status }, status)(request, response)
      status = 200
    })
    scene.append(`${endpoint.url}/hook?token=1`, 7)
    scene.parts.dispatcher.start()
    await waitFor(() => scene.detail(1).attempts === 1, 'the first attempt')
    expect(scene.detail(1)).toMatchObject({
      state: 'pending',
      nextAttemptAt: scene.clock.now() + 1_000,
      lastStatus: 503,
    })
    scene.clock.advance(1_000)
    await scene.inState('delivered', 1)
    const event = scene.detail(1)
    expect(event).toMatchObject({
      channelId: scene.channel.channelId,
      connectionId: 'N',
      kind: 'event',
      type: 'connection.updated',
      url: `${endpoint.url}/hook?token=1`,
      body: endpoint.received[0]?.text,
      attempts: 2,
      nextAttemptAt: null,
      finishedAt: scene.clock.now(),
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
    const endpoint = await scene.endpointOf(answerJson({ allow: false }))
    const client = { channelId: scene.channel.channelId, connectionId: 'N' as ConnectionId }
    await scene.parts.auth.decide({ systemId: scene.system.systemId, client, url: endpoint.url })
    expect(scene.detail(1)).toMatchObject({ kind: 'auth', state: 'denied', attemptsMade: [{ status: 200 }] })
    expect(() => scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')).toThrow(
      refusal('NOT_REDELIVERABLE'),
    )
    expect(scene.states()).toEqual(['denied'])
  })

  it('is of its own system only', async () => {
    const other = addSystem(scene.db)
    scene.append('http://127.0.0.1:1/', 1)
    expect(scene.parts.log.find(other.systemId, scene.idOf(1))).toBeNull()
    expect(() => scene.parts.log.redeliver(other.systemId, scene.idOf(1), 'Aiko Tanaka')).toThrow(
      refusal('NOT_FOUND'),
    )
    expect(await scene.parts.log.list(other.systemId, query())).toEqual({ events: [], before: null })
    expect(scene.parts.log.endpoints(other.systemId)).toEqual([])
    expect(await scene.parts.log.redeliverAll(other.systemId, {}, 'Aiko Tanaka')).toBe(0)
  })
})

describe('the list', () => {
  const sequences = async (given: object) => (await list(given)).events.map(({ sequence }) => sequence)

  it('is paged, newest first', async () => {
    scene.db.transaction(() => {
      for (let minute = 1; minute <= 7; minute++) scene.append('http://127.0.0.1:1/', minute)
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
    const other = addChannel(scene.db, scene.system)
    scene.append('http://a.test/one', 11)
    scene.append('http://a.test/two_%', 22, other)
    scene.append('http://a.test/twoXY', 33, other)
    scene.db
      .prepare(`UPDATE webhook_events SET state = 'dead', type = 'connection.created' WHERE sequence = 3`)
      .run()
    expect(await sequences({ channel: scene.channel.channelId })).toEqual([1])
    expect(await sequences({ state: 'dead' })).toEqual([3])
    expect(await sequences({ type: 'connection.updated' })).toEqual([2, 1])
    expect(await sequences({ url: 'http://a.test/one' })).toEqual([1])
    expect(await sequences({ url: 'http://a.test/' })).toEqual([])
    expect(await sequences({ search: 'TWO' })).toEqual([3, 2])
    expect(await sequences({ search: 'two_%' })).toEqual([2])
    expect(await sequences({ search: '\\' })).toEqual([])
    expect(await sequences({ search: '"minutes":22' })).toEqual([2])
    expect(await sequences({ search: scene.idOf(1).toLowerCase() })).toEqual([1])
    expect(await sequences({ search: 'two', state: 'dead', channel: other.channelId })).toEqual([3])
    expect(await sequences({ search: 'two', state: 'dead', channel: scene.channel.channelId })).toEqual([])
  })

  it('is filtered by time, by why the last attempt failed, and by whether somebody asked for it', async () => {
    const start = scene.clock.now()
    const failing = await giveUp(2)
    scene.clock.advance(1_000)
    scene.append('http://127.0.0.1:1/', 3)
    await waitFor(() => scene.detail(3).attempts === 1, 'the refusal')
    scene.parts.log.redeliver(scene.system.systemId, scene.idOf(2), 'Aiko Tanaka')
    await scene.inState('delivered', 1)
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
    scene.append('http://a.test/needle', 1)
    const other = addSystem(scene.db)
    const busy = addChannel(scene.db, other)
    scene.db.transaction(() => {
      for (let minute = 1; minute <= 12_000; minute++) scene.append('http://a.test/hay', minute, busy, other)
    })
    scene.append('http://a.test/needle', 2)
    expect((await list({ search: 'needle' })).events.map(({ sequence }) => sequence)).toEqual([12_002, 1])
    expect(await list({ limit: '2' })).toMatchObject({ before: null })
    expect((await list({ search: 'hay' })).events).toEqual([])
  })
})

describe('sending again', () => {
  it('sends the same id and body, numbers attempts on, and retries as if it were new', async () => {
    const endpoint = await giveUp(1)
    const failures = await scene.endpointOf((_request, response) => response.writeHead(500).end())
    scene.db.prepare('UPDATE webhook_events SET url = ?, attempts = 40').run(failures.url)
    scene.db.prepare('UPDATE webhook_attempts SET number = 40').run()
    scene.clock.advance(48 * 3_600_000)
    scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
    await waitFor(() => scene.detail(1).attempts === 41, 'another attempt')
    expect(scene.detail(1)).toMatchObject({
      state: 'pending',
      nextAttemptAt: scene.clock.now() + 1_000,
      finishedAt: null,
    })
    expect(failures.received[0]?.text).toBe(endpoint.received[0]?.text)
    expect(failures.received[0]?.headers['webhook-id']).toBe(endpoint.received[0]?.headers['webhook-id'])
    scene.clock.advance(1_000)
    await waitFor(() => scene.detail(1).attempts === 42, 'a retry')
    expect(scene.detail(1)).toMatchObject({ state: 'pending', nextAttemptAt: scene.clock.now() + 2_000 })
    expect(scene.detail(1).attemptsMade.map(({ number }) => number)).toEqual([40, 41, 42])

    // Over a restart too.
    await scene.parts.dispatcher.close(0)
    scene.db.close()
    scene.reopen()
    scene.parts.dispatcher.start()
    scene.clock.advance(2_000)
    await waitFor(() => scene.detail(1).attempts === 43, 'a retry after the restart')
    expect(scene.detail(1)).toMatchObject({ state: 'pending', nextAttemptAt: scene.clock.now() + 4_000 })
  })

  it('is marked with who asked, and its retries are not', async () => {
    const endpoint = await giveUp(1)
    const failures = await scene.endpointOf((_request, response) => response.writeHead(500).end())
    scene.db.prepare('UPDATE webhook_events SET url = ?').run(failures.url)
    scene.clock.advance(60_000)
    scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
    await waitFor(() => scene.detail(1).attempts === 2, 'the attempt by hand')
    expect((await list()).events[0]).toMatchObject({ attempts: 2, lastAskedBy: 'Aiko Tanaka' })
    scene.clock.advance(1_000)
    await waitFor(() => scene.detail(1).attempts === 3, 'a planned one')
    expect(scene.detail(1).attemptsMade.map(({ askedBy }) => askedBy)).toEqual([null, 'Aiko Tanaka', null])
    expect((await list()).events[0]).toMatchObject({ attempts: 3, lastAskedBy: null })
    expect(endpoint.received).toHaveLength(1)
  })

  it('of all is marked as well', async () => {
    await giveUp(2)
    await scene.parts.log.redeliverAll(scene.system.systemId, {}, '田中愛子')
    await scene.inState('delivered', 2)
    expect((await list()).events.map(({ lastAskedBy }) => lastAskedBy)).toEqual(['田中愛子', '田中愛子'])
  })

  it('is on disk before anything is sent', async () => {
    const endpoint = await giveUp(1)
    await scene.parts.dispatcher.close(0)
    scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
    expect(scene.states()).toEqual(['pending'])
    scene.db.close()
    scene.reopen()
    scene.parts.dispatcher.start()
    await scene.inState('delivered', 1)
    expect(endpoint.received).toHaveLength(2)
  })

  it('is undone with the transaction it stands in', async () => {
    const endpoint = await giveUp(1)
    expect(() =>
      scene.db.transaction(() => {
        scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
        throw new Error('undone')
      }),
    ).toThrow('undone')
    scene.append(endpoint.url, 2)
    await scene.inState('delivered', 1)
    expect(scene.states()).toEqual(['dead', 'delivered'])
    expect(endpoint.received).toHaveLength(2)
  })

  it('works for what was delivered, once for each time it is asked for', async () => {
    const endpoint = await scene.endpointOf()
    scene.append(endpoint.url, 1)
    scene.parts.dispatcher.start()
    await scene.inState('delivered', 1)
    for (let time = 2; time <= 3; time++) {
      scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
      await waitFor(
        () => scene.states()[0] === 'delivered' && endpoint.received.length === time,
        `delivery ${time}`,
      )
    }
    expect(scene.detail(1).attempts).toBe(3)
  })

  it('sends at once what waits for its next retry, and then no longer holds back its channel', async () => {
    let status = 500
    const endpoint = await scene.endpointOf((_request, response) => response.writeHead(status).end())
    scene.append(endpoint.url, 1)
    scene.append(endpoint.url, 2)
    scene.parts.dispatcher.start()
    await waitFor(() => scene.detail(1).attempts === 1, 'the failure')
    status = 200
    scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
    await scene.inState('delivered', 2)
    expect(endpoint.received).toHaveLength(3)
  })

  it('of an event that is being sent does not send it twice', async () => {
    const answers: (() => void)[] = []
    const endpoint = await scene.endpointOf((_request, response) => answers.push(() => response.end()))
    scene.append(endpoint.url, 1)
    scene.append(endpoint.url, 2)
    scene.parts.dispatcher.start()
    await waitFor(() => answers.length === 1, 'the request')
    scene.clock.advance(1)
    scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
    // It holds nobody back from now on.
    await waitFor(() => answers.length === 2, 'the second event')
    answers.forEach((answer) => answer())
    await scene.inState('delivered', 2)
    expect(endpoint.received).toHaveLength(2)
    // It was on its way before anybody asked.
    expect(scene.detail(1).attemptsMade).toMatchObject([{ askedBy: null }])
  })

  it('of what was given up goes by URL, channel and time, and leaves the others', async () => {
    let isGone = true
    const endpoint = await scene.endpointOf((_request, response) => {
      response.writeHead(isGone ? 410 : 200).end()
    })
    const other = addChannel(scene.db, scene.system)
    scene.parts.dispatcher.start()
    scene.append(`${endpoint.url}/a`, 1)
    scene.append(`${endpoint.url}/b`, 1, other)
    scene.append(`${endpoint.url}/a`, 2, other)
    scene.clock.advance(1_000)
    scene.append(`${endpoint.url}/a`, 3)
    await scene.inState('dead', 4)
    isGone = false
    const { systemId } = scene.system
    expect(await scene.parts.log.redeliverAll(systemId, { url: `${endpoint.url}/c` }, 'Aiko Tanaka')).toBe(0)
    expect(await scene.parts.log.redeliverAll(systemId, { url: `${endpoint.url}/b` }, 'Aiko Tanaka')).toBe(1)
    await scene.inState('delivered', 1)
    expect(scene.states()).toEqual(['dead', 'delivered', 'dead', 'dead'])
    expect(await scene.parts.log.redeliverAll(systemId, { since: scene.clock.now() }, 'Aiko Tanaka')).toBe(1)
    await scene.inState('delivered', 2)
    expect(scene.states()).toEqual(['dead', 'delivered', 'dead', 'delivered'])
    expect(
      await scene.parts.log.redeliverAll(
        systemId,
        { channelId: other.channelId, url: `${endpoint.url}/a` },
        'Aiko Tanaka',
      ),
    ).toBe(1)
    await scene.inState('delivered', 3)
    expect(await scene.parts.log.redeliverAll(systemId, {}, 'Aiko Tanaka')).toBe(1)
    await scene.inState('delivered', 4)
    expect(await scene.parts.log.redeliverAll(systemId, {}, 'Aiko Tanaka')).toBe(0)
  })

  it('of very many takes them a few hundred at a time, and each once', async () => {
    const endpoint = await scene.endpointOf()
    scene.db.transaction(() => {
      for (let minute = 1; minute <= 1_200; minute++) scene.append(endpoint.url, minute)
      scene.db.prepare(`UPDATE webhook_events SET state = 'dead'`).run()
    })
    expect(await scene.parts.log.redeliverAll(scene.system.systemId, {}, 'Aiko Tanaka')).toBe(1_200)
    expect(new Set(scene.states())).toEqual(new Set(['pending']))
    expect(
      scene.parts.store.pendingAfter(0, 2_000).every(({ redelivery, tries }) => redelivery && tries === 0),
    ).toBe(true)
  })
})

describe('endpoints', () => {
  const endpointsNow = () =>
    scene.parts.log.endpoints(scene.system.systemId).map((one) => webhookEndpoint.parse(one))

  it('tell what waits for them, since when they fail and what they said last', async () => {
    let status = 200
    const endpoint = await scene.endpointOf((_request, response) => response.writeHead(status).end())
    const other = addChannel(scene.db, scene.system)
    scene.parts.dispatcher.start()
    scene.append(endpoint.url, 1)
    await scene.inState('delivered', 1)
    const delivered = scene.clock.now()
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
    scene.clock.advance(60_000)
    const failing = scene.clock.now()
    scene.append(endpoint.url, 2)
    scene.append(endpoint.url, 3)
    await waitFor(() => scene.detail(2).attempts === 1, 'the failure')
    scene.clock.advance(1_000)
    await waitFor(() => scene.detail(2).attempts === 2, 'the second failure')
    await scene.parts.dispatcher.close(0)
    scene.append('http://127.0.0.1:1/never', 1, other)
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
    scene.parts = webhookParts(scene.db, scene.clock)
    scene.parts.dispatcher.start()
    scene.clock.advance(2_000)
    await scene.inState('delivered', 3)
    const recovered = endpointsNow().find(({ url }) => url === endpoint.url)
    expect(recovered).toMatchObject({ pending: 0, failingSince: null, lastSuccessAt: scene.clock.now() })
  })

  it('are forgotten with what was sent to them, unless something waits', async () => {
    await giveUp(1)
    const broken = await scene.endpointOf((_request, response) => response.writeHead(500).end())
    scene.append(broken.url, 1, addChannel(scene.db, scene.system))
    await waitFor(() => scene.parts.log.failing(scene.system.systemId).failing === 2, 'both failures')
    expect(await scene.parts.log.clearFinished(scene.system.systemId)).toBe(1)
    expect(endpointsNow().map(({ url }) => url)).toEqual([broken.url])
    expect(scene.parts.log.failing(scene.system.systemId)).toMatchObject({
      failing: 1,
      waiting: 1,
      givenUp: 0,
    })
  })

  it('that fail are summed up as they are listed, whatever waits for them', async () => {
    const gone = await scene.endpointOf((_request, response) => response.writeHead(410).end())
    const broken = await scene.endpointOf((_request, response) => response.writeHead(500).end())
    const fine = await scene.endpointOf()
    const known = [gone, broken, fine].map(({ url }) => ({
      url,
      channel: addChannel(scene.db, scene.system),
    }))
    scene.parts.dispatcher.start()
    for (const { url, channel } of known) scene.append(url, 1, channel)
    await waitFor(() => endpointsNow().every(({ lastAttemptAt }) => lastAttemptAt !== null), 'each answer')
    const failing = endpointsNow().filter(({ failingSince }) => failingSince !== null)
    expect(failing.map(({ url, pending, givenUp }) => [url, pending, givenUp]).sort()).toEqual(
      [
        [gone.url, 0, 1],
        [broken.url, 1, 0],
      ].sort(),
    )
    expect(scene.parts.log.failing(scene.system.systemId)).toEqual({
      failing: failing.length,
      since: scene.clock.now(),
      waiting: 1,
      givenUp: 1,
    })
  })
})
