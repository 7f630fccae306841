import { afterEach, beforeEach, expect, test } from 'vitest'
import { inEnglish } from '../../../../../test/support/in-english.ts'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'

let consoles: AdministrationConsole

beforeEach(async () => {
  consoles = await startAdministrationConsole()
})
afterEach(() => consoles.close())

const ID = '0'.repeat(26)
const OF_INSTALLATION: [string, string, unknown][] = [
  ['GET', 'state', undefined],
  ['POST', 'snapshots', { name: 'a' }],
  ['DELETE', `snapshots/${ID}`, undefined],
  ['POST', `snapshots/${ID}/restore`, undefined],
  ['POST', `snapshots/${ID}/file`, undefined],
  ['POST', 'export', undefined],
  ['GET', 'downloads/ticket', undefined],
  ['POST', 'import', undefined],
  ['POST', 'demo', { language: 'en' }],
]
const OF_SYSTEM: [string, string, unknown][] = [
  ['GET', 'reset', undefined],
  ['POST', 'reset', { kinds: ['chat'] }],
]

const ask = async (
  method: string,
  path: string,
  user?: Parameters<typeof consoles.cookieOf>[0],
  body?: unknown,
) => {
  const { status, text } = await consoles.call({
    ...{ method, path },
    ...(user && { user }),
    ...(body === undefined ? {} : { body }),
  })
  return [status, inEnglish(JSON.parse(text))] as const
}

test.each([...OF_INSTALLATION, ...OF_SYSTEM])('%s %s is for masters', async (method, path, body) => {
  expect(await ask(method, path, undefined, body)).toMatchObject([
    401,
    { error: { code: 'NOT_AUTHENTICATED' } },
  ])
  const user = consoles.addUser(consoles.first.system.id)
  expect(await ask(method, path, user, body)).toMatchObject([403, { error: { code: 'MASTERS_ONLY' } }])
})

test.each(OF_INSTALLATION)('%s %s is for masters of the first system', async (method, path, body) => {
  expect(await ask(method, path, consoles.second.master, body)).toMatchObject([
    403,
    { error: { code: 'OWNERS_ONLY' } },
  ])
})

test.each<[string, unknown, string, string]>([
  ['snapshots', {}, 'name', 'is required: must be a string'],
  ['snapshots', { name: '' }, 'name', 'must have 1 to 60 characters'],
  ['snapshots', { name: 'a'.repeat(61) }, 'name', 'must have 1 to 60 characters'],
  ['reset', { kinds: [] }, 'kinds', 'must name at least one kind'],
  ['reset', {}, 'kinds', 'must be an array of'],
  ['reset', { kinds: ['chat', 'all'] }, 'kinds[1]', 'must be one of chat, recordings'],
  ['demo', { language: 'fr' }, 'language', 'must be one of en, ja'],
])('%s with %j names the member and the rule', async (path, body, member, rule) => {
  const details = [{ member, rule: expect.stringContaining(rule) as string }]
  expect(await ask('POST', path, consoles.first.master, body)).toMatchObject([400, { error: { details } }])
})

test.each([
  ['DELETE', `snapshots/${ID}`],
  ['DELETE', 'snapshots/..%2Fairdesk'],
  ['POST', `snapshots/${ID}/restore`],
  ['POST', `snapshots/${ID}/file`],
  ['GET', 'downloads/ticket'],
])('%s %s: there is none', async (method, path) => {
  expect(await ask(method, path, consoles.first.master)).toMatchObject([
    404,
    { error: { code: 'NOT_FOUND' } },
  ])
})

test('only a file of the right type is imported', async () => {
  const wrong = await ask('POST', 'import', consoles.first.master, { a: 1 })
  expect(wrong).toMatchObject([400, { error: { details: [{ member: 'Content-Type' }] } }])
  const none = await ask('POST', 'import', consoles.first.master)
  expect(none).toMatchObject([400, { error: { details: [{ member: 'Content-Length' }] } }])
})

