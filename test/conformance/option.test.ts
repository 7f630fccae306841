/** Conformance of the option API, against the real service. */
import { afterAll, beforeAll, expect } from 'vitest'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { callOption, login, loginMaster } from '../support/option-client.ts'
import type { OptionCall } from '../support/option-client.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { expectSince } from '../support/expect-since.ts'
import { holds } from './holds.ts'
import { callLive } from './live-call.ts'
import { HOUR_MS, asRequested, freeHour, scheduleOf, userOf } from './option-requests.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Body = Readonly<Record<string, unknown>>

/** A zone that is not the machine's, and that never changes its clocks. */
const ZONE = 'Asia/Tokyo'
let service: RunningService
let master: string

beforeAll(async () => {
  service = await startService({ args: ['--time-zone', ZONE] })
  master = await loginMaster(service.ready)
})
afterAll(async () => {
  await service.stop()
})

const call = (method: Method, path: string, options: OptionCall = {}) =>
  callOption(service.ready.option_base_url, method, path, { token: master, ...options })

/** A call that has to succeed; gives the answer's members. */
async function done(method: Method, path: string, options: OptionCall = {}): Promise<Body> {
  const { status, body, text } = await call(method, path, options)
  expect(status, text).toBe(200)
  return body as Body
}

/** A call that has to be refused; gives the code and the members that are named. */
async function refused(method: Method, path: string, options: OptionCall = {}) {
  const { status, body } = await call(method, path, options)
  const { error } = body as { error: { code: string; details?: { member: string }[] } }
  return { status, code: error.code, members: (error.details ?? []).map(({ member }) => member) }
}
const badRequest = (...members: string[]) => ({ status: 400, code: 'BAD_REQUEST', members })

const createSchedule = async (more: object = {}) =>
  (await done('POST', '/api/schedule', { json: scheduleOf(more) }))['schedule_id'] as string
const listed = async (scheduleId: string) =>
  ((await done('GET', '/api/schedule')) as unknown as Body[]).find((s) => s['schedule_id'] === scheduleId)

/** A new user, signed in. */
async function newUser(more: object = {}) {
  const user = userOf(more)
  const { user_id } = await done('POST', '/api/user', { json: user })
  const token = await login(service.ready.option_base_url, { ...service.ready, ...user })
  return { ...user, userId: user_id as number, token }
}
const users = async () => (await done('GET', '/api/user')) as unknown as Body[]
/** 30 characters, of which the last is two UTF-16 units. */
const LONGEST = '放'.repeat(29) + '🎬'

// What the service does, and its conventions

holds('option.registered-users-only', async () => {
  const user = await newUser()
  const good = { email: user.email, password: user.password, access_code: service.ready.access_code }
  expect((await call('POST', '/api/login', { json: good })).status).toBe(200)
  const stranger = { ...good, email: 'nobody@example.com' }
  expect((await call('POST', '/api/login', { json: stranger })).status).toBe(401)
})
holds('option.users-managed', async () => {
  const { userId } = await newUser({ delivery: true })
  await done('PATCH', '/api/user', { json: { user_id: userId, delivery: false, view: true } })
  const user = (await users()).find((one) => one['user_id'] === userId)
  expect(user).toMatchObject({ permissions: { delivery: 0, view: 1 } })
  await done('DELETE', '/api/user', { query: { user_id: String(userId) } })
  expect((await users()).some((one) => one['user_id'] === userId)).toBe(false)
})
holds('option.schedule-makes-channel', async () => {
  const { token } = await newUser({ schedule: true, delivery: true })
  const { schedule_id } = await done('POST', '/api/schedule', { token, json: scheduleOf() })
  const query = { schedule_id: schedule_id as string }
  const { channel_id } = await done('GET', '/api/delivery', { token, query })
  const { body } = await callLive(service.ready, 'Service_20200729.ListChannelIDs')
  expect(body['channel_ids']).toContain(channel_id)
})
holds('option.delivery-user-broadcasts', async () => {
  const query = { schedule_id: await createSchedule() }
  expect(
    (await call('GET', '/api/delivery', { query, token: (await newUser({ delivery: true })).token })).status,
  ).toBe(200)
  expect(
    (await call('GET', '/api/delivery', { query, token: (await newUser({ view: true })).token })).status,
  ).toBe(403)
})
holds('option.viewing-user-watches', async () => {
  const query = { schedule_id: await createSchedule({ service_params: [RENDITION_360] }) }
  const { token } = await newUser({ view: true })
  // Nobody broadcasts: it is the schedule that is not on air, not the user who may not watch.
  expect(await refused('GET', '/api/view', { query, token })).toMatchObject({
    status: 409,
    code: 'NOT_ON_AIR',
  })
  const other = await newUser({ delivery: true })
  expect((await call('GET', '/api/view', { query, token: other.token })).status).toBe(403)
})
holds('option.chat-per-schedule', async () => {
  const [here, there] = [await createSchedule(), await createSchedule()]
  const sender = await newUser({ delivery: true })
  const reader = await newUser({ view: true })
  await done('POST', '/api/chat', { token: sender.token, json: { schedule_id: here, body: 'On air!' } })
  const { messages } = await done('GET', '/api/chat', { token: reader.token, query: { schedule_id: here } })
  expect(messages).toMatchObject([{ body: 'On air!', user_name: sender.name, schedule_id: here }])
  const other = await done('GET', '/api/chat', { token: reader.token, query: { schedule_id: there } })
  expect(other['messages']).toEqual([])
})
holds('option.rest', async () => {
  for (const path of ['/api/schedule', '/api/user']) {
    const { headers } = await call('GET', path)
    expect(headers['content-type']).toMatch(/^application\/json/)
  }
})

