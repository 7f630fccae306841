import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { answerJson } from '../../../test/support/http-endpoint.ts'
import { WebhookScene } from '../../../test/support/webhook-scene.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { webhookEndpointFigures } from '../../contract/console/webhooks.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'

let scene: WebhookScene

beforeEach(() => {
  scene = new WebhookScene()
})
afterEach(() => scene.close())

describe('a paused endpoint', () => {
  const endpointNow = (url: string) =>
    scene.parts.log.endpoints(scene.system.systemId).find((one) => one.url === url)

  it('gets no events until it is resumed, also over a restart, and says who paused it', async () => {
    const endpoint = await scene.endpointOf()
    const { url } = endpoint
    scene.append(url, 1)
    scene.parts.dispatcher.start()
    await scene.inState('delivered', 1)
    scene.clock.advance(1_000)
    scene.parts.log.pause({ systemId: scene.system.systemId, url }, 'Aiko Tanaka')
    scene.parts.log.pause({ systemId: scene.system.systemId, url }, 'Kenji Mori')
    scene.append(url, 2)
    const paused = { pausedAt: scene.clock.now(), pausedBy: 'Aiko Tanaka', pending: 1 }
    expect(endpointNow(url)).toMatchObject(paused)
    expect(scene.detail(2)).toMatchObject({ state: 'pending', pausedAt: scene.clock.now(), retrying: null })

    await scene.parts.dispatcher.close(0)
    scene.db.close()
    scene.reopen()
    scene.parts.dispatcher.start()
    scene.append(url, 3, addChannel(scene.db, scene.system))
    const other = await scene.endpointOf()
    scene.append(other.url, 1, addChannel(scene.db, scene.system))
    await scene.inState('delivered', 2)
    expect(endpoint.received).toHaveLength(1)
    expect(other.received).toHaveLength(1)

    scene.parts.log.resume({ systemId: scene.system.systemId, url })
    await scene.inState('delivered', 4)
    expect(endpoint.received).toHaveLength(3)
    expect(endpointNow(url)).toMatchObject({ pausedAt: null, pausedBy: null, pending: 0 })
    expect(scene.detail(2).pausedAt).toBeNull()
  })

  it('still gets what is sent by hand, and is asked its questions', async () => {
    const endpoint = await scene.endpointOf(answerJson({ allow: true }))
    const { url } = endpoint
    scene.append(url, 1)
    scene.parts.dispatcher.start()
    await scene.inState('delivered', 1)
    scene.parts.log.pause({ systemId: scene.system.systemId, url }, 'Aiko Tanaka')
    scene.parts.log.redeliver(scene.system.systemId, scene.idOf(1), 'Aiko Tanaka')
    await waitFor(() => endpoint.received.length === 2 && scene.states()[0] === 'delivered', 'the redelivery')
    const client = { channelId: scene.channel.channelId, connectionId: 'N' as ConnectionId }
    await scene.parts.auth.decide({ systemId: scene.system.systemId, client, url })
    expect(endpoint.received).toHaveLength(3)
  })

  it('is not forgotten with the log, and another system knows nothing of it', async () => {
    const endpoint = await scene.endpointOf()
    scene.append(endpoint.url, 1)
    scene.parts.dispatcher.start()
    await scene.inState('delivered', 1)
    const other = addSystem(scene.db)
    const pause = () => scene.parts.log.pause({ systemId: other.systemId, url: endpoint.url }, 'Aiko Tanaka')
    expect(pause).toThrow(refusal('NOT_FOUND'))
    scene.parts.log.pause({ systemId: scene.system.systemId, url: endpoint.url }, 'Aiko Tanaka')
    await scene.parts.log.clearFinished(scene.system.systemId)
    expect(endpointNow(endpoint.url)).toMatchObject({ pausedBy: 'Aiko Tanaka' })
    scene.parts.log.resume({ systemId: scene.system.systemId, url: endpoint.url })
    await scene.parts.log.clearFinished(scene.system.systemId)
    expect(endpointNow(endpoint.url)).toBeUndefined()
  })
})