test('nothing is restored and neither schedules nor channels are reset while a channel is on air', async () => {
  const { first } = consoles
  const [, snapshot] = await ask('POST', 'snapshots', first.master, { name: 'base' })
  consoles.onAir.channels.push('Gate')
  const { id } = snapshot as { id: string }
  expect(await ask('POST', `snapshots/${id}/restore`, first.master)).toMatchObject([
    409,
    { error: { code: 'ON_AIR', message: 'End these channels first: Gate.' } },
  ])
  for (const kind of ['schedules', 'channels'])
    expect(await ask('POST', 'reset', first.master, { kinds: ['chat', kind] })).toMatchObject([
      409,
      { error: { code: 'ON_AIR' } },
    ])
  expect(await ask('POST', 'reset', first.master, { kinds: ['chat'] })).toEqual([
    200,
    { removed: { chat: 0 } },
  ])
})

test('a kind is reset in the system of who asks, and the rest stays', async () => {
  const { first, second, option } = consoles
  await ask('POST', 'demo', first.master, { language: 'en' })
  const period = { name: 'Theirs', startsAt: 1, endsAt: 2, renditions: [] }
  option.schedules.create(second.system.id, second.master, period)
  const [schedule] = option.schedules.list(first.system.id)
  if (!schedule) throw new Error('no schedule')
  option.chat.send(schedule, first.master, 'one')
  expect(await ask('GET', 'reset', first.master)).toMatchObject([
    200,
    { counts: { chat: 1, schedules: 4, channels: 2, users: 2, requests: null }, onAir: [] },
  ])
  expect((await ask('POST', 'reset', first.master, { kinds: ['chat'] }))[1]).toEqual({ removed: { chat: 1 } })
  expect((await ask('GET', 'reset', first.master))[1]).toMatchObject({ counts: { chat: 0, schedules: 4 } })
  const all = await ask('POST', 'reset', first.master, { kinds: ['users', 'schedules', 'channels'] })
  expect(all[1]).toEqual({ removed: { users: 2, schedules: 4, channels: 2 } })
  expect(option.channels.listIds(first.system.id)).toEqual([])
  expect(option.schedules.list(second.system.id)).toHaveLength(1)
  expect((await ask('GET', 'state', first.master))[1]).toMatchObject({
    snapshots: [{ name: 'before-reset', automatic: true }, { counts: { schedules: 4, users: 3 } }],
  })
})

test('demo data is added once where it has a place, and again where there is one', async () => {
  const { first, option } = consoles
  const add = () => ask('POST', 'demo', first.master, { language: 'ja' })
  expect([await add(), await add()]).toEqual([
    [200, {}],
    [200, {}],
  ])
  expect(option.schedules.list(first.system.id)).toHaveLength(4)
  expect(first.system.id && option.channels.listIds(first.system.id)).toHaveLength(8)
})

test('a file is made by POST and fetched once, by the session that asked; no address gives one by itself', async () => {
  const user = consoles.first.master
  const mine = { token: consoles.identity.sessions.open(user, 'console').token }
  const others = { token: consoles.identity.sessions.open(user, 'console').token }
  for (const path of ['export', `snapshots/${ID}/file`]) {
    expect((await consoles.call({ method: 'GET', path, ...mine })).status).toBe(404)
  }
  const made = await consoles.call({ method: 'POST', path: 'export', ...mine })
  const path = `downloads/${(JSON.parse(made.text) as { ticket: string }).ticket}`
  expect((await consoles.call({ method: 'GET', path, ...others })).status).toBe(404)
  const fetched = await consoles.call({ method: 'GET', path, ...mine })
  expect([fetched.status, fetched.text.slice(0, 15)]).toEqual([200, 'SQLite format 3'])
  expect((await consoles.call({ method: 'GET', path, ...mine })).status).toBe(404)
})

test.each(['same-site', 'cross-site'])('a page that is %s fetches no file', async (site) => {
  const { token } = consoles.identity.sessions.open(consoles.first.master, 'console')
  const made = await consoles.call({ method: 'POST', path: 'export', token })
  const path = `downloads/${(JSON.parse(made.text) as { ticket: string }).ticket}`
  const headers = { 'sec-fetch-site': site }
  expect((await consoles.call({ method: 'GET', path, token, headers })).status).toBe(403)
})