// Schedule

holds('schedule.id-assigned', async () => {
  const ids = [await createSchedule(), await createSchedule()]
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(await listed(id)).toMatchObject({ schedule_id: id })
})
holds('schedule.name-length', async () => {
  for (const name of ['a', LONGEST])
    expect(await listed(await createSchedule({ name }))).toMatchObject({ name })
  for (const name of ['', `${LONGEST}x`]) {
    expect(await refused('POST', '/api/schedule', { json: scheduleOf({ name }) })).toEqual(badRequest('name'))
  }
})
holds('schedule.start-format', async () => {
  const hour = freeHour()
  const start_datetime = hour.start_datetime.replace(/:00$/, ':07')
  const later = hour.start_datetime.replace(/:00:00$/, ':30:00')
  const id = await createSchedule({ start_datetime, end_datetime: later })
  expect(await listed(id)).toMatchObject({
    start_datetime: start_datetime.replaceAll('/', '-').replace(' ', 'T'),
  })
  for (const wrong of ['2100-01-01 00:00:00', '2100/1/1 0:00:00', '2100/02/30 00:00:00', 1, '']) {
    const answer = await refused('POST', '/api/schedule', { json: scheduleOf({ start_datetime: wrong }) })
    expect(answer.members, String(wrong)).toContain('start_datetime')
  }
})
holds('schedule.end-format', async () => {
  const hour = freeHour()
  const id = await createSchedule(hour)
  expect(await listed(id)).toMatchObject({
    end_datetime: hour.end_datetime.replaceAll('/', '-').replace(' ', 'T'),
  })
  const wrong = scheduleOf({ end_datetime: '2100-12-01T00:00:00' })
  expect((await refused('POST', '/api/schedule', { json: wrong })).members).toContain('end_datetime')
})
holds('schedule.end-after-start', async () => {
  const { start_datetime, end_datetime } = freeHour()
  const id = await createSchedule()
  for (const end of [start_datetime, start_datetime.replace('2100', '2099')]) {
    const period = { start_datetime, end_datetime: end }
    expect(await refused('POST', '/api/schedule', { json: scheduleOf(period) })).toEqual(
      badRequest('end_datetime'),
    )
    const json = { schedule_id: id, name: 'x', ...period }
    expect(await refused('PATCH', '/api/schedule', { json })).toEqual(badRequest('end_datetime'))
  }
  await createSchedule({ start_datetime, end_datetime })
})
holds('schedule.created-datetime', async () => {
  const before = Date.now()
  const text = String((await listed(await createSchedule()))?.['created_datetime'])
  expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  expectSince(before, Date.parse(`${text}+09:00`))
})
holds('schedule.created-user-name', async () => {
  const { token } = await newUser({ schedule: true, name: 'Bea' })
  const { schedule_id } = await done('POST', '/api/schedule', { token, json: scheduleOf() })
  expect(await listed(schedule_id as string)).toMatchObject({ created_user_name: 'Bea' })
})
holds('schedule.service-params', async () => {
  const id = await createSchedule({ service_params: [RENDITION_360, { ...RENDITION_360, video: undefined }] })
  expect(Object.keys((await listed(id)) ?? {})).not.toContain('service_params')
  const json = scheduleOf({ service_params: [{ ...RENDITION_360, video: { width: 159 } }] })
  expect((await refused('POST', '/api/schedule', { json })).members).toContain(
    'service_params[0].video.width',
  )
  const { service_params: _, ...without } = scheduleOf()
  expect(await refused('POST', '/api/schedule', { json: without })).toEqual(badRequest('service_params'))
})

