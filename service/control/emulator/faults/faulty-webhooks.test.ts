import { beforeEach, expect, test } from 'vitest'
import { fault } from '../../../contract/faults.ts'
import type { SystemId } from '../../../contract/ids.ts'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import type { PostResult, WebhookPost } from '../../webhook/webhook-client.ts'
import { FaultBook } from './book.ts'
import { faultyWebhooks } from './faulty-webhooks.ts'

const clock = new ManualClock()
const machine = new ManualClock()
let book: FaultBook
let posted: WebhookPost[]
let client: ReturnType<typeof faultyWebhooks>

beforeEach(() => {
  book = new FaultBook({ seed: 1, clock, machine })
  posted = []
  const post = (given: WebhookPost): Promise<PostResult> => {
    posted.push(given)
    const sent = { startedAt: clock.now(), durationMs: 1, requestHeaders: {} }
    return Promise.resolve({
      ...{ kind: 'answer', ...sent, status: 200, headers: {}, body: Buffer.alloc(0), bodyEnd: 'complete' },
    })
  }
  client = faultyWebhooks({ post, close: () => Promise.resolve() }, { book, clock, machine })
})

const signature = { 'webhook-id': 'W', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }
const event = (fields: Partial<WebhookPost> = {}): WebhookPost => ({
  ...{ systemId: 'A' as SystemId, url: 'http://127.0.0.1:1/hook', signature, timeoutMs: 10_000 },
  body: JSON.stringify({ type: 'connection.created', channel_id: 'C' }),
  ...fields,
})
const arm = (effect: object, match: object = {}) =>
  book.put([fault.parse({ id: 'hook', at: 'webhook', effect, match })])
const hits = () => book.list()[0]?.hits

test.each([
  [{ type: 'auth' }],
  [{ url: 'http://127.0.0.1:1/other' }],
  [{ channelId: 'D' }],
  [{ systemId: 'B' }],
])('one that the match does not name is posted: %j', async (match) => {
  await arm({ kind: 'unreachable' }, match)
  expect(await client.post(event())).toMatchObject({ kind: 'answer', status: 200 })
  expect([posted.length, hits()]).toEqual([1, 0])
})

test('an endpoint that cannot be reached is sent nothing', async () => {
  await arm(
    { kind: 'unreachable' },
    { type: 'connection.created', url: 'http://127.0.0.1:1/', channelId: 'C' },
  )
  expect(await client.post(event())).toMatchObject({ kind: 'failure', failure: { class: 'refused' } })
  expect([posted.length, hits()]).toEqual([0, 1])
})

test('a question has the type auth', async () => {
  await arm({ kind: 'answer', status: 500 }, { type: 'auth' })
  const question = event({ body: JSON.stringify({ channel_id: 'C', role: 'rtmprelay' }) })
  const result = await client.post(question)
  expect(result).toMatchObject({ kind: 'answer', status: 500, bodyEnd: 'complete' })
  expect(result.requestHeaders).toMatchObject({ ...signature, 'user-agent': 'Airdesk' })
  expect(posted).toEqual([])
})

test('what is late is posted later, with what is left of its time', async () => {
  await arm({ kind: 'delay', delayMs: 4000 })
  const result = client.post(event())
  machine.advance(3999)
  expect(posted).toEqual([])
  machine.advance(1)
  expect(await result).toMatchObject({ kind: 'answer', durationMs: 4000 })
  expect(posted.map(({ timeoutMs }) => timeoutMs)).toEqual([6000])
})

test('what is too late has no answer', async () => {
  await arm({ kind: 'delay', delayMs: 60_000 })
  const result = client.post(event())
  machine.advance(10_000)
  expect(await result).toMatchObject({ kind: 'failure', failure: { class: 'timeout' }, durationMs: 10_000 })
  expect(posted).toEqual([])
})

test('what waits ends with the service', async () => {
  await arm({ kind: 'delay', delayMs: 60_000 })
  const result = client.post(event())
  await client.close()
  expect(await result).toMatchObject({ kind: 'failure' })
})
