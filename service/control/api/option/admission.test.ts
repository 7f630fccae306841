import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestOptionApi } from '../../../../test/support/option-api.ts'
import type { TestOptionApi } from '../../../../test/support/option-api.ts'
import { PERMISSIONS } from '../../identity/user.ts'
import { SESSION_MS } from '../../identity/sessions.ts'
import { BODY_LIMIT_BYTES } from '../http/server.ts'
import type { Permission } from '../../../contract/permission.ts'
import type { Endpoint } from './define-endpoint.ts'
import { ENDPOINTS } from './routes/index.ts'

let api: TestOptionApi
beforeAll(async () => {
  api = await startTestOptionApi()
})
afterAll(() => api.close())

const GUARDED = ENDPOINTS.filter(({ permission }) => permission !== 'public')
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const tryIt = ({ method, path, example }: Endpoint, token: string | null) =>
  api.call(method, path, { token, json: example.request })

/** Who besides a master is let in. */
const LETS_IN: Record<Permission, readonly string[]> = {
  public: [],
  'signed-in': ['nothing', ...PERMISSIONS],
  schedule: ['schedule'],
  delivery: ['delivery'],
  view: ['view'],
  user: ['user'],
  'delivery or view': ['delivery', 'view'],
  master: [],
}

describe('permissions', () => {
  it.each(named(GUARDED))('%s', async (_, endpoint) => {
    for (const who of ['nothing', ...PERMISSIONS]) {
      const { status, error } = await tryIt(endpoint, api.tokenOf(who === 'nothing' ? {} : { [who]: true }))
      const refusedForIt = status === 403 && error?.message.startsWith('This needs the permission')
      const refusedAsNoMaster = status === 403 && error?.message === 'Only a master may do this.'
      const isLetIn = LETS_IN[endpoint.permission].includes(who)
      expect([who, refusedForIt || refusedAsNoMaster]).toEqual([who, !isLetIn])
    }
    const all = api.tokenOf({ delivery: true, view: true, schedule: true, user: true })
    expect((await tryIt(endpoint, all)).status === 403).toBe(endpoint.permission === 'master')
    const master = api.tokenOf({}, api.first.system, true)
    expect((await tryIt(endpoint, master)).status).not.toBe(403)
  })

  it('are asked before the body is read', async () => {
    const headers = { authorization: `Bearer ${api.tokenOf({})}` }
    const body = 'x'.repeat(BODY_LIMIT_BYTES + 1)
    const { status } = await api.send({ method: 'POST', path: '/api/user', body, headers })
    expect(status).toBe(403)
  })
})

describe('tokens', () => {
  it.each(named(GUARDED))('%s needs one', async (_, endpoint) => {
    const { status, error, headers } = await tryIt(endpoint, null)
    expect([status, error?.code, headers['www-authenticate']]).toEqual([401, 'NOT_AUTHENTICATED', 'Bearer'])
  })

  const accessToken = () => {
    api.identity.accessTokens.create(api.first.system.id, 'App', 'api', 'app-token')
    return 'app-token'
  }
  const wrong: [string, () => string][] = [
    ['none', () => ''],
    ['another scheme', () => `Basic ${api.master}`],
    ['no scheme', () => api.master],
    ['two', () => `Bearer ${api.master} ${api.master}`],
    ['an unknown one', () => 'Bearer 0pD7mVv2Jw3tJ1r0hYxq8sQ5nL4bKcZ6uTfEiGaMoRk'],
    ['part of one', () => `Bearer ${api.master.slice(0, -1)}`],
    ['one of another case', () => `Bearer ${api.master.toUpperCase()}`],
    ['its hash', () => `Bearer ${'0'.repeat(64)}`],
    ['one of the live API', () => `Bearer ${accessToken()}`],
    ["the console's", () => `Bearer ${api.identity.sessions.open(api.first.master, 'console').token}`],
    ['one of the prototype', () => 'Bearer __proto__'],
  ]
  it.each(wrong)('%s is refused', async (_, authorization) => {
    const headers = { authorization: authorization() }
    const answer = await api.send({ method: 'GET', path: '/api/schedule', headers })
    expect([answer.status, answer.error?.code]).toEqual([401, 'NOT_AUTHENTICATED'])
  })

  it('are looked at before the body is read', async () => {
    const body = 'x'.repeat(BODY_LIMIT_BYTES + 1)
    expect((await api.send({ method: 'POST', path: '/api/user', body })).status).toBe(401)
  })

  it('end after 24 hours, and with their user', async () => {
    const token = api.tokenOf({})
    const status = async () => (await api.call('GET', '/api/schedule', { token })).status
    api.clock.advance(SESSION_MS - 1)
    expect(await status()).toBe(200)
    api.clock.advance(1)
    expect(await status()).toBe(401)

    const master = api.signIn(api.first.master)
    const user = api.addUser(api.first.system)
    const other = api.signIn(user)
    expect((await api.call('GET', '/api/schedule', { token: other })).status).toBe(200)
    await api.call('DELETE', '/api/user', { token: master, query: { user_id: String(user.id) } })
    expect((await api.call('GET', '/api/schedule', { token: other })).status).toBe(401)
  })
})
