import fastifyCookie from '@fastify/cookie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unaudited } from '../../../../../test/support/audit.ts'
import { addChannel, addWebrtcHlsChannel } from '../../../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../../../test/support/database.ts'
import { startEndpoint } from '../../../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../../../test/support/http-endpoint.ts'
import { testIdentity } from '../../../../../test/support/identity.ts'
import { ManualClock } from '../../../../../test/support/manual-clock.ts'
import { waitFor } from '../../../../../test/support/wait-for.ts'
import { webhookParts } from '../../../../../test/support/webhook-parts.ts'
import type { WebhookParts } from '../../../../../test/support/webhook-parts.ts'
import {
  redeliverAllResponse,
  SAMPLE_CONNECTION,
  sampleWebhookResponse,
  webhookDetail,
  webhookEndpoints,
  webhookList,
} from '../../../../contract/console/webhooks.ts'
import { webhookApi } from '../../../../contract/console/webhooks.ts'
import { SAMPLE_TYPES } from '../../../../contract/console/words.ts'
import { sfuEvent } from '../../../../contract/sfu-webhooks.ts'
import { archiveEvent, rtmpEvent } from '../../../../contract/webhook-bodies.ts'
import { refusalResponse } from '../../../../contract/refusal/refusal-response.ts'
import type { AccessTokenId, ConnectionId, SystemId } from '../../../../contract/ids.ts'
import { createLogger } from '../../../../platform/logger.ts'
import { ensureFirstSystem } from '../../../identity/first-system.ts'
import type { Identity } from '../../../identity/identity.ts'
import type { Permissions } from '../../../identity/user.ts'
import type { RtmpChannel } from '../../../connection/dependencies.ts'
import { channelRepository } from '../../../store/channels.ts'
import type { Database } from '../../../store/database.ts'
import { createHttpServer, listen } from '../../http/server.ts'
import type { Listening } from '../../http/server.ts'
import { consoleForm } from '../error-form.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { mountArea } from '../mount.ts'

const UNKNOWN = '0123456789ABCDEFGHJKMNPQRS'
const NOTHING: Permissions = { delivery: false, view: true, schedule: true, user: true }

let clock: ManualClock
let db: Database
let identity: Identity
let webhooks: WebhookParts
let channel: RtmpChannel
let endpoint: HttpEndpoint
let status: number
let listening: Listening
let base: string
let cookie: string

beforeEach(async () => {
  clock = new ManualClock(Date.now())
  db = openTestDatabase()
  identity = testIdentity(clock, db)
  webhooks = webhookParts(db, clock)
  const { system, master } = await ensureFirstSystem(identity, clock, {})
  channel = addChannel(db, { systemId: system.id, tokenId: tokenOf(), webhookSecret: '' })
  cookie = identity.sessions.open(master, 'console').token
  status = 200
  endpoint = await startEndpoint((_request, response) => response.writeHead(status).end('answer'))
  webhooks.dispatcher.start()
  await startServer()
})
afterEach(async () => {
  await listening.close()
  await webhooks.dispatcher.close(0)
  await endpoint.close()
  db.close()
})

function tokenOf(): AccessTokenId {
  const tokenId = db.prepare<[], AccessTokenId>('SELECT id FROM access_tokens LIMIT 1').pluck().get()
  if (tokenId === undefined) throw new Error('the first system has no token')
  return tokenId
}

