import fastifyCookie from '@fastify/cookie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unaudited } from '../../../../../test/support/audit.ts'
import { Webhook } from 'standardwebhooks'
import { openTestDatabase } from '../../../../../test/support/database.ts'
import { testIdentity } from '../../../../../test/support/identity.ts'
import { ManualClock } from '../../../../../test/support/manual-clock.ts'
import { waitFor } from '../../../../../test/support/wait-for.ts'
import { webhookParts } from '../../../../../test/support/webhook-parts.ts'
import type { WebhookParts } from '../../../../../test/support/webhook-parts.ts'
import {
  catcherList,
  catcherView,
  caughtRequestDetail,
  caughtRequests,
} from '../../../../contract/console/catchers.ts'
import { catcherApi } from '../../../../contract/console/catchers.ts'
import type { NewCatcher } from '../../../../contract/console/catchers.ts'
import { sampleWebhookResponse } from '../../../../contract/console/webhooks.ts'
import { SAMPLE_TYPES } from '../../../../contract/console/words.ts'
import { refusalResponse } from '../../../../contract/refusal/refusal-response.ts'
import type { SystemId } from '../../../../contract/ids.ts'
import { createLogger } from '../../../../platform/logger.ts'
import { Catchers } from '../../../catcher/catchers.ts'
import { ensureFirstSystem } from '../../../identity/first-system.ts'
import type { Identity } from '../../../identity/identity.ts'
import type { Permissions } from '../../../identity/user.ts'
import { catcherRepository } from '../../../store/catchers.ts'
import type { Database } from '../../../store/database.ts'
import { BODY_LIMIT_BYTES, createHttpServer, listen } from '../../http/server.ts'
import type { Listening } from '../../http/server.ts'
import { consoleForm } from '../error-form.ts'
import { catcherRoutes } from './catcher-routes.ts'
import { isOfThisMachine } from '../../../../platform/net/this-machine.ts'
import { mountArea } from '../mount.ts'

const CATCHER: NewCatcher = { name: 'first', answer: { kind: 'allow' }, delayMs: 0 }
const VIEWER: Permissions = { delivery: false, view: true, schedule: true, user: true }

let clock: ManualClock
let db: Database
let identity: Identity
let webhooks: WebhookParts
let systemId: SystemId
let secret: string
let listening: Listening
let origin: string
let cookie: string

beforeEach(async () => {
  clock = new ManualClock(Date.now())
  db = openTestDatabase()
  identity = testIdentity(clock, db)
  webhooks = webhookParts(db, clock)
  const { system, master } = await ensureFirstSystem(identity, clock, {})
  systemId = system.id
  secret = system.webhookSecret
  cookie = identity.sessions.open(master, 'console').token
  webhooks.dispatcher.start()
  await startServer()
})
afterEach(async () => {
  await listening.close()
  await webhooks.dispatcher.close(0)
  db.close()
})

