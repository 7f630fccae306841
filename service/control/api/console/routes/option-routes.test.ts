import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unaudited } from '../../../../../test/support/audit.ts'
import { REFUSALS_AS } from '../../../../contract/console/session.ts'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import { NOTHING } from '../../../../../test/support/option-domain.ts'
import { scheduleRequest, userRequest } from '../../../../../test/support/option-api.ts'
import { createLogger } from '../../../../platform/logger.ts'
import { KEY_BYTES, secretBox } from '../../../../platform/secrets/secret-box.ts'
import type { User } from '../../../identity/user.ts'
import { idempotencyKeyRepository } from '../../../store/idempotency-keys.ts'
import type { Listening } from '../../http/server.ts'
import { ENDPOINTS } from '../../option/routes/index.ts'
import { startOptionApi } from '../../option/server.ts'

let consoles: AdministrationConsole
let publicApi: Listening

beforeEach(async () => {
  consoles = await startAdministrationConsole()
  const { database, identity, clock, option } = consoles
  publicApi = await startOptionApi({
    address: { host: '127.0.0.1', port: 0 },
    parts: option,
    sessions: identity.sessions,
    audit: unaudited,
    idempotency: {
      clock,
      transactions: database,
      keys: idempotencyKeyRepository(database),
      fingerprint: secretBox(new Uint8Array(KEY_BYTES)).fingerprint,
    },
    logger: createLogger('silent'),
    requestLog: { record: () => undefined },
    clock,
  })
})
afterEach(async () => {
  await publicApi.close()
  await consoles.close()
})