async function startServer(): Promise<void> {
  const server = createHttpServer({ form: consoleForm, logger: createLogger('silent') })
  await server.register(fastifyCookie)
  const handlers = webhookRoutes({
    webhooks: webhooks.log,
    option: {
      channels: {
        find: (systemId, channelId) => {
          const found = channelRepository(db).find(channelId)
          return found?.systemId === systemId ? found : null
        },
      },
    },
  })
  mountArea(server, webhookApi, handlers, {
    door: identity,
    cookieName: 'airdesk_test',
    administration: { ownsInstallation: () => true },
    audit: unaudited,
    viewAs: { of: () => null },
    emulator: null,
  })
  listening = await listen(server, { host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${listening.port}/console/api/webhooks`
}

function call(path: string, body?: object, token = cookie): Promise<Response> {
  return fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      cookie: `airdesk_test=${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function refusal(response: Promise<Response>) {
  const answer = await response
  const { error } = refusalResponse.parse(await answer.json())
  const members = error.problems.map(({ path }) => path)
  return { status: answer.status, code: error.code, ...(members.length > 0 ? { members } : {}) }
}

function append(minutes: number): void {
  const client = { channelId: channel.channelId, connectionId: 'N' as ConnectionId }
  const usage = { minutes, receivedBytes: 0 }
  const url = `${endpoint.url}/hook?token=1`
  webhooks.outbox.append({ systemId: channel.systemId, client, url, type: 'connection.updated', usage })
}

const states = () => db.prepare('SELECT state FROM webhook_events ORDER BY sequence').pluck().all()
const inState = (state: string, count: number) =>
  waitFor(() => states().filter((s) => s === state).length === count, `${count} events ${state}`)
const list = async (query = '') => webhookList.parse(await (await call(query)).json())

/** A system with a user of its own, who may do everything there. */
function signInElsewhere(): string {
  const systemId = 'OTHER' as SystemId
  db.prepare(
    `INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at)
     VALUES (?, 'other', 'UTC', '', 'whsec_AAAA', 0)`,
  ).run(systemId)
  return signInAs(systemId, { ...NOTHING, delivery: true })
}

function signInAs(systemId: SystemId, permissions: Permissions): string {
  const user = {
    systemId,
    name: 'Mio',
    email: `${systemId}-mio@example.test`,
    passwordHash: '',
    isMaster: false,
    permissions,
    createdAt: 0,
  }
  return identity.sessions.open({ ...user, id: identity.store.users.insert(user) }, 'console').token
}

describe('what was sent', () => {
  it('is listed by pages and filters', async () => {
    for (let minute = 1; minute <= 3; minute++) append(minute)
    await inState('delivered', 3)
    const first = await list('?limit=2')
    expect(first).toMatchObject({ events: [{ sequence: 3, lastStatus: 200 }, { sequence: 2 }], before: 2 })
    expect(await list(`?limit=2&before=2`)).toMatchObject({ events: [{ sequence: 1 }], before: null })
    expect((await list('?state=dead')).events).toEqual([])
    expect((await list(`?channel=${channel.channelId}&type=connection.updated`)).events).toHaveLength(3)
    expect((await list(`?url=${encodeURIComponent(`${endpoint.url}/hook?token=1`)}`)).events).toHaveLength(3)
    expect((await list(`?search=${encodeURIComponent('"minutes":2')}`)).events).toHaveLength(1)
  })

  it('is shown with every attempt', async () => {
    append(1)
    await inState('delivered', 1)
    const [event] = (await list()).events
    const detail = webhookDetail.parse(await (await call(`/${event?.id ?? ''}`)).json())
    expect(detail).toMatchObject({
      url: `${endpoint.url}/hook?token=1`,
      body: endpoint.received[0]?.text,
      attemptsMade: [{ number: 1, status: 200, responseBody: 'answer' }],
    })
    expect(detail.attemptsMade[0]?.requestHeaders?.['webhook-id']).toBe(event?.id)
  })

  it('is summed up by endpoint', async () => {
    append(1)
    await inState('delivered', 1)
    const { endpoints } = webhookEndpoints.parse(await (await call('/endpoints')).json())
    expect(endpoints).toMatchObject([{ url: `${endpoint.url}/hook?token=1`, pending: 0, lastStatus: 200 }])
  })
})

describe('a sample', () => {
  const told = (kind: 'rtmp' | 'webrtc') => {
    const system = { systemId: channel.systemId, tokenId: tokenOf(), webhookSecret: '' }
    const settings = { event_webhook_url: `${endpoint.url}/hook` }
    return kind === 'rtmp' ? addChannel(db, system, settings) : addWebrtcHlsChannel(db, system, settings)
  }

  it.each([
    ...SAMPLE_TYPES.rtmp.map((type) => ['rtmp', type] as const),
    ...SAMPLE_TYPES.webrtc.map((type) => ['webrtc', type] as const),
  ])('of a %s channel, %s, is sent signed, in the form of the real one', async (kind, type) => {
    const { channelId } = told(kind)
    const answer = await call('/sample', { channelId, type })
    const { id } = sampleWebhookResponse.parse(await answer.json())
    await inState('delivered', 1)
    const [received] = endpoint.received
    expect(received?.headers).toMatchObject({
      'webhook-id': id,
      'webhook-signature': expect.any(String) as string,
    })
    const body = JSON.parse(received?.text ?? '') as object
    const form = kind === 'webrtc' ? sfuEvent : type.startsWith('archive.') ? archiveEvent : rtmpEvent
    expect(form.parse(body)).toMatchObject({
      type,
      channel_id: channelId,
      connection_id: SAMPLE_CONNECTION,
    })
    expect((await list()).events[0]).toMatchObject({ id, connectionId: SAMPLE_CONNECTION })
  })

  it('is refused for a type that the channel never tells, and where nothing is told', async () => {
    const wrong = call('/sample', { channelId: told('webrtc').channelId, type: 'archive.created' })
    expect(await refusal(wrong)).toMatchObject({ status: 400, members: ['type'] })
    const deaf = call('/sample', { channelId: channel.channelId, type: 'connection.created' })
    expect(await refusal(deaf)).toMatchObject({ status: 400, members: ['channelId'] })
    expect((await refusal(call('/sample', { channelId: UNKNOWN, type: 'auth' }))).status).toBe(404)
  })
})

describe('sending again', () => {
  it('one', async () => {
    append(1)
    await inState('delivered', 1)
    const [event] = (await list()).events
    const answer = await call(`/${event?.id ?? ''}/redeliver`, {})
    expect([answer.status, await answer.json()]).toEqual([200, {}])
    await waitFor(() => endpoint.received.length === 2, 'the second delivery')
    await waitFor(async () => (await list()).events[0]?.attempts === 2, 'the second attempt')
    const { name } = identity.sessions.authenticate(cookie, 'console')?.user ?? { name: '' }
    expect((await list()).events).toMatchObject([{ lastAskedBy: name }])
  })

  it('all that was given up', async () => {
    status = 410
    append(1)
    append(2)
    await inState('dead', 2)
    status = 200
    const answer = await call('/redeliver', { state: 'dead', channelId: channel.channelId })
    expect(redeliverAllResponse.parse(await answer.json())).toEqual({ count: 2 })
    await inState('delivered', 2)
  })

  it('never a question', async () => {
    const client = { channelId: channel.channelId, connectionId: 'N' as ConnectionId }
    await webhooks.auth.decide({ systemId: channel.systemId, client, url: endpoint.url })
    const [question] = (await list()).events
    expect(question).toMatchObject({ kind: 'auth', state: 'denied' })
    expect(await refusal(call(`/${question?.id ?? ''}/redeliver`, {}))).toMatchObject({
      status: 409,
      code: 'NOT_REDELIVERABLE',
    })
  })
})

describe('refused', () => {
  it.each([
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?before=0', 'before'],
    ['?before=-1', 'before'],
    ['?before=x', 'before'],
    ['?before=9999999999999999', 'before'],
    ['?state=gone', 'state'],
    ['?channel=', 'channel'],
    [`?search=${'x'.repeat(2049)}`, 'search'],
    ['?url=a&url=b', 'url'],
  ])('is the list with %s', async (query, member) => {
    expect(await refusal(call(query))).toEqual({ status: 400, code: 'BAD_REQUEST', members: [member] })
  })

  it.each([
    [{}, 'state'],
    [{ state: 'pending' }, 'state'],
    [{ state: 'dead', url: 1 }, 'url'],
    [{ state: 'dead', url: '' }, 'url'],
    [{ state: 'dead', channelId: null }, 'channelId'],
    [{ state: 'dead', since: '0' }, 'since'],
    [{ state: 'dead', since: -1 }, 'since'],
    [{ state: 'dead', since: 0.5 }, 'since'],
  ])('is redelivery of all with %j', async (body, member) => {
    expect(await refusal(call('/redeliver', body))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      members: [member],
    })
  })

  it('is what does not exist', async () => {
    for (const id of [UNKNOWN, 'short', '..%2f..', "'"]) {
      expect(await refusal(call(`/${id}`))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(await refusal(call(`/${id}/redeliver`, {}))).toMatchObject({ status: 404 })
    }
  })

  const everyRoute = (id: string, token: string) => [
    call('', undefined, token),
    call('/endpoints', undefined, token),
    call(`/${id}`, undefined, token),
    call(`/${id}/redeliver`, {}, token),
    call('/redeliver', { state: 'dead' }, token),
    call('/sample', { channelId: channel.channelId, type: 'connection.created' }, token),
  ]

  it('is who is not signed in, and who is no operator', async () => {
    for (const answer of everyRoute(UNKNOWN, 'nobody')) expect((await refusal(answer)).status).toBe(401)
    const viewer = signInAs(channel.systemId, NOTHING)
    for (const answer of everyRoute(UNKNOWN, viewer)) expect((await refusal(answer)).status).toBe(403)
  })

  it('is the operator of another system: nothing of this one exists there', async () => {
    status = 410
    append(1)
    await inState('dead', 1)
    const [event] = (await list()).events
    const elsewhere = signInElsewhere()
    const [all, endpoints, one, again, everything, sample] = await Promise.all(
      everyRoute(event?.id ?? '', elsewhere),
    )
    expect(await all?.json()).toEqual({ events: [], before: null })
    expect(await endpoints?.json()).toEqual({ endpoints: [] })
    expect([one?.status, again?.status]).toEqual([404, 404])
    expect(await everything?.json()).toEqual({ count: 0 })
    expect(sample?.status).toBe(404)
    expect(states()).toEqual(['dead'])
  })
})
