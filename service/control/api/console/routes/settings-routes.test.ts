import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inEnglish } from '../../../../../test/support/in-english.ts'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import {
  newSystemResponse,
  originsResponse,
  systemListResponse,
} from '../../../../contract/console/installation.ts'
import { systemSettingsResponse, webhookSecretResponse } from '../../../../contract/console/system.ts'
import { AllowedOrigins } from '../../../system/allowed-origins.ts'
import { allowedOriginRepository } from '../../../store/allowed-origins.ts'
import type { User } from '../../../identity/user.ts'

let consoles: AdministrationConsole

beforeEach(async () => {
  consoles = await startAdministrationConsole()
})
afterEach(() => consoles.close())

const ask = async (method: string, path: string, user: User, body?: unknown) => {
  const { status, text } = await consoles.call({
    method,
    path,
    user,
    ...(body === undefined ? {} : { body }),
  })
  return { status, text, body: inEnglish(JSON.parse(text)) }
}
const NEW_SYSTEM = { name: 'Third', email: 'c@example.test' }

/** Every route of masters: what must never be there for somebody else. */
const OF_SYSTEM: [string, string, unknown][] = [
  ['GET', 'access-tokens', undefined],
  ['POST', 'access-tokens', { name: 'a' }],
  ['DELETE', 'access-tokens/x', undefined],
  ['GET', 'system', undefined],
  ['PATCH', 'system', { name: 'x' }],
  ['GET', 'system/webhook-secret', undefined],
  ['POST', 'system/webhook-secret/rotate', undefined],
]
const OF_INSTALLATION: [string, string, unknown][] = [
  ['GET', 'origins', undefined],
  ['PUT', 'origins', { origins: ['http://a.test'] }],
  ['GET', 'systems', undefined],
  ['GET', 'systems/quotas', undefined],
  ['POST', 'systems', NEW_SYSTEM],
]
const RESTART: [string, string, unknown] = ['POST', 'verification/restart', undefined]

describe('who may', () => {
  const tables = () =>
    ['systems', 'access_tokens', 'allowed_origins', 'users'].map((table) =>
      consoles.database.prepare(`SELECT * FROM ${table}`).all(),
    )

  test.each([...OF_SYSTEM, ...OF_INSTALLATION, RESTART])(
    '%s %s is for masters',
    async (method, path, body) => {
      const before = tables()
      const nobody = await consoles.call({ method, path, ...(body === undefined ? {} : { body }) })
      expect([nobody.status, JSON.parse(nobody.text)]).toMatchObject([
        401,
        { error: { code: 'NOT_AUTHENTICATED' } },
      ])
      const user = consoles.addUser(consoles.first.system.id)
      const refused = await ask(method, path, user, body)
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { ok: false, error: { code: 'MASTERS_ONLY' } },
      ])
      const [systems, tokens, origins] = tables()
      expect([systems, tokens, origins]).toEqual(before.slice(0, 3))
    },
  )

  test.each(OF_INSTALLATION)('%s %s is for masters of the first system', async (method, path, body) => {
    const before = tables()
    const refused = await ask(method, path, consoles.second.master, body)
    expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'OWNERS_ONLY' } }])
    expect(tables()).toEqual(before)
    expect((await ask(method, path, consoles.first.master, body)).status).toBe(200)
  })

  test('the verification environment, which all systems share, is restarted by masters of the first', async () => {
    const refused = await ask('POST', 'verification/restart', consoles.second.master)
    expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'OWNERS_ONLY' } }])
  })

  test('a path with another method says which it has', async () => {
    const answer = await ask('PATCH', 'origins', consoles.first.master, {})
    expect([answer.status, answer.body]).toMatchObject([405, { error: { code: 'METHOD_NOT_ALLOWED' } }])
  })
})

