/** Who may call which endpoint: every kind of user against every endpoint. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../service/control/api/option/routes/index.ts'
import { callOption, login, loginMaster } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { holds } from './holds.ts'

const NOTHING = { delivery: false, view: false, schedule: false, user: false }
type Grant = keyof typeof NOTHING
const GRANTS = Object.keys(NOTHING) as Grant[]

/** Written out here and not read from the code: this is the table that was decided. */
const NEEDED: Readonly<Record<string, readonly Grant[] | 'anyone' | 'signed in' | 'master'>> = {
  'POST /api/login': 'anyone',
  'GET /api/schedule': 'signed in',
  'POST /api/schedule': ['schedule'],
  'PATCH /api/schedule': ['schedule'],
  'DELETE /api/schedule': ['schedule'],
  'GET /api/delivery': ['delivery'],
  'GET /api/view': ['view'],
  'GET /api/user': ['user'],
  'POST /api/user': ['user'],
  'PATCH /api/user': ['user'],
  'DELETE /api/user': ['user'],
  'PATCH /api/password': 'signed in',
  'PATCH /api/access-code': 'master',
  'GET /api/chat': ['delivery', 'view'],
  'POST /api/chat': ['delivery', 'view'],
}

let service: RunningService
/** Login tokens by what the user is granted. */
const tokens = new Map<Grant | 'nothing' | 'master', string>()

beforeAll(async () => {
  service = await startService()
  const base = service.ready.option_base_url
  const master = await loginMaster(service.ready)
  tokens.set('master', master)
  for (const grant of ['nothing', ...GRANTS] as const) {
    const user = { email: `${grant}@example.com`, password: 'secret1', name: grant, ...NOTHING }
    await callOption(base, 'POST', '/api/user', { token: master, json: { ...user, [grant]: true } })
    tokens.set(grant, await login(base, { ...service.ready, ...user }))
  }
})
afterAll(async () => {
  await service.stop()
})

/** Whether the caller is let through to the parameters, which are all missing. */
async function admitted(endpoint: string, token: string): Promise<boolean> {
  const [method, path] = endpoint.split(' ') as ['GET', string]
  const answer = await callOption(service.ready.option_base_url, method, path, { token, json: {} })
  expect([200, 400, 403], endpoint).toContain(answer.status)
  return answer.status !== 403
}

test('every endpoint is in the table', () => {
  expect(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).toEqual(Object.keys(NEEDED))
})

holds('auth.permissions', async () => {
  const base = service.ready.option_base_url
  const token = tokens.get('master')
  const wanted = new Map<string, object>()
  for (let bits = 0; bits < 2 ** GRANTS.length; bits++) {
    const granted = GRANTS.map((grant, i) => [grant, (bits >> i) % 2] as const)
    const email = `bits-${bits}@example.com`
    const asked = Object.fromEntries(granted.map(([grant, bit]) => [grant, bit === 1]))
    const json = { email, password: 'secret1', name: email, ...asked }
    expect((await callOption(base, 'POST', '/api/user', { token, json })).status).toBe(200)
    wanted.set(email, { is_master: false, permissions: Object.fromEntries(granted) })
  }
  const all = Object.fromEntries(GRANTS.map((grant) => [grant, 1]))
  wanted.set(service.ready.email, { is_master: true, permissions: all })
  const { body } = await callOption(base, 'GET', '/api/user', { token })
  const listed = (body as { email: string; is_master: boolean; permissions: object }[])
    .filter(({ email }) => wanted.has(email))
    .map(({ email, is_master, permissions }) => [email, { is_master, permissions }] as const)
  expect(new Map(listed)).toEqual(wanted)
})

holds('decided.permissions', async () => {
  for (const [endpoint, needed] of Object.entries(NEEDED)) {
    for (const [who, token] of tokens) {
      const may = Array.isArray(needed) ? needed.includes(who) : needed !== 'master'
      expect(await admitted(endpoint, token), `${who}: ${endpoint}`).toBe(may || who === 'master')
    }
  }
})
