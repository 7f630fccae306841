import fastifyCookie from '@fastify/cookie'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unaudited } from '../../../../../test/support/audit.ts'
import { openTestDatabase } from '../../../../../test/support/database.ts'
import { testIdentity } from '../../../../../test/support/identity.ts'
import { inEnglish } from '../../../../../test/support/in-english.ts'
import { ManualClock } from '../../../../../test/support/manual-clock.ts'
import { someCall } from '../../../../../test/support/request-log.ts'
import { requestApi } from '../../../../contract/console/requests.ts'
import type { RequestDetail, RequestList } from '../../../../contract/console/requests.ts'
import type { SystemId } from '../../../../contract/ids.ts'
import { newId } from '../../../../platform/ids.ts'
import { createLogger } from '../../../../platform/logger.ts'
import { ensureFirstSystem } from '../../../identity/first-system.ts'
import type { FirstSystem } from '../../../identity/first-system.ts'
import type { Identity } from '../../../identity/identity.ts'
import { createSystem } from '../../../identity/systems.ts'
import type { Permissions, User } from '../../../identity/user.ts'
import { BatchedRequestLog } from '../../../request-log/log.ts'
import { requestLogReader } from '../../../request-log/reading.ts'
import { requestLogStore } from '../../../store/request-log.ts'
import { createHttpServer, listen } from '../../http/server.ts'
import type { Listening } from '../../http/server.ts'
import { consoleForm } from '../error-form.ts'
import { requestLogRoutes } from './request-log-routes.ts'
import { mountArea } from '../mount.ts'

const NOTHING: Permissions = { delivery: false, view: false, schedule: false, user: false }
const logger = createLogger('silent')

let clock: ManualClock
let identity: Identity
let first: FirstSystem
let log: BatchedRequestLog
let listening: Listening
let systems: number