describe('settings of a system', () => {
  const settings = async (user: User) => systemSettingsResponse.parse((await ask('GET', 'system', user)).body)

  test('are changed one by one or together, and only there', async () => {
    const { first, second } = consoles
    const theirs = await settings(second.master)
    expect(await settings(first.master)).toEqual({
      name: 'Airdesk',
      timeZone: 'UTC',
      passwordMinLength: null,
    })
    const steps = [
      [{ name: '🎥'.repeat(60) }, { name: '🎥'.repeat(60), timeZone: 'UTC', passwordMinLength: null }],
      [
        { name: 'Gate', timeZone: 'Asia/Tokyo', passwordMinLength: 64 },
        { name: 'Gate', timeZone: 'Asia/Tokyo', passwordMinLength: 64 },
      ],
      [{ passwordMinLength: 1 }, { name: 'Gate', timeZone: 'Asia/Tokyo', passwordMinLength: 1 }],
      [{ passwordMinLength: null }, { name: 'Gate', timeZone: 'Asia/Tokyo', passwordMinLength: null }],
      [{}, { name: 'Gate', timeZone: 'Asia/Tokyo', passwordMinLength: null }],
    ]
    for (const [change, after] of steps) {
      const answer = await ask('PATCH', 'system', first.master, change)
      expect([answer.status, systemSettingsResponse.parse(answer.body)]).toEqual([200, after])
      expect(await settings(first.master)).toEqual(after)
    }
    expect(await settings(second.master)).toEqual(theirs)
  })

  const LENGTH = 'must be null or an integer from 1 to 64'
  test.each([
    [{ name: '' }, 'name', 'must have 1 to 60 characters'],
    [{ name: 'a'.repeat(61) }, 'name', 'must have 1 to 60 characters'],
    [{ name: null }, 'name', 'must be a string'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'must be an IANA time zone'],
    [{ timeZone: '+09:00' }, 'timeZone', 'must be an IANA time zone'],
    [{ timeZone: 9 }, 'timeZone', 'must be a string'],
    [{ passwordMinLength: 0 }, 'passwordMinLength', LENGTH],
    [{ passwordMinLength: 65 }, 'passwordMinLength', LENGTH],
    [{ passwordMinLength: 8.5 }, 'passwordMinLength', LENGTH],
    [{ passwordMinLength: '8' }, 'passwordMinLength', LENGTH],
  ])('%j is refused whole', async (wrong, member, rule) => {
    const { master } = consoles.first
    const before = await settings(master)
    const answer = await ask('PATCH', 'system', master, { name: 'other', ...wrong })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: { code: 'BAD_REQUEST', details: [{ member, rule }] } },
    ])
    expect(await settings(master)).toEqual(before)
  })

  test('a least length of passwords holds for the next one that is chosen', async () => {
    const { first, identity } = consoles
    await ask('PATCH', 'system', first.master, { passwordMinLength: 8 })
    const changing = (password: string) => {
      const { token } = identity.sessions.open(first.master, 'option')
      const session = identity.sessions.authenticate(token, 'option')!
      return identity.users.changeOwnPassword(session.user, token, session.system, password)
    }
    await expect(changing('seven77')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await changing('eight888')
  })

  test('the webhook secret is shown when asked for, and made anew', async () => {
    const { first, second, identity } = consoles
    const secretOf = async (method: string, path: string) =>
      webhookSecretResponse.parse((await ask(method, path, first.master)).body).webhookSecret
    const before = await secretOf('GET', 'system/webhook-secret')
    expect(before).toBe(first.system.webhookSecret)
    const after = await secretOf('POST', 'system/webhook-secret/rotate')
    expect(after).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(after).not.toBe(before)
    expect(await secretOf('GET', 'system/webhook-secret')).toBe(after)
    expect(identity.store.systems.find(first.system.id)?.webhookSecret).toBe(after)
    expect(identity.store.systems.find(second.system.id)?.webhookSecret).toBe(second.system.webhookSecret)
    expect((await ask('GET', 'system', first.master)).text).not.toContain(after)
  })
})