// User

holds('user.id-assigned', async () => {
  const [a, b] = [await newUser(), await newUser()]
  expect(Number.isInteger(a.userId) && Number.isInteger(b.userId) && a.userId !== b.userId).toBe(true)
})
holds('user.name-length', async () => {
  for (const name of ['a', LONGEST]) await newUser({ name })
  for (const name of ['', `${LONGEST}x`]) {
    expect(await refused('POST', '/api/user', { json: userOf({ name }) })).toEqual(badRequest('name'))
  }
})
holds('user.email-format', async () => {
  for (const email of ['', 'ann', 'ann@', '@example.com', 'a b@example.com', 'ann@example..com']) {
    expect(await refused('POST', '/api/user', { json: userOf({ email }) })).toEqual(badRequest('email'))
  }
})
holds('user.password-write-only', async () => {
  const { password } = await newUser({ password: 'Wx7!zq' })
  expect(JSON.stringify(await users())).not.toContain(password)
  expect(JSON.stringify(await users())).not.toContain('password')
})
holds('user.password-length', async () => {
  for (const password of ['1', '1234567', '🔑'.repeat(7)]) await newUser({ password })
  for (const password of ['', '12345678']) {
    expect(await refused('POST', '/api/user', { json: userOf({ password }) })).toEqual(badRequest('password'))
  }
})
holds('user.is-master', async () => {
  const { userId } = await newUser()
  const list = await users()
  expect(list.find((one) => one['email'] === service.ready.email)).toMatchObject({ is_master: true })
  expect(list.find((one) => one['user_id'] === userId)).toMatchObject({ is_master: false })
})
holds('user.created-datetime', async () => {
  for (const user of await users()) {
    expect(user['created_datetime']).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  }
})
holds('user.permissions-integers', async () => {
  const { userId } = await newUser({ delivery: true, schedule: true })
  const user = (await users()).find((one) => one['user_id'] === userId)
  expect(user?.['permissions']).toEqual({ delivery: 1, view: 0, schedule: 1, user: 0 })
})
holds('user.permissions-booleans', async () => {
  for (const delivery of [1, 0, 'true', null, undefined]) {
    expect(await refused('POST', '/api/user', { json: userOf({ delivery }) })).toEqual(badRequest('delivery'))
  }
})

// Tokens, access code, chat