beforeEach(async () => {
  clock = new ManualClock()
  systems = 1
  identity = testIdentity(clock, openTestDatabase())
  first = await ensureFirstSystem(identity, clock, {})
  const store = requestLogStore(':memory:', logger)
  log = new BatchedRequestLog({ store, clock, logger })
  const server = createHttpServer({ form: consoleForm, logger })
  await server.register(fastifyCookie)
  const handlers = requestLogRoutes({
    requests: requestLogReader(log, store),
    onlySystem: () => systems === 1,
  })
  mountArea(server, requestApi, handlers, {
    door: identity,
    cookieName: 'session',
    administration: { ownsInstallation: () => true },
    audit: unaudited,
    viewAs: { of: () => null },
    emulator: null,
  })
  listening = await listen(server, { host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await listening.close()
  log.close()
})

const record = (systemId: SystemId | null, caller: string | null, more: object = {}) =>
  log.record(someCall({ systemId, caller, ...more }))

async function get(path: string, user: User | null = first.master) {
  const headers: Record<string, string> =
    user === null ? {} : { cookie: `session=${identity.sessions.open(user, 'console').token}` }
  const response = await fetch(`http://127.0.0.1:${listening.port}/console/api/requests${path}`, {
    headers,
  })
  return { status: response.status, body: inEnglish(await response.json()) }
}
async function callersOf(path: string, user?: User) {
  const { status, body } = await get(path, user)
  expect(status).toBe(200)
  return (body as RequestList).requests.map(({ caller }) => caller)
}
function addUser(systemId: SystemId, permissions: Partial<Permissions>): User {
  const user = {
    ...{
      systemId,
      name: 'Ann',
      email: `${newId()}@example.test`,
      passwordHash: '',
      isMaster: false,
      createdAt: 0,
    },
    permissions: { ...NOTHING, ...permissions },
  }
  return { ...user, id: identity.store.users.insert(user) }
}

it('lists calls without their bodies, newest first, page by page', async () => {
  for (const caller of ['a', 'b', 'c']) record(first.system.id, caller, { at: 5 })
  const { body } = await get('?limit=2')
  const { requests, next } = body as RequestList
  expect(requests.map(({ caller }) => caller)).toEqual(['c', 'b'])
  const { systemId: _, request: __, response: ___, ...view } = someCall()
  expect(requests[0]).toEqual({ ...view, id: 3, at: 5, caller: 'c' })
  expect((await get(`?limit=2&before=${String(next)}`)).body).toMatchObject({
    requests: [{ caller: 'a' }],
    next: null,
  })
})

it('filters', async () => {
  record(first.system.id, 'a', { api: 'option', operation: 'GET /api/user', at: 100 })
  record(first.system.id, 'b', { status: 404, response: '{"x":"needle"}', at: 200 })
  record(first.system.id, 'c', { status: 500, at: 300 })
  const found = {
    'api=option': 'a',
    'operation=GET%20/api/user': 'a',
    'status=4xx': 'b',
    'search=NEEDLE': 'b',
    'caller=c': 'c',
    'from=200': 'cb',
    'to=200': 'a',
    'from=200&to=300&api=live': 'b',
  }
  for (const [query, callers] of Object.entries(found)) {
    expect([query, (await callersOf(`?${query}`)).join('')]).toEqual([query, callers])
  }
})

it('shows one call with its masked bodies', async () => {
  record(first.system.id, 'a', { request: { password: 'x' }, response: '{"token":"y"}' })
  await log.written()
  const { status, body } = await get('/1')
  expect(status).toBe(200)
  expect(body as RequestDetail).toMatchObject({
    caller: 'a',
    request: { text: '{"password":"***"}', cut: false },
    response: { text: '{"token":"***"}', cut: false },
  })
})

it.each(['0', '2', '-1', 'x', '1e0', '99999999999999999999', '%00'])('has no call %s', async (id) => {
  record(first.system.id, 'a')
  await log.written()
  expect((await get(`/${id}`)).status).toBe(404)
})

it.each([
  ['api=both', 'api', 'must be one of option, live'],
  ['api=', 'api', 'must be one of option, live'],
  ['status=200', 'status', 'must be one of 2xx, 4xx, 5xx'],
  ['limit=0', 'limit', 'must be an integer from 1 to 200'],
  ['limit=201', 'limit', 'must be an integer from 1 to 200'],
  ['limit=1.5', 'limit', 'must be an integer from 1 to 200'],
  ['limit=5&limit=6', 'limit', 'must be given only once'],
  ['before=0', 'before', 'must be an integer from 1 to 9007199254740991'],
  ['from=yesterday', 'from', 'must be an integer from 0 to 9007199254740991'],
  ['search=', 'search', 'must not be empty'],
  [`search=${'x'.repeat(201)}`, 'search', 'must have at most 200 characters'],
])('refuses ?%s', async (query, member, rule) => {
  expect(await get(`?${query}`)).toMatchObject({
    status: 400,
    body: { error: { code: 'BAD_REQUEST', details: [{ member, rule }] } },
  })
})

it('is for masters', async () => {
  record(first.system.id, 'a')
  const other = addUser(first.system.id, { delivery: true, view: true, schedule: true, user: true })
  for (const path of ['', '/1']) {
    expect((await get(path)).status).toBe(200)
    expect((await get(path, other)).status).toBe(403)
    expect((await get(path, null)).status).toBe(401)
  }
})

it('keeps systems apart, and shows calls of unknown callers to masters while there is only one system', async () => {
  record(first.system.id, 'own')
  record(null, null)
  expect(await callersOf('')).toEqual([null, 'own'])
  expect((await get('/2')).status).toBe(200)
  const second = await createSystem(identity, clock, { name: 'Second', email: 'b@example.test' })
  systems = 2
  record(second.system.id, 'other')
  expect(await callersOf('')).toEqual(['own'])
  expect(await callersOf('', second.master)).toEqual(['other'])
  for (const id of [2, 3]) expect((await get(`/${id}`)).status).toBe(404)
  for (const id of [1, 2]) expect((await get(`/${id}`, second.master)).status).toBe(404)
})