describe('allowed origins', () => {
  const put = (origins: unknown) => ask('PUT', 'origins', consoles.first.master, { origins })

  test('hold at once and over restarts, in canonical form', async () => {
    const given = [
      'HTTPS://App.Example.test',
      'http://localhost:5173',
      'http://[::1]:8080',
      'http://localhost:5173',
    ]
    const canonical = ['http://[::1]:8080', 'http://localhost:5173', 'https://app.example.test']
    expect(originsResponse.parse((await put(given)).body)).toEqual({ origins: canonical })
    expect(consoles.allowedOrigins.current()).toEqual(canonical)
    const { clock, database } = consoles
    const restarted = new AllowedOrigins({ clock, allowedOrigins: allowedOriginRepository(database) })
    expect(restarted.current()).toEqual(canonical)
    expect((await put(['http://b.test'])).body).toEqual({ origins: ['http://b.test'] })
    expect((await put([])).body).toEqual({ origins: [] })
    expect(consoles.allowedOrigins.current()).toEqual([])
  })

  test.each([
    'null',
    '*',
    'http://*.example.test',
    'app.example.test',
    'http://',
    'http://a.test/',
    'http://a.test/path',
    'http://a.test?q',
    'http://user@a.test',
    'http://a.test:80',
    'https://a.test:443',
    'http://a.test:65536',
    'http://a.test ',
    'http://a b.test',
    'ws://a.test',
    'file:///a',
    'http://127.1',
  ])('%j is none', async (origin) => {
    await put(['http://kept.test'])
    const answer = await put(['http://a.test', origin])
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        error: {
          details: [
            { member: 'origins[1]', rule: expect.stringContaining('as browsers write it') as string },
          ],
        },
      },
    ])
    expect(consoles.allowedOrigins.current()).toEqual(['http://kept.test'])
  })

  test.each([
    [undefined, 'is required: must be an array of origins'],
    ['http://a.test', 'must be an array of origins'],
    [Array.from({ length: 101 }, (_, i) => `http://a${i}.test`), 'must have at most 100 origins'],
  ])('a list must be a list of at most 100', async (origins, rule) => {
    expect((await put(origins)).body).toMatchObject({ error: { details: [{ member: 'origins', rule }] } })
  })
})