async function startServer(): Promise<void> {
  const server = createHttpServer({ form: consoleForm, logger: createLogger('silent') })
  await server.register(fastifyCookie)
  const catchers = new Catchers({ clock, transactions: db, store: catcherRepository(db) })
  const handlers = catcherRoutes({ catchers, clock, hookBaseUrl: () => origin, webhooks: webhooks.log })
  mountArea(server, catcherApi, handlers, {
    door: identity,
    cookieName: 'airdesk_test',
    administration: { ownsInstallation: () => true },
    audit: unaudited,
    viewAs: { of: () => null },
    emulator: null,
  })
  listening = await listen(server, { host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${listening.port}`
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

function call(method: Method, path: string, body?: object, token = cookie): Promise<Response> {
  return fetch(`${origin}/console/api/catchers${path}`, {
    method,
    headers: {
      cookie: `airdesk_test=${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const send = (name: string, init: RequestInit = {}, query = '') =>
  fetch(`${origin}/hooks/${name}${query}`, { method: 'POST', ...init })

async function refusal(response: Promise<Response>) {
  const answer = await response
  const { error } = refusalResponse.parse(await answer.json())
  const members = error.problems.map(({ path }) => path)
  return { status: answer.status, code: error.code, ...(members.length > 0 ? { members } : {}) }
}

const make = (change: Partial<NewCatcher> = {}) => call('POST', '', { ...CATCHER, ...change })
const arrived = async (name = 'first') =>
  caughtRequests.parse(await (await call('GET', `/${name}/requests`)).json()).requests

describe('a catcher', () => {
  it('is made, listed, changed and deleted', async () => {
    const made = catcherView.parse(await (await make()).json())
    expect(made).toEqual({
      ...{ ...CATCHER, url: `${origin}/hooks/first`, requests: 0, lastArrivedAt: null },
    })
    const script = { answer: { kind: 'refuse', reason: '期限切れ' }, delayMs: 30_000 }
    const changed = catcherView.parse(await (await call('PUT', '/first', script)).json())
    expect(changed).toMatchObject(script)
    expect(catcherList.parse(await (await call('GET', '')).json())).toEqual({ catchers: [changed] })
    expect(await (await call('DELETE', '/first')).json()).toEqual({})
    expect(await (await call('GET', '')).json()).toEqual({ catchers: [] })
    expect((await refusal(send('first'))).status).toBe(404)
  })

  it('takes any body without a session and keeps it', async () => {
    await make()
    const body = 'not { JSON'
    const headers = { 'content-type': 'text/csv', authorization: 'Bearer x' }
    const answer = await send('first', { body, headers }, '?event=1')
    expect([answer.status, await answer.json()]).toEqual([200, { allow: true }])
    expect((await send('first')).status).toBe(200)
    const [, first] = await arrived()
    const detail = await call('GET', `/first/requests/${first?.sequence ?? 0}`)
    expect(caughtRequestDetail.parse(await detail.json())).toMatchObject({
      ...{ body, query: 'event=***', status: 200, bodyBytes: body.length, type: null },
      headers: { 'content-type': 'text/csv', authorization: '***' },
    })
  })

  it.each([
    [500, 'no', 'text/plain; charset=utf-8'],
    [201, '{"ok":1}', 'application/json; charset=utf-8'],
    [204, '', null],
    [302, '', 'text/plain; charset=utf-8'],
    [599, '', 'text/plain; charset=utf-8'],
  ])('answers %i with %j', async (status, body, type) => {
    await make({ answer: { kind: 'custom', status, body } })
    const answer = await send('first', { redirect: 'manual' })
    expect(answer.status).toBe(status)
    expect([await answer.text(), answer.headers.get('content-type')]).toEqual([body, type])
  })

  it('has what arrived before it answers, when it is slow', async () => {
    await make({ delayMs: 20_000 })
    const answer = send('first')
    await waitFor(async () => (await arrived()).length === 1, 'the request')
    const quick = await Promise.race([answer, arrived()])
    expect(Array.isArray(quick)).toBe(true)
    clock.advance(20_000)
    expect((await answer).status).toBe(200)
  })

  it.each(SAMPLE_TYPES.rtmp)('gets a sample of %s, signed, that the log knows', async (type) => {
    await make()
    const answer = await call('POST', '/first/sample', { type })
    const { id } = sampleWebhookResponse.parse(await answer.json())
    await waitFor(async () => (await arrived()).length === 1, 'the sample')
    const [request] = await arrived()
    expect(request).toMatchObject({ type, webhookId: id })
    const detail = caughtRequestDetail.parse(
      await (await call('GET', `/first/requests/${request?.sequence ?? 0}`)).json(),
    )
    expect(new Webhook(secret).verify(detail.body, detail.headers)).toMatchObject({ type })
    await waitFor(
      () => webhooks.log.find(systemId, id as never)?.state === 'delivered',
      'the answer in the log',
    )
  })
})

describe('refused', () => {
  it.each([
    ['nothing', ['answer', 'delayMs', 'name'], {}],
    ['a name with other letters', ['name'], { ...CATCHER, name: 'Größe' }],
    ['an empty name', ['name'], { ...CATCHER, name: '' }],
    ['a long name', ['name'], { ...CATCHER, name: 'x'.repeat(41) }],
    ['a path for a name', ['name'], { ...CATCHER, name: '../x' }],
    ['a delay below 0', ['delayMs'], { ...CATCHER, delayMs: -1 }],
    ['a delay above 30 s', ['delayMs'], { ...CATCHER, delayMs: 30_001 }],
    ['a delay in text', ['delayMs'], { ...CATCHER, delayMs: '5' }],
    ['an answer in text', ['answer'], { ...CATCHER, answer: 'allow' }],
    ['an answer of another kind', ['answer.kind'], { ...CATCHER, answer: { kind: 'maybe' } }],
    ['a refusal without reason', ['answer.reason'], { ...CATCHER, answer: { kind: 'refuse' } }],
    ['a long reason', ['answer.reason'], { ...CATCHER, answer: { kind: 'refuse', reason: 'x'.repeat(257) } }],
    ['status 199', ['answer.status'], { ...CATCHER, answer: { kind: 'custom', status: 199, body: '' } }],
    ['status 600', ['answer.status'], { ...CATCHER, answer: { kind: 'custom', status: 600, body: '' } }],
    [
      'a body that is no text',
      ['answer.body'],
      { ...CATCHER, answer: { kind: 'custom', status: 200, body: null } },
    ],
    [
      'a long body',
      ['answer.body'],
      { ...CATCHER, answer: { kind: 'custom', status: 200, body: 'x'.repeat(16_385) } },
    ],
  ])('is %s', async (_, members, body) => {
    const expected = { status: 400, code: 'BAD_REQUEST', members }
    expect(await refusal(call('POST', '', body))).toEqual(expected)
    await make()
    const ofScript = members.filter((member) => member !== 'name')
    if (ofScript.length === 0) return
    expect(await refusal(call('PUT', '/first', body))).toEqual({ ...expected, members: ofScript })
  })

  it('is a name that is taken, a sample that is none, and what does not exist', async () => {
    await make()
    expect(await refusal(make())).toMatchObject({ status: 409, code: 'NAME_TAKEN' })
    const wrong = call('POST', '/first/sample', { type: 'auth' })
    expect(await refusal(wrong)).toMatchObject({ status: 400, members: ['type'] })
    for (const path of ['/first/requests/1', '/first/requests/x', '/other/requests', '/A%2fB/requests']) {
      const code = expect.stringContaining('NOT_FOUND') as string
      expect(await refusal(call('GET', path))).toMatchObject({ status: 404, code })
    }
    for (const name of ['other', 'NO', '..%2f..', '%00', 'x'.repeat(200)]) {
      expect((await refusal(send(name))).status).toBe(404)
    }
  })

  it('is another method, a page of another site, and a body that is too large', async () => {
    await make()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await send('first', { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
    const page = send('first', { headers: { origin: 'https://elsewhere.example' } })
    expect(await refusal(page)).toMatchObject({ status: 403, code: 'FORBIDDEN_ORIGIN' })
    const large = send('first', { body: new Uint8Array(BODY_LIMIT_BYTES + 1) })
    expect(await refusal(large)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    expect(await arrived()).toEqual([])
  })

  it('is another machine', () => {
    const from = (remoteAddress: string | undefined, localAddress = '192.0.2.1') =>
      isOfThisMachine({ remoteAddress, localAddress })
    for (const own of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', '192.0.2.1']) {
      expect(from(own), own).toBe(true)
    }
    for (const foreign of ['192.0.2.2', '::ffff:192.0.2.2', '2001:db8::1', undefined]) {
      expect(from(foreign), foreign).toBe(false)
    }
  })

  const everyRoute = (token: string) => [
    call('GET', '', undefined, token),
    call('POST', '', { ...CATCHER, name: 'second' }, token),
    call('PUT', '/first', CATCHER, token),
    call('DELETE', '/first', undefined, token),
    call('POST', '/first/sample', { type: 'connection.created' }, token),
    call('GET', '/first/requests', undefined, token),
    call('GET', '/first/requests/1', undefined, token),
  ]

  it('is who is not signed in, and who is no operator', async () => {
    await make()
    await send('first')
    for (const answer of everyRoute('nobody')) expect((await refusal(answer)).status).toBe(401)
    for (const answer of everyRoute(signInAs(systemId, VIEWER))) {
      expect((await refusal(answer)).status).toBe(403)
    }
    expect(await arrived()).toHaveLength(1)
  })

  it('is the operator of another system: only the name is taken there', async () => {
    await make()
    await send('first')
    const other = 'OTHER' as SystemId
    db.prepare(
      `INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at)
       VALUES (?, 'other', 'UTC', '', 'whsec_AAAA', 0)`,
    ).run(other)
    const token = signInAs(other, { ...VIEWER, delivery: true })
    const [list, , ...rest] = await Promise.all(everyRoute(token))
    expect(
      ((await list?.json()) as { catchers: { name: string }[] }).catchers.map(({ name }) => name),
    ).not.toContain('first')
    expect(rest.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await refusal(call('POST', '', CATCHER, token))).code).toBe('NAME_TAKEN')
    expect(await arrived()).toHaveLength(1)
  })
})

function signInAs(system: SystemId, permissions: Permissions): string {
  const user = {
    ...{ systemId: system, name: 'Mio', email: `${system}-mio@example.test` },
    ...{ passwordHash: '', isMaster: false, permissions, createdAt: 0 },
  }
  return identity.sessions.open({ ...user, id: identity.store.users.insert(user) }, 'console').token
}