describe('how an endpoint fared', () => {
  it('is counted by ten minutes of the last day, with how long it took', async () => {
    let status = 200
    const endpoint = await scene.endpointOf((_request, response) => {
      scene.clock.advance(status === 200 ? 20 : 70)
      response.writeHead(status).end()
    })
    const figures = () =>
      webhookEndpointFigures.parse(
        scene.parts.log.figures({ systemId: scene.system.systemId, url: endpoint.url }),
      )
    const slotOf = (at: number) => at - (at % 600_000)
    const first = slotOf(scene.clock.now())
    scene.clock.advance(first + 600_000 - scene.clock.now())
    scene.append(endpoint.url, 1)
    scene.append(endpoint.url, 2)
    scene.parts.dispatcher.start()
    await scene.inState('delivered', 2)
    status = 410
    scene.clock.advance(600_000)
    scene.append(endpoint.url, 3)
    await scene.inState('dead', 1)
    expect(figures()).toMatchObject({
      endpoint: { url: endpoint.url, givenUp: 1 },
      slots: [
        { from: first + 600_000, delivered: 2, failed: 0 },
        { from: first + 1_200_000, delivered: 0, failed: 1 },
      ],
      medianMs: 20,
      p95Ms: 70,
    })
    scene.clock.advance(24 * 3_600_000 - 600_000)
    expect(figures().slots).toHaveLength(1)
    scene.clock.advance(600_000)
    expect(figures().slots).toEqual([])
    const unknown = { systemId: scene.system.systemId, url: 'http://127.0.0.1:1/' }
    expect(() => scene.parts.log.figures(unknown)).toThrow(refusal('NOT_FOUND'))
  })

  it('an event that is retried says when it is given up, and about how often it is tried until then', async () => {
    const endpoint = await scene.endpointOf((_request, response) => response.writeHead(500).end())
    scene.append(endpoint.url, 1)
    scene.parts.dispatcher.start()
    await waitFor(() => scene.detail(1).attempts === 1, 'the first failure')
    const start = scene.clock.now()
    expect(scene.detail(1).retrying).toEqual({ endsAt: start + 24 * 3_600_000, attemptsLeft: 35 })
    scene.clock.advance(1_000)
    await waitFor(() => scene.detail(1).attempts === 2, 'the second failure')
    expect(scene.detail(1).retrying).toEqual({ endsAt: start + 24 * 3_600_000, attemptsLeft: 34 })
  })
})

describe('what was asked for together', () => {
  it('is counted before, and what is not sent yet can be stopped', async () => {
    const answers: (() => void)[] = []
    const endpoint = await scene.endpointOf((_request, response) => answers.push(() => response.end()))
    const { systemId } = scene.system
    scene.db.transaction(() => {
      for (let minute = 1; minute <= 10; minute++) scene.append(endpoint.url, minute)
      scene.db.prepare(`UPDATE webhook_events SET state = 'dead'`).run()
    })
    scene.append(endpoint.url, 11)
    scene.parts.dispatcher.start()
    await waitFor(() => answers.length === 1, 'the event of its own')
    expect(scene.parts.log.givenUp(systemId, {})).toEqual({ count: 10, underWay: 0 })
    expect(scene.parts.log.givenUp(systemId, { since: scene.clock.now() + 1 }).count).toBe(0)
    expect(scene.parts.log.givenUp(addSystem(scene.db).systemId, {}).count).toBe(0)

    await scene.parts.log.redeliverAll(systemId, {}, 'Aiko Tanaka')
    await waitFor(() => answers.length === 4, 'as many as one endpoint gets at a time')
    expect(scene.parts.log.givenUp(systemId, {})).toEqual({ count: 0, underWay: 10 })
    expect(await scene.parts.log.stopRedelivery(systemId)).toBe(10)
    expect(scene.parts.log.givenUp(systemId, {})).toEqual({ count: 10, underWay: 0 })
    answers.forEach((answer) => answer())
    // What was on its way has arrived; the rest stays given up, and was not sent.
    await waitFor(() => scene.parts.dispatcher.waiting === 0, 'nothing left to send')
    await scene.inState('delivered', 4)
    expect(scene.states().filter((state) => state === 'dead')).toHaveLength(7)
    expect(endpoint.received).toHaveLength(4)
  })
})

describe('a copy for another URL', () => {
  it('has the same id and body, its own signature, and is no attempt at the event', async () => {
    const [endpoint, elsewhere] = [
      await scene.endpointOf(),
      await scene.endpointOf(answerJson({ ok: true }, 202)),
    ]
    scene.append(endpoint.url, 7)
    scene.parts.dispatcher.start()
    await scene.inState('delivered', 1)
    scene.clock.advance(5_000)
    const copy = await scene.parts.log.forward(scene.system.systemId, scene.idOf(1), elsewhere.url)
    expect(copy).toMatchObject({ status: 202, errorClass: null, responseBody: '{"ok":true}' })
    const [original, received] = [endpoint.received[0], elsewhere.received[0]]
    expect(received?.text).toBe(original?.text)
    expect(received?.headers['webhook-id']).toBe(scene.idOf(1))
    expect(Number(received?.headers['webhook-timestamp'])).toBe(
      Number(original?.headers['webhook-timestamp']) + 5,
    )
    expect(scene.detail(1)).toMatchObject({ attempts: 1 })
    expect(scene.parts.log.endpoints(scene.system.systemId)).toHaveLength(1)
    const nowhere = await scene.parts.log.forward(scene.system.systemId, scene.idOf(1), 'http://127.0.0.1:1/')
    expect(nowhere).toMatchObject({ status: null, errorClass: 'refused', responseBody: null })
    await expect(
      scene.parts.log.forward(addSystem(scene.db).systemId, scene.idOf(1), elsewhere.url),
    ).rejects.toThrow(refusal('NOT_FOUND'))
  })
})