describe('systems', () => {
  const list = async () => {
    const { text, body } = await ask('GET', 'systems', consoles.first.master)
    return { text, systems: systemListResponse.parse(body).systems }
  }

  test('are listed with what they have, and no secret', async () => {
    const { first, second } = consoles
    consoles.addUser(second.system.id)
    consoles.addChannel(second.system.id, second.consoleTokenId)
    const { text, systems } = await list()
    expect(systems).toMatchObject([
      { id: first.system.id, name: 'Airdesk', timeZone: 'UTC', users: 1, channels: 0 },
      { id: second.system.id, name: 'Second', users: 2, channels: 1 },
    ])
    for (const { system } of [first, second]) {
      expect(text).not.toContain(system.webhookSecret)
      expect(text).not.toContain(system.accessCodeHash)
    }
  })

  test('reach public addresses only until the owner allows more; the first reaches all', async () => {
    const { first, second } = consoles
    const reaches = async () => (await list()).systems.map(({ reach }) => reach)
    expect(await reaches()).toEqual(['computer', 'public'])
    const path = (id: string) => `systems/${id}/reach`
    expect((await ask('PUT', path(second.system.id), second.master, { reach: 'computer' })).status).toBe(403)
    expect((await ask('PUT', path(second.system.id), first.master, { reach: 'network' })).status).toBe(200)
    expect(await reaches()).toEqual(['computer', 'network'])
    expect((await ask('PUT', path(first.system.id), first.master, { reach: 'public' })).status).toBe(404)
    expect((await ask('PUT', path(second.system.id), first.master, { reach: 'all' })).status).toBe(400)
    expect(await reaches()).toEqual(['computer', 'network'])
  })

  test('a new one opens with what is shown once', async () => {
    const { first, identity } = consoles
    const wanted = { ...NEW_SYSTEM, timeZone: 'Asia/Tokyo' }
    const made = newSystemResponse.parse((await ask('POST', 'systems', first.master, wanted)).body)
    expect(consoles.recordedSystems).toEqual([
      { system: made, asked: { name: NEW_SYSTEM.name, timeZone: 'Asia/Tokyo' } },
    ])
    const { email, password, accessCode, accessToken } = made
    const login = { email, password, accessCode, remoteAddress: '::1', kind: 'console' as const }
    const { user, system } = await identity.login.login(login)
    expect([user.isMaster, system.id, system.timeZone]).toEqual([true, made.id, 'Asia/Tokyo'])
    expect(identity.accessTokens.authenticate(accessToken)?.systemId).toBe(made.id)
    const { text, systems } = await list()
    expect(systems.at(-1)).toMatchObject({ id: made.id, name: 'Third', users: 1, channels: 0 })
    for (const secret of [password, accessCode, accessToken]) expect(text).not.toContain(secret)
    expect((await ask('GET', 'systems', user)).status).toBe(403)
  })

  test('given credentials are taken; one e-mail in two systems is told apart by the access code', async () => {
    const { first, identity } = consoles
    const given = { email: first.master.email, password: 'secret7', accessCode: 'studio' }
    const made = newSystemResponse.parse(
      (await ask('POST', 'systems', first.master, { name: 'Third', ...given })).body,
    )
    expect(made).toMatchObject(given)
    const login = (password: string | null, accessCode: string | null) =>
      identity.login.login({
        email: first.master.email,
        password: password ?? '',
        accessCode: accessCode ?? '',
        remoteAddress: '::1',
        kind: 'option',
      })
    expect((await login('secret7', 'studio')).system.id).toBe(made.id)
    const { password, accessCode } = first.credentials
    expect((await login(password, accessCode)).system.id).toBe(first.system.id)
    await expect(login('secret7', accessCode)).rejects.toThrow()
  })

  test.each([
    [{ name: undefined }, 'name', 'is required: must be a string'],
    [{ name: '' }, 'name', 'must have 1 to 60 characters'],
    [{ email: undefined }, 'email', 'is required: must be a string'],
    [{ email: 'nobody' }, 'email', 'must be an e-mail address'],
    [{ timeZone: 'Mars' }, 'timeZone', 'must be an IANA time zone'],
    [{ password: 'eight888' }, 'password', 'must have 1 to 7 characters'],
    [{ accessCode: '' }, 'accessCode', 'must have 1 to 128 characters'],
  ])('with %j none is made', async (wrong, member, rule) => {
    const answer = await ask('POST', 'systems', consoles.first.master, { ...NEW_SYSTEM, ...wrong })
    expect([answer.status, answer.body]).toMatchObject([400, { error: { details: [{ member, rule }] } }])
    expect((await list()).systems).toHaveLength(2)
  })
})

describe('a part of a console that stopped', () => {
  const stopped = { report: 'e-5c02b1aa', place: '/webhooks', error: 'TypeError' }

  test('is in the log by the id that its operator sees', async () => {
    const user = consoles.addUser(consoles.second.system.id)
    expect(await ask('POST', 'stopped', user, stopped)).toMatchObject({ status: 200, body: {} })
    expect(consoles.warnings).toEqual([[stopped, 'a part of a console stopped']])
  })

  test.each([
    ['by nobody', undefined, stopped, 401],
    ['at length', 'user', { ...stopped, error: 'x'.repeat(101) }, 400],
  ])('is not told %s', async (_how, who, body, status) => {
    const user = who === undefined ? {} : { user: consoles.addUser(consoles.first.system.id) }
    const refused = await consoles.call({ method: 'POST', path: 'stopped', ...user, body })
    expect(refused.status).toBe(status)
    expect(consoles.warnings).toEqual([])
  })
})
