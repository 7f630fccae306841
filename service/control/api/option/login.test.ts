import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCESS_CODE, EMAIL, PASSWORD, startTestOptionApi } from '../../../../test/support/option-api.ts'
import type { TestOptionApi } from '../../../../test/support/option-api.ts'
import { OPTION_ERRORS } from '../../../contract/errors.ts'
import { loginResponse, optionErrorResponse } from '../../../contract/option-api.ts'

const RIGHT = { email: EMAIL, password: PASSWORD, access_code: ACCESS_CODE }
const MINUTE = 60_000

let api: TestOptionApi

beforeEach(async () => {
  api = await startTestOptionApi()
})
afterEach(() => api.close())

/** Every answer is checked against the published schema. */
async function send(
  body: string | undefined,
  call: { path?: string; method?: string; headers?: object } = {},
) {
  const response = await fetch(`http://127.0.0.1:${api.port}${call.path ?? '/api/login'}`, {
    method: call.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...call.headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const json: unknown = JSON.parse(text)
  if (response.ok) return { response, text, ok: loginResponse.parse(json), error: null }
  const { error } = optionErrorResponse.parse(json)
  const spec = Object.entries(OPTION_ERRORS).find(([code]) => code === error.code)?.[1]
  expect(spec?.status).toBe(response.status)
  return { response, text, ok: null, error }
}
const login = (body: unknown) => send(JSON.stringify(body))
const codeOf = async (answer: ReturnType<typeof send>) => (await answer).error?.code ?? null

describe('POST /api/login', () => {
  it('gives a token for 24 hours', async () => {
    const { ok } = await login(RIGHT)
    expect(ok?.token).toMatch(/^[\w-]{43}$/)
    expect(ok?.expires_at).toBe('2026/01/02 00:00:00')
    expect(api.identity.sessions.authenticate(ok?.token ?? '', 'option')?.user.email).toBe(EMAIL)
  })

  it.each([
    ['Asia/Tokyo', '2026-01-01T00:00:00Z', '2026/01/02 09:00:00'],
    ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026/03/29 14:00:00'],
    ['America/New_York', '2026-10-31T12:34:56Z', '2026/11/01 07:34:56'],
  ])('writes its end in the zone of the system: %s', async (zone, now, end) => {
    await api.close()
    api = await startTestOptionApi({ timeZone: zone, now })
    expect((await login(RIGHT)).ok?.expires_at).toBe(end)
  })

  it('ignores unknown members and the case of the e-mail', async () => {
    expect((await login({ ...RIGHT, email: 'ANN@Example.COM', more: {}, constructor: 1 })).ok).not.toBeNull()
  })

  it('answers the same bytes whichever part was wrong', async () => {
    const wrong = [
      { ...RIGHT, email: 'eve@example.com' },
      { ...RIGHT, password: 'secret2' },
      { ...RIGHT, access_code: 'other' },
      { email: 'eve@example.com', password: 'x', access_code: 'y' },
      { ...RIGHT, email: '__proto__@constructor' },
      { ...RIGHT, email: 'constructor@localhost' },
      { ...RIGHT, password: 'SECRET1' },
      { ...RIGHT, password: '😀😀😀😀😀😀😀' },
      { ...RIGHT, access_code: 'x'.repeat(128) },
    ]
    const seen = new Set<string>()
    for (const body of wrong) {
      const { response, text } = await login(body)
      const headers = [...response.headers].filter(([name]) => name !== 'date')
      seen.add(JSON.stringify([response.status, headers, text]))
    }
    expect(seen.size).toBe(1)
    expect([...seen][0]).toMatch(/^\[401,.*www-authenticate.*LOGIN_FAILED/)
  })

  it('slows guessing at one e-mail down', async () => {
    for (let i = 0; i < 10; i++)
      expect(await codeOf(login({ ...RIGHT, password: `${i}` }))).toBe('LOGIN_FAILED')
    api.clock.advance(MINUTE)
    const { response, error } = await login(RIGHT)
    expect([response.status, error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(response.headers.get('retry-after')).toBe(String(14 * 60))
    api.clock.advance(14 * MINUTE)
    expect((await login(RIGHT)).ok).not.toBeNull()
  })

  it('slows guessing from one address down', async () => {
    for (let i = 0; i < 50; i++) {
      expect(await codeOf(login({ ...RIGHT, email: `user${i}@x.test` }))).toBe('LOGIN_FAILED')
    }
    expect(await codeOf(login({ ...RIGHT, email: 'another@x.test' }))).toBe('TOO_MANY_REQUESTS')
    // All of this computer have this address: who knows the password is not kept out by who does not.
    expect(await codeOf(login(RIGHT))).toBeNull()
  })

  const NO_STRINGS = [undefined, null, 5, true, [], {}]
  const stringRule = (value: unknown) =>
    value === undefined ? 'is required: must be a string' : 'must be a string'
  const PASSWORD_RULE = 'must have 1 to 7 characters'
  const CODE_RULE = 'must have 1 to 128 characters'
  const EMAIL_RULE = 'must be an e-mail address'
  const refused: [string, unknown, string][] = [
    ...['email', 'password', 'access_code'].flatMap((member) =>
      NO_STRINGS.map((value): [string, unknown, string] => [member, value, stringRule(value)]),
    ),
    ...['', 'ann', '@', 'a@', '@b', 'a b@c', 'a@b c', 'a@b@c', 'a@.b', 'a@b.', 'a@b..c', '<a@b>'].map(
      (value): [string, unknown, string] => ['email', value, EMAIL_RULE],
    ),
    ['email', `${'a'.repeat(250)}@b.cc`, 'must be at most 254 characters'],
    ['password', '', 'must not be empty'],
    ['password', 'x'.repeat(129), 'must have at most 128 characters'],
    ['password', '12345678', PASSWORD_RULE],
    ['password', '😀'.repeat(8), PASSWORD_RULE],
    ['access_code', '', CODE_RULE],
    ['access_code', 'x'.repeat(129), CODE_RULE],
  ]
  it.each(refused)('refuses %s = %j', async (member, value, rule) => {
    const { response, error } = await login({ ...RIGHT, [member]: value })
    expect([response.status, error]).toEqual([
      400,
      { code: 'BAD_REQUEST', message: OPTION_ERRORS.BAD_REQUEST.meaning, details: [{ member, rule }] },
    ])
  })

  it('names every wrong member and no value', async () => {
    const { text, error } = await login({ password: 'much too long '.repeat(10), access_code: 5 })
    expect(error?.details?.map(({ member }) => member)).toEqual(['email', 'password', 'access_code'])
    expect(text).not.toContain('much too long')
  })

  it.each(['', 'x', '[]', 'null', '{"email":"a","email":"b"}', '{"__proto__":1}'])(
    'refuses the body %j',
    async (body) => expect(await codeOf(send(body))).toBe('BAD_JSON'),
  )

  it('refuses a body over 1 MiB, other origins and other hosts', async () => {
    expect(await codeOf(send(`{"x":"${'x'.repeat(1024 * 1024)}"}`))).toBe('PAYLOAD_TOO_LARGE')
    const headers = { origin: 'https://evil.test' }
    expect(await codeOf(send(JSON.stringify(RIGHT), { headers }))).toBe('FORBIDDEN_ORIGIN')
  })

  it('answers any JSON by the schema or in the error form', async () => {
    const member = fc.constantFrom('email', 'password', 'access_code', 'x')
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(member, fc.oneof(fc.string(), fc.jsonValue())))
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const { response } = await login(value)
        expect([400, 401, 429]).toContain(response.status)
      }),
      { numRuns: 300 },
    )
  })
})

describe('other paths and methods', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s /api/login names what is allowed',
    async (method) => {
      const { response, error } = await send(undefined, { method })
      expect([response.status, error?.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(response.headers.get('allow')).toBe('POST')
    },
  )

  it.each([
    ['GET', '/'],
    ['POST', '/api/login/'],
    ['GET', '/api/schedule/'],
    ['POST', '/API/login'],
    ['POST', '/api//login'],
    ['GET', '/api/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '/%'],
    ['GET', '/constructor'],
  ])('%s %s does not exist', async (method, path) => {
    const { response, error } = await send(undefined, { method, path })
    expect([response.status, error]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'There is no such path or object.' },
    ])
  })
})
