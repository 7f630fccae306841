import { afterEach, beforeEach, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { receiveWebhooks } from './webhooks.ts'
import type { Webhooks } from './webhooks.ts'

const CREATED = 'connection.created'
const UPDATED = 'connection.updated'
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
let webhooks: Webhooks
beforeEach(async () => (webhooks = await receiveWebhooks({ secret: SECRET })))
afterEach(() => webhooks.close())

const signed = (body: string, at = new Date()) => ({
  'webhook-id': 'w1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(SECRET).sign('w1', at, body),
})

async function send(body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body)
  const response = await fetch(webhooks.url, { method: 'POST', body: text, headers: { ...headers } })
  return { status: response.status, body: (await response.json()) as unknown }
}

it('answers as the script says, by type first, then in order, then as usual', async () => {
  webhooks.answer({ status: 503 }, { body: { allow: false } })
  webhooks.answerTo(CREATED, { status: 418 })
  expect(await send({ type: 'other' })).toEqual({ status: 503, body: {} })
  expect(await send({ type: 'connection.created' })).toMatchObject({ status: 418 })
  expect(await send({ label: 'Service RTMP' })).toEqual({ status: 200, body: { allow: false } })
  expect(await send({ label: 'Service RTMP' })).toMatchObject({ body: { allow: true } })
  webhooks.answerAlways(({ body }) => ({ body: { echo: body['n'] } }))
  expect(await send({ type: 'x', n: 3 })).toEqual({ status: 200, body: { echo: 3 } })
})

it('lets in whoever asks, unless an answer has a body of its own', async () => {
  webhooks.answer({ delayMs: 1 }, () => ({}), { body: {} })
  for (const body of [{ allow: true, allowed: true }, { allow: true, allowed: true }, {}])
    expect(await send({ label: 'Service RTMP' })).toEqual({ status: 200, body })
})

it('tells who waits next what a scripted answer threw', async () => {
  webhooks.answer(() => {
    throw new Error('not this one')
  })
  await expect(send({ type: CREATED })).rejects.toThrow('fetch failed')
  await expect(webhooks.waitFor(CREATED)).rejects.toThrow('not this one')
  expect(await webhooks.waitFor(CREATED)).toMatchObject({ type: CREATED })
})

it('cuts a connection, and answers late', async () => {
  webhooks.answer({ cut: true }, { delayMs: 30, status: 202 })
  await expect(send({ type: 'x' })).rejects.toThrow('fetch failed')
  const before = performance.now()
  expect(await send({ type: 'x' })).toMatchObject({ status: 202 })
  expect(performance.now() - before).toBeGreaterThan(25)
})

it('gives each webhook once, also what came before it was waited for', async () => {
  await send({ type: CREATED, channel_id: '1' })
  await send({ type: CREATED, channel_id: '2' })
  expect((await webhooks.waitFor(CREATED)).body.channel_id).toBe('1')
  expect((await webhooks.waitFor(CREATED)).body.channel_id).toBe('2')
  const next = webhooks.waitFor(CREATED, ({ body }) => body.channel_id === '4')
  await send({ type: CREATED, channel_id: '3' })
  await send({ type: CREATED, channel_id: '4' })
  expect((await next).body.channel_id).toBe('4')
})

it('knows the members of a body by its type, and by the label where both kinds of channels send it', async () => {
  await send({ type: 'connection.destroyed', label: 'Service SFU', data: { reason: 'bye' } })
  const { body } = await webhooks.waitFor('connection.destroyed')
  // @ts-expect-error Only WebRTC channels tell it.
  expect(body.data.reason).toBe('bye')
  if (body.label !== 'Service SFU') throw new Error('it is of RTMP')
  const reason: string = body.data.reason
  expect(reason).toBe('bye')
  webhooks.answerTo('auth', (asked) => ({ body: { allow: asked.body.channel_id === 'mine' } }))
  expect(await send({ channel_id: 'mine' })).toMatchObject({ body: { allow: true } })
  // Of what came, whatever it is, no member is known.
  const first: unknown = webhooks.received[0]?.body['data']
  expect(first).toEqual({ reason: 'bye' })
})

it('says what came instead', async () => {
  await send({ type: UPDATED })
  const waiting = webhooks.waitFor(CREATED, undefined, { timeoutMs: 1 })
  await expect(waiting).rejects.toThrow(`No webhook ${CREATED} within 0.001 s. There came: ${UPDATED}.`)
})

it('verifies signatures, whatever time the clock of the service has', async () => {
  const text = JSON.stringify({ type: CREATED })
  await send({ type: CREATED }, signed(text, new Date('2040-01-01')))
  await send({ type: CREATED }, signed(`${text} `))
  await send({ type: CREATED })
  expect(webhooks.received.map(({ verified }) => verified)).toEqual([true, false, false])
})

it('closes although an answer is still due', async () => {
  webhooks.answer({ delayMs: 600_000 })
  const sent = send({ type: UPDATED })
  await webhooks.waitFor(UPDATED)
  await Promise.all([webhooks.close(), expect(sent).rejects.toThrow('fetch failed')])
})