holds('token.opaque-bearer', async () => {
  expect(master).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect((await call('GET', '/api/schedule', { token: master })).status).toBe(200)
})
holds('token.expires-at', async () => {
  const { email, password, access_code } = service.ready
  const before = Date.now()
  const { expires_at } = await done('POST', '/api/login', { json: { email, password, access_code } })
  expect(expires_at).toMatch(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/)
  const [day, time] = String(expires_at).split(' ')
  const expiresAt = Date.parse(`${String(day).replaceAll('/', '-')}T${String(time)}+09:00`)
  expectSince(before, expiresAt - 24 * HOUR_MS)
})
holds('access-code.one-per-system', async () => {
  const user = await newUser()
  for (const { email, password } of [user, service.ready]) {
    const json = { email, password, access_code: service.ready.access_code }
    expect((await call('POST', '/api/login', { json })).status).toBe(200)
    expect((await call('POST', '/api/login', { json: { ...json, access_code: 'other' } })).status).toBe(401)
  }
})
holds('chat.body-length', async () => {
  const schedule_id = await createSchedule()
  for (const body of ['a', '話'.repeat(49) + '🎙']) {
    await done('POST', '/api/chat', { json: { schedule_id, body } })
  }
  for (const body of ['', 'a'.repeat(51)]) {
    expect(await refused('POST', '/api/chat', { json: { schedule_id, body } })).toEqual(badRequest('body'))
  }
})
holds('chat.belongs-to-schedule', async () => {
  const json = { schedule_id: 'unknown', body: 'Hello' }
  expect(await refused('POST', '/api/chat', { json })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

// Endpoints

holds('option.authorization', async () => {
  const all: [Method, string][] = [
    ['GET', '/api/schedule'],
    ['POST', '/api/schedule'],
    ['PATCH', '/api/schedule'],
    ['DELETE', '/api/schedule'],
    ['GET', '/api/delivery'],
    ['GET', '/api/view'],
    ['GET', '/api/user'],
    ['POST', '/api/user'],
    ['PATCH', '/api/user'],
    ['DELETE', '/api/user'],
    ['PATCH', '/api/password'],
    ['PATCH', '/api/access-code'],
    ['GET', '/api/chat'],
    ['POST', '/api/chat'],
  ]
  for (const [method, path] of all) {
    for (const token of [undefined, 'wrong', service.ready.access_token]) {
      expect(await refused(method, path, { token, json: {} })).toMatchObject({
        status: 401,
        code: 'NOT_AUTHENTICATED',
      })
    }
  }
  expect(await refused('POST', '/api/login', { token: undefined, json: {} })).toMatchObject({ status: 400 })
})
holds('option.objects', async () => {
  const id = await createSchedule()
  expect(Object.keys((await listed(id)) ?? {}).sort()).toEqual([
    'created_datetime',
    'created_user_name',
    'end_datetime',
    'name',
    'schedule_id',
    'start_datetime',
  ])
  const [user] = await users()
  expect(Object.keys(user ?? {}).sort()).toEqual([
    'created_datetime',
    'email',
    'is_master',
    'name',
    'permissions',
    'user_id',
  ])
})
holds('option.1-login', async () => {
  const { email, password, access_code } = service.ready
  const answer = await done('POST', '/api/login', {
    token: undefined,
    json: { email, password, access_code },
  })
  expect(Object.keys(answer).sort()).toEqual(['expires_at', 'token'])
})
holds('option.1-required', async () => {
  const { email, password, access_code } = service.ready
  const all = { email, password, access_code }
  for (const member of Object.keys(all)) {
    const json = { ...all, [member]: undefined }
    expect(await refused('POST', '/api/login', { json })).toEqual(badRequest(member))
  }
})
holds('option.2-list-schedules', async () => {
  const id = await createSchedule()
  const { token } = await newUser()
  const list = (await done('GET', '/api/schedule', { token })) as unknown as Body[]
  expect(list.some((schedule) => schedule['schedule_id'] === id)).toBe(true)
})
holds('option.3-create-schedule', async () => {
  const all: Body = scheduleOf()
  for (const member of Object.keys(all)) {
    const answer = await refused('POST', '/api/schedule', { json: { ...all, [member]: undefined } })
    expect(answer).toEqual(badRequest(member))
  }
  expect(Object.keys(await done('POST', '/api/schedule', { json: all }))).toEqual(['schedule_id'])
})
holds('option.4-change-schedule', async () => {
  const schedule_id = await createSchedule()
  const all: Body = { schedule_id, ...freeHour(), name: 'Evening show' }
  for (const member of Object.keys(all)) {
    const answer = await refused('PATCH', '/api/schedule', { json: { ...all, [member]: undefined } })
    expect(answer).toEqual(badRequest(member))
  }
  expect(await done('PATCH', '/api/schedule', { json: all })).toEqual({ ok: true })
  expect(await listed(schedule_id)).toMatchObject({ name: 'Evening show' })
  expect(await refused('PATCH', '/api/schedule', { json: { ...all, schedule_id: 'unknown' } })).toMatchObject(
    {
      status: 404,
    },
  )
})
holds('option.5-delete-schedule', async () => {
  const schedule_id = await createSchedule()
  expect(await refused('DELETE', '/api/schedule')).toEqual(badRequest('schedule_id'))
  expect(await done('DELETE', '/api/schedule', { query: { schedule_id } })).toEqual({ ok: true })
  expect(await listed(schedule_id)).toBeUndefined()
  expect(await refused('DELETE', '/api/schedule', { query: { schedule_id } })).toMatchObject({ status: 404 })
})
holds('option.6-delivery', async () => {
  const schedule_id = await createSchedule()
  const answer = await done('GET', '/api/delivery', { query: { schedule_id } })
  expect(Object.keys(answer).sort()).toEqual(['channel_id', 'sfu_url'])
  expect(await refused('GET', '/api/delivery')).toEqual(badRequest('schedule_id'))
})
holds('option.7-view', async () => {
  expect(await refused('GET', '/api/view')).toEqual(badRequest('schedule_id'))
  const unknown = await refused('GET', '/api/view', { query: { schedule_id: 'unknown' } })
  expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  // Its answer takes a broadcast; see elsewhere.ts.
  const query = { schedule_id: await createSchedule({ service_params: [RENDITION_360] }) }
  expect(await refused('GET', '/api/view', { query })).toMatchObject({ status: 409, code: 'NOT_ON_AIR' })
})
holds('option.8-list-users', async () => {
  const { email } = await newUser()
  expect((await users()).map((user) => user['email'])).toEqual(
    expect.arrayContaining([service.ready.email, email]),
  )
})
holds('option.9-create-user', async () => {
  const all: Body = userOf()
  for (const member of Object.keys(all)) {
    const answer = await refused('POST', '/api/user', { json: { ...all, [member]: undefined } })
    expect(answer).toEqual(badRequest(member))
  }
  expect(await done('POST', '/api/user', { json: all })).toEqual({
    ok: true,
    user_id: expect.any(Number) as number,
  })
})
holds('option.10-change-user', async () => {
  const { userId, email } = await newUser()
  expect(await done('PATCH', '/api/user', { json: { user_id: userId } })).toEqual({ ok: true })
  for (const change of [
    { name: 'Cyd' },
    { password: 'other12' },
    { delivery: true },
    { view: true },
    { schedule: true },
    { user: true },
  ]) {
    expect(await done('PATCH', '/api/user', { json: { user_id: userId, ...change } })).toEqual({ ok: true })
  }
  expect((await users()).find((one) => one['user_id'] === userId)).toMatchObject({
    name: 'Cyd',
    permissions: { delivery: 1, view: 1, schedule: 1, user: 1 },
  })
  await login(service.ready.option_base_url, { ...service.ready, email, password: 'other12' })
  expect(await refused('PATCH', '/api/user', { json: { name: 'x' } })).toEqual(badRequest('user_id'))
})
holds('option.11-delete-user', async () => {
  const { userId } = await newUser()
  expect(await refused('DELETE', '/api/user')).toEqual(badRequest('user_id'))
  expect(await done('DELETE', '/api/user', { json: { user_id: userId } })).toEqual({ ok: true })
  expect(await refused('DELETE', '/api/user', { json: { user_id: userId } })).toMatchObject({ status: 404 })
})
holds('option.12-password', async () => {
  const { email, token } = await newUser()
  expect(await done('PATCH', '/api/password', { token, json: { password: 'changed' } })).toEqual({ ok: true })
  await login(service.ready.option_base_url, { ...service.ready, email, password: 'changed' })
  const old = { email, password: 'secret1', access_code: service.ready.access_code }
  expect((await call('POST', '/api/login', { json: old })).status).toBe(401)
})
holds('option.12-optional', async () => {
  const { email, password, token } = await newUser()
  expect(await done('PATCH', '/api/password', { token, json: {} })).toEqual({ ok: true })
  await login(service.ready.option_base_url, { ...service.ready, email, password })
})
holds('option.13-access-code', async () => {
  const { email, password } = await newUser()
  expect(await refused('PATCH', '/api/access-code', { json: {} })).toEqual(badRequest('access_code'))
  expect(await done('PATCH', '/api/access-code', { json: { access_code: 'new code' } })).toEqual({ ok: true })
  await login(service.ready.option_base_url, { email, password, access_code: 'new code' })
  const old = { email, password, access_code: service.ready.access_code }
  expect((await call('POST', '/api/login', { json: old })).status).toBe(401)
  await done('PATCH', '/api/access-code', { json: { access_code: service.ready.access_code } })
})
holds('option.14-list-chat', async () => {
  const schedule_id = await createSchedule()
  expect(await done('GET', '/api/chat', { query: { schedule_id } })).toEqual({ ok: true, messages: [] })
  expect(await refused('GET', '/api/chat')).toEqual(badRequest('schedule_id'))
})
holds('option.15-send-chat', async () => {
  const schedule_id = await createSchedule()
  const all: Body = { schedule_id, body: 'Hello' }
  for (const member of Object.keys(all)) {
    expect(await refused('POST', '/api/chat', { json: { ...all, [member]: undefined } })).toEqual(
      badRequest(member),
    )
  }
  expect(await done('POST', '/api/chat', { json: all })).toEqual({ ok: true })
})

// Rules

holds('option.rule-1-overlap', async () => {
  const hour = freeHour()
  await createSchedule(hour)
  expect(await refused('POST', '/api/schedule', { json: scheduleOf(hour) })).toMatchObject({
    status: 409,
    code: 'SCHEDULE_OVERLAP',
  })
})
holds('error.overlap', async () => {
  const hour = freeHour()
  await createSchedule(hour)
  const inside = {
    start_datetime: hour.start_datetime.replace(':00:00', ':20:00'),
    end_datetime: hour.start_datetime.replace(':00:00', ':40:00'),
  }
  const before = (await call('GET', '/api/schedule')).text
  expect((await call('POST', '/api/schedule', { json: scheduleOf(inside) })).status).toBe(409)
  expect((await call('GET', '/api/schedule')).text).toBe(before)
})
const started = { start_datetime: '2001/01/01 00:00:00', end_datetime: '2001/01/01 01:00:00' }
holds('option.rule-2-started', async () => {
  const schedule_id = await createSchedule(started)
  const answer = await refused('DELETE', '/api/schedule', { query: { schedule_id } })
  expect(answer).toMatchObject({ status: 409, code: 'SCHEDULE_STARTED' })
})
holds('error.started', async () => {
  const id = await createSchedule({
    start_datetime: '2002/01/01 00:00:00',
    end_datetime: '2002/01/01 00:00:01',
  })
  expect((await call('DELETE', '/api/schedule', { query: { schedule_id: id } })).status).toBe(409)
  expect(await listed(id)).toBeDefined()
})
holds('option.rule-4-email', async () => {
  const { userId, email } = await newUser()
  await done('PATCH', '/api/user', { json: { user_id: userId, email: 'changed@example.com' } })
  expect((await users()).find((one) => one['user_id'] === userId)).toMatchObject({ email })
})
holds('error.login', async () => {
  const user = await newUser()
  const good = { email: user.email, password: user.password, access_code: service.ready.access_code }
  for (const wrong of [{ email: 'no@example.com' }, { password: 'wrong' }, { access_code: 'wrong' }]) {
    expect((await call('POST', '/api/login', { json: { ...good, ...wrong } })).status).toBe(401)
  }
})
holds('auth.login-gives-token', async () => {
  const { token } = await newUser({ view: true })
  expect((await call('GET', '/api/schedule', { token })).status).toBe(200)
})
holds('auth.bearer', async () => {
  const headers = { authorization: `Token ${master}` }
  expect((await call('GET', '/api/schedule', { token: undefined, headers })).status).toBe(401)
})

// What was decided

holds('decided.code-points', async () => {
  expect(await listed(await createSchedule({ name: '👩‍🚀'.repeat(10) }))).toMatchObject({
    name: '👩‍🚀'.repeat(10),
  })
  const json = scheduleOf({ name: `${'👩‍🚀'.repeat(10)}x` })
  expect(await refused('POST', '/api/schedule', { json })).toEqual(badRequest('name'))
})
holds('decided.body-limit', async () => {
  const json = scheduleOf({ name: 'x'.repeat(1024 * 1024) })
  expect(await refused('POST', '/api/schedule', { json })).toMatchObject({
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
  })
})
holds('decided.no-coercion', async () => {
  const { userId } = await newUser()
  const asText = { user_id: String(userId) }
  expect(await refused('DELETE', '/api/user', { json: asText })).toEqual(badRequest('user_id'))
  expect(await done('DELETE', '/api/user', { query: asText })).toEqual({ ok: true })
})
holds('decided.parameters', async () => {
  const [a, b] = [await createSchedule(), await createSchedule()]
  const channel = async (options: OptionCall) => (await done('GET', '/api/delivery', options))['channel_id']
  const ofA = await channel({ query: { schedule_id: a } })
  expect(await channel({ json: { schedule_id: a } })).toBe(ofA)
  expect(await channel({ query: { schedule_id: a }, json: { schedule_id: b } })).toBe(ofA)
})
holds('decided.option-errors', async () => {
  const nobody = { email: 'nobody3@example.com', password: 'x', access_code: 'x' }
  for (let i = 0; i < 10; i++) await call('POST', '/api/login', { json: nobody })
  const [master_] = await users()
  const statuses = {
    400: await call('POST', '/api/schedule', { json: { ...scheduleOf(), name: '' } }),
    401: await call('GET', '/api/schedule', { token: 'wrong' }),
    403: await call('GET', '/api/user', { token: (await newUser()).token }),
    404: await call('GET', '/api/unknown'),
    405: await call('DELETE', '/api/login'),
    409: await call('DELETE', '/api/user', { query: { user_id: String(master_?.['user_id']) } }),
    413: await call('POST', '/api/schedule', { json: { name: 'x'.repeat(1024 * 1024) } }),
    429: await call('POST', '/api/login', { json: nobody }),
  }
  for (const [status, { status: answered, body }] of Object.entries(statuses)) {
    expect(answered).toBe(Number(status))
    const error = {
      code: expect.stringMatching(/^[A-Z_]+$/) as string,
      message: expect.stringMatching(/\w/) as string,
    }
    const details = [{ member: 'name', rule: 'must have 1 to 30 characters' }]
    expect(body, status).toEqual({ ok: false, error: status === '400' ? { ...error, details } : error })
  }
})
holds('decided.login-failure', async () => {
  const user = await newUser()
  const good = { email: user.email, password: user.password, access_code: service.ready.access_code }
  const wrong = [{ email: 'no2@example.com' }, { password: 'wrong' }, { access_code: 'wrong' }]
  const answers = await Promise.all(
    wrong.map((one) => call('POST', '/api/login', { json: { ...good, ...one } })),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})
holds('decided.login-attempts', async () => {
  const { email } = await newUser()
  const json = { email, password: 'wrong', access_code: service.ready.access_code }
  const attempt = () => call('POST', '/api/login', { json })
  for (let i = 0; i < 10; i++) expect((await attempt()).status).toBe(401)
  const { status, headers } = await attempt()
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})
holds('decided.email-unique', async () => {
  const { email } = await newUser()
  const json = userOf({ email: email.toUpperCase() })
  expect(await refused('POST', '/api/user', { json })).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
})
holds('decided.token-ended', async () => {
  const user = await newUser()
  const second = await login(service.ready.option_base_url, { ...service.ready, ...user })
  const alive = async (token: string) => (await call('GET', '/api/schedule', { token })).status === 200
  await done('PATCH', '/api/password', { token: user.token, json: { password: 'fresh1' } })
  expect([await alive(user.token), await alive(second)]).toEqual([true, false])
  await done('DELETE', '/api/user', { query: { user_id: String(user.userId) } })
  expect(await alive(user.token)).toBe(false)
})
holds('decided.no-escalation', async () => {
  const manager = await newUser({ user: true, view: true })
  const target = await newUser()
  const change = (json: object) => call('PATCH', '/api/user', { token: manager.token, json })
  expect((await change({ user_id: target.userId, view: true })).status).toBe(200)
  expect((await change({ user_id: target.userId, delivery: true })).status).toBe(403)
  expect(
    (await call('POST', '/api/user', { token: manager.token, json: userOf({ schedule: true }) })).status,
  ).toBe(403)
  const first = (await users()).find((user) => user['is_master'])
  expect((await change({ user_id: first?.['user_id'], name: 'Taken over' })).status).toBe(403)
})
holds('decided.last-master', async () => {
  const first = (await users()).find((user) => user['is_master'])
  const query = { user_id: String(first?.['user_id']) }
  expect(await refused('DELETE', '/api/user', { query })).toMatchObject({ status: 409, code: 'LAST_MASTER' })
})
holds('decided.start-in-past', async () => {
  await createSchedule({ start_datetime: '2003/01/01 00:00:00', end_datetime: '2003/01/01 01:00:00' })
})
holds('decided.overlap', async () => {
  const [first, second] = [freeHour(), freeHour()]
  const a = await createSchedule(first)
  const b = await createSchedule(second)
  const change = (json: object) => call('PATCH', '/api/schedule', { json: { name: 'x', ...json } })
  expect((await change({ schedule_id: b, ...first })).status).toBe(409)
  expect((await change({ schedule_id: a, ...first })).status).toBe(200)
})
holds('decided.time-zone', async () => {
  const hour = freeHour()
  const before = Date.now()
  const id = await createSchedule(hour)
  const { userId } = await newUser()
  await done('POST', '/api/chat', { json: { schedule_id: id, body: 'Hello' } })
  const { start_datetime, created_datetime } = (await listed(id)) ?? {}
  expect(start_datetime).toBe(hour.start_datetime.replaceAll('/', '-').replace(' ', 'T'))
  const user = (await users()).find((one) => one['user_id'] === userId)
  const { messages } = await done('GET', '/api/chat', { query: { schedule_id: id } })
  const [message] = messages as Body[]
  for (const written of [created_datetime, user?.['created_datetime'], message?.['created_datetime']]) {
    expectSince(before, Date.parse(`${String(written).replace(' ', 'T')}+09:00`))
  }
  // On the clocks of the zone it has begun; on those of UTC it is nine hours ahead.
  const inZone = (minutes: number) => asRequested(Date.now() + 9 * HOUR_MS + minutes * 60_000)
  const begun = await createSchedule({ start_datetime: inZone(-1), end_datetime: inZone(30) })
  const ahead = await createSchedule({ start_datetime: inZone(60), end_datetime: inZone(61) })
  const removed = async (schedule_id: string) =>
    (await call('DELETE', '/api/schedule', { query: { schedule_id } })).status
  expect([await removed(begun), await removed(ahead)]).toEqual([409, 200])
})
holds('decided.schedule-channel', async () => {
  const schedule_id = await createSchedule()
  const { channel_id } = await done('GET', '/api/delivery', { query: { schedule_id } })
  const ids = async () =>
    (await callLive(service.ready, 'Service_20200729.ListChannelIDs')).body['channel_ids']
  expect(await ids()).toContain(channel_id)
  await done('DELETE', '/api/schedule', { query: { schedule_id } })
  expect(await ids()).not.toContain(channel_id)
})
holds('decided.not-on-air', async () => {
  const query = { schedule_id: await createSchedule({ service_params: [RENDITION_360] }) }
  expect(await refused('GET', '/api/view', { query })).toMatchObject({ status: 409, code: 'NOT_ON_AIR' })
})
holds('decided.chat-listing', async () => {
  const schedule_id = await createSchedule()
  for (const body of ['one', 'two', 'three']) await done('POST', '/api/chat', { json: { schedule_id, body } })
  type Message = Readonly<Record<string, string>>
  const list = async (more: Record<string, string> = {}) =>
    (await done('GET', '/api/chat', { query: { schedule_id, ...more } }))['messages'] as Message[]
  const all = await list()
  expect(all.map(({ body }) => body)).toEqual(['one', 'two', 'three'])
  expect(Object.keys(all[0] ?? {}).sort()).toEqual([
    'body',
    'created_datetime',
    'message_id',
    'schedule_id',
    'user_id',
    'user_name',
  ])
  const after = all[0]?.['message_id'] ?? ''
  expect((await list({ after, limit: '1' })).map(({ body }) => body)).toEqual(['two'])
})