const GUARDED = ENDPOINTS.filter(({ permission }) => permission !== 'public')
const pathOf = (path: string) => path.replace('/api/', 'option/')
const byCookie = async (method: string, path: string, user: User, body?: unknown) => {
  const json = body === undefined ? {} : { body }
  const headers = { [REFUSALS_AS]: 'option' }
  const { status, text } = await consoles.call({ method, path: pathOf(path), user, headers, ...json })
  return { status, body: JSON.parse(text) as unknown }
}
const byToken = async (method: string, path: string, user: User, body?: unknown) => {
  const { token } = consoles.identity.sessions.open(user, 'option')
  const response = await fetch(`http://127.0.0.1:${publicApi.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

describe('answers', () => {
  /** Calls that change nothing, or are refused. */
  const SAME: [string, string, unknown][] = [
    ['GET', '/api/schedule', undefined],
    ['GET', '/api/user', undefined],
    ['GET', '/api/delivery', undefined],
    ['GET', '/api/view', undefined],
    ['GET', '/api/chat?schedule_id=unknown', undefined],
    ['GET', '/api/chat', undefined],
    ['POST', '/api/schedule', scheduleRequest({ name: '' })],
    ['POST', '/api/schedule', scheduleRequest({ end_datetime: '2026/03/01 10:00:00' })],
    ['POST', '/api/user', userRequest({ email: 'nobody', password: 'too-long-by-far' })],
    ['POST', '/api/user', userRequest({ delivery: 1 })],
    ['PATCH', '/api/user', { user_id: 999, name: 'x' }],
    ['PATCH', '/api/user', { user_id: 1, user: false }],
    ['PATCH', '/api/user', { user_id: '1' }],
    ['DELETE', '/api/user?user_id=1', undefined],
    ['DELETE', '/api/user?user_id=one', undefined],
    ['DELETE', '/api/user?user_id=1&user_id=2', undefined],
    ['DELETE', '/api/schedule', { schedule_id: 'unknown' }],
    ['PATCH', '/api/access-code', { access_code: '' }],
    ['PATCH', '/api/password', {}],
    ['POST', '/api/chat', { schedule_id: 'unknown', body: 'Hi' }],
  ]
  test.each(SAME)(
    '%s %s %j is answered as by the option API, also when refused where it is asked so',
    async (method, path, body) => {
      const { master } = consoles.first
      await byCookie('POST', '/api/schedule', master, scheduleRequest())
      const given = await byCookie(method, path, master, body)
      expect(given).toEqual(await byToken(method, path, master, body))
      expect(given.status).not.toBe(500)
    },
  )

  test('what is made, changed and deleted by the one is so in the other', async () => {
    const { master } = consoles.first
    const made = await byCookie('POST', '/api/user', master, userRequest({ view: true }))
    const { user_id } = made.body as { user_id: number }
    expect(made).toEqual({ status: 200, body: { ok: true, user_id } })
    const listed = async () => (await byToken('GET', '/api/user', master)).body as { user_id: number }[]
    expect((await listed()).find((user) => user.user_id === user_id)).toMatchObject({
      name: 'Ben',
      permissions: { delivery: 0, view: 1, schedule: 0, user: 0 },
    })
    const change = { user_id, name: 'Benjamin', delivery: true, view: false }
    expect(await byCookie('PATCH', '/api/user', master, change)).toEqual({ status: 200, body: { ok: true } })
    expect((await listed()).find((user) => user.user_id === user_id)).toMatchObject({
      name: 'Benjamin',
      permissions: { delivery: 1, view: 0, schedule: 0, user: 0 },
    })
    const gone = await byCookie('DELETE', `/api/user?user_id=${user_id}`, master)
    expect(gone).toEqual({ status: 200, body: { ok: true } })
    expect((await listed()).map((user) => user.user_id)).toEqual([master.id])
  })

  test('a user of another system does not exist', async () => {
    const { first, second } = consoles
    const change = { user_id: second.master.id, name: 'Mine' }
    for (const [method, path, body] of [
      ['PATCH', '/api/user', change],
      ['DELETE', `/api/user?user_id=${second.master.id}`, undefined],
    ] as const) {
      expect(await byCookie(method, path, first.master, body)).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      })
    }
  })

  test('a changed password ends the other sessions, never the one that changed it', async () => {
    const { first, identity } = consoles
    const open = () => identity.sessions.open(first.master, 'console').token
    const [own, other] = [open(), open()]
    const call = { method: 'PATCH', path: 'option/password', body: { password: 'lion-17' } }
    expect((await consoles.call({ ...call, token: own })).status).toBe(200)
    expect(identity.sessions.authenticate(own, 'console')).not.toBeNull()
    expect(identity.sessions.authenticate(other, 'console')).toBeNull()
  })
})

describe.each(GUARDED.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, { method, path, permission, example }) => {
    const call = { method, path: pathOf(path), ...(method === 'GET' ? {} : { body: example.request }) }

    test('is there, for who is signed in at the console', async () => {
      const nobody = await consoles.call(call)
      expect([nobody.status, nobody.text]).toEqual([401, expect.stringContaining('"NOT_AUTHENTICATED"')])
      const { token } = consoles.identity.sessions.open(consoles.first.master, 'option')
      expect((await consoles.call({ ...call, token })).status).toBe(401)
      const master = await consoles.call({ ...call, user: consoles.first.master })
      expect([401, 403, 405, 500]).not.toContain(master.status)
    })

    test('needs its permission', async () => {
      const user = consoles.addUser(consoles.first.system.id, NOTHING)
      const { status, text } = await consoles.call({ ...call, user })
      const code = permission === 'master' ? 'MASTERS_ONLY' : 'PERMISSION_NEEDED'
      if (permission === 'signed-in') expect([200, 400]).toContain(status)
      else expect([status, text]).toEqual([403, expect.stringContaining(code)])
    })
  },
)

const WRITES = GUARDED.filter(({ method }) => method !== 'GET')
test.each(WRITES.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is refused to pages of others and to no page at all',
  async (_, { method, path, example }) => {
    const call = { method, path: pathOf(path), body: example.request, user: consoles.first.master }
    const before = consoles.database.prepare('SELECT * FROM users').all()
    for (const origin of ['http://elsewhere.test', null]) {
      expect([origin, (await consoles.call({ ...call, origin })).status]).toEqual([origin, 403])
    }
    expect(consoles.database.prepare('SELECT * FROM users').all()).toEqual(before)
  },
)

test('there is no login by it: the console has a door of its own', async () => {
  const login = { email: 'a@example.test', password: 'x', access_code: 'y' }
  const { status } = await byCookie('POST', '/api/login', consoles.first.master, login)
  expect(status).toBe(404)
})
