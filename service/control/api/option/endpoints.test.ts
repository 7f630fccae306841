import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { liveConnection } from '../../../../test/support/live-api.ts'
import {
  ACCESS_CODE,
  EMAIL,
  PASSWORD,
  scheduleRequest,
  startTestOptionApi,
  userRequest,
} from '../../../../test/support/option-api.ts'
import type { CallRequest, TestOptionApi } from '../../../../test/support/option-api.ts'
import type { ChannelId } from '../../../contract/ids.ts'

let api: TestOptionApi
beforeEach(async () => {
  api = await startTestOptionApi({ timeZone: 'Asia/Tokyo' })
})
afterEach(() => api.close())

/** A call that has to succeed. */
async function done<T>(method: string, path: string, call: CallRequest = {}): Promise<T> {
  const { status, body, text } = await api.call(method, path, call)
  expect([status, text]).toEqual([200, text])
  return body as T
}
/** A call that has to be refused. */
const refused = async (method: string, path: string, call: CallRequest = {}) =>
  (await api.call(method, path, call)).error
const addSchedule = async (more: object = {}) =>
  (await done<{ schedule_id: string }>('POST', '/api/schedule', { json: scheduleRequest(more) })).schedule_id
const schedules = () => done<Record<string, string>[]>('GET', '/api/schedule')
const login = (password: string, accessCode = ACCESS_CODE, email = EMAIL) =>
  api.call('POST', '/api/login', { token: null, json: { email, password, access_code: accessCode } })

describe('schedules', () => {
  it('are read and written on the clocks of the system', async () => {
    const schedule_id = await addSchedule()
    expect(api.schedules.list(api.first.system.id)[0]?.startsAt).toBe(Date.parse('2026-03-01T01:00:00Z'))
    expect(await schedules()).toEqual([
      {
        schedule_id,
        name: 'Morning show',
        start_datetime: '2026-03-01T10:00:00',
        end_datetime: '2026-03-01T11:00:00',
        created_datetime: '2026-01-01T09:00:00',
        created_user_name: api.first.master.name,
      },
    ])
  })

  it('are listed as they are by then, whatever was answered before', async () => {
    const schedule_id = await addSchedule()
    const first = await schedules()
    expect(await schedules()).toEqual(first)
    const { service_params: _, ...changed } = scheduleRequest({ name: 'Noon' })
    await done('PATCH', '/api/schedule', { json: { schedule_id, ...changed } })
    expect((await schedules())[0]?.['name']).toBe('Noon')
    const {
      database,
      first: { system, master },
    } = api
    database.prepare('UPDATE users SET name = ? WHERE id = ?').run('Eve', master.id)
    expect((await schedules())[0]?.['created_user_name']).toBe('Eve')
    database.prepare('UPDATE systems SET time_zone = ? WHERE id = ?').run('UTC', system.id)
    expect((await schedules())[0]?.['start_datetime']).toBe('2026-03-01T01:00:00')
  })

  it('are changed', async () => {
    const schedule_id = await addSchedule()
    const { service_params: _, ...times } = scheduleRequest({
      name: '夜'.repeat(30),
      start_datetime: '2026/03/01 10:30:00',
    })
    expect(await done('PATCH', '/api/schedule', { json: { schedule_id, ...times } })).toEqual({ ok: true })
    const [schedule] = await schedules()
    expect([schedule?.['name'], schedule?.['start_datetime']]).toEqual([
      '夜'.repeat(30),
      '2026-03-01T10:30:00',
    ])
  })

  it('are deleted with their channel, until they start', async () => {
    const schedule_id = await addSchedule()
    api.clock.advance(Date.parse('2026-03-01T01:00:00Z') - api.clock.now() - 1)
    const query = { schedule_id }
    const token = api.signIn(api.first.master)
    expect(await done('DELETE', '/api/schedule', { token, query })).toEqual({ ok: true })
    expect(api.channels.list(api.first.system.id)).toEqual([])

    const started = await addScheduleNow(token)
    const error = await refused('DELETE', '/api/schedule', { token, json: { schedule_id: started } })
    expect(error?.code).toBe('SCHEDULE_STARTED')
  })
  const addScheduleNow = async (token: string) => {
    const { body } = await api.call('POST', '/api/schedule', { token, json: scheduleRequest() })
    api.clock.advance(1)
    return (body as { schedule_id: string }).schedule_id
  }

  it('do not overlap', async () => {
    const first = await addSchedule()
    const overlap = scheduleRequest({
      start_datetime: '2026/03/01 10:59:59',
      end_datetime: '2026/03/01 12:00:00',
    })
    expect((await refused('POST', '/api/schedule', { json: overlap }))?.code).toBe('SCHEDULE_OVERLAP')
    const next = scheduleRequest({
      start_datetime: '2026/03/01 11:00:00',
      end_datetime: '2026/03/01 12:00:00',
    })
    await addSchedule(next)
    const json = { schedule_id: first, ...next }
    expect((await refused('PATCH', '/api/schedule', { json }))?.code).toBe('SCHEDULE_OVERLAP')
  })

  it('name a wall time that the zone skips', async () => {
    await api.close()
    api = await startTestOptionApi({ timeZone: 'Europe/Berlin' })
    const rule = 'does not exist in the time zone Europe/Berlin: its clocks are set forward then'
    const skipped = { start_datetime: '2026/03/29 02:00:00', end_datetime: '2026/03/29 02:59:59' }
    const both = ['start_datetime', 'end_datetime'].map((member) => ({ member, rule }))
    expect((await refused('POST', '/api/schedule', { json: scheduleRequest(skipped) }))?.details).toEqual(
      both,
    )
    const schedule_id = await addSchedule({
      start_datetime: '2026/03/29 01:59:59',
      end_datetime: '2026/03/29 03:00:00',
    })
    const json = { schedule_id, ...scheduleRequest(skipped), end_datetime: '2026/03/29 04:00:00' }
    expect((await refused('PATCH', '/api/schedule', { json }))?.details).toEqual(both.slice(0, 1))
    const [only] = api.schedules.list(api.first.system.id)
    expect((only?.endsAt ?? 0) - (only?.startsAt ?? 0)).toBe(1000)
  })

  it('take archives only to destinations that the system has', async () => {
    const archived = (archive_destination_id: string) => [
      { durationSeconds: 2, startTimeOffset: -2, audio: {}, archive: { archive_destination_id } },
    ]
    const json = scheduleRequest({ service_params: archived('other') })
    const error = await refused('POST', '/api/schedule', { json })
    expect([error?.code, error?.details?.map(({ member }) => member)]).toEqual([
      'BAD_REQUEST',
      ['service_params[0].archive.archive_destination_id'],
    ])
    await addSchedule({ service_params: archived('known-destination') })
  })
})

describe('delivery and view', () => {
  const channelOf = async (schedule_id: string) =>
    (await done<{ channel_id: ChannelId }>('GET', '/api/delivery', { query: { schedule_id } })).channel_id

  it('delivery gives the channel and where to signal', async () => {
    const schedule_id = await addSchedule()
    const [channel] = api.channels.list(api.first.system.id)
    expect(await done('GET', '/api/delivery', { query: { schedule_id } })).toEqual({
      channel_id: channel?.channelId,
      sfu_url: 'wss://127.0.0.1:5443/signaling',
    })
  })

  it('view gives the playlist of the newest broadcast', async () => {
    const schedule_id = await addSchedule()
    const channelId = await channelOf(schedule_id)
    const nothing = await refused('GET', '/api/view', { query: { schedule_id } })
    expect(nothing).toEqual({
      code: 'NOT_ON_AIR',
      message: 'There is no playlist yet: nobody broadcasts on this schedule.',
    })
    api.onAir.set(channelId, [liveConnection(channelId, 'NEWER'), liveConnection(channelId, 'OLDER')])
    expect(await done('GET', '/api/view', { query: { schedule_id } })).toEqual({
      playlist_url: `https://127.0.0.1:8443/${channelId}/NEWER/index.m3u8`,
    })
  })

  it('view says so where there is no HLS conversion', async () => {
    const schedule_id = await addSchedule({ service_params: [] })
    const error = await refused('GET', '/api/view', { json: { schedule_id } })
    expect(error?.code).toBe('NOT_ON_AIR')
    expect(error?.message).toContain('service_params []')
  })

  it('a channel that was deleted is made anew, by whichever of both comes first', async () => {
    const schedule_id = await addSchedule()
    const first = await channelOf(schedule_id)
    await api.channels.delete(api.first.system.id, first)
    expect((await refused('GET', '/api/view', { query: { schedule_id } }))?.code).toBe('NOT_ON_AIR')
    const second = await channelOf(schedule_id)
    expect(api.channels.listIds(api.first.system.id)).toEqual([second])
    await api.channels.delete(api.first.system.id, second)
    const third = await channelOf(schedule_id)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await channelOf(schedule_id)).toBe(third)
    expect(await schedules()).toHaveLength(1)
    expect(await done('DELETE', '/api/schedule', { query: { schedule_id } })).toEqual({ ok: true })
    expect(api.channels.listIds(api.first.system.id)).toEqual([])
  })
})

describe('users', () => {
  const addUser = async (more: object = {}) =>
    (await done<{ user_id: number }>('POST', '/api/user', { json: userRequest(more) })).user_id
  const users = () => done<Record<string, unknown>[]>('GET', '/api/user')

  it('are made, listed, changed and deleted', async () => {
    const user_id = await addUser({ delivery: true })
    const ben = {
      user_id,
      name: 'Ben',
      email: 'ben@example.com',
      is_master: false,
      created_datetime: '2026-01-01 09:00:00',
      permissions: { delivery: 1, view: 0, schedule: 0, user: 0 },
    }
    const [ann, ...others] = await users()
    expect(ann).toMatchObject({ email: EMAIL, is_master: true, permissions: { user: 1, view: 1 } })
    expect(others).toEqual([ben])

    await done('PATCH', '/api/user', { json: { user_id, name: 'Benjamin', view: true, delivery: false } })
    expect((await users())[1]).toEqual({
      ...ben,
      name: 'Benjamin',
      permissions: { delivery: 0, view: 1, schedule: 0, user: 0 },
    })
    await done('DELETE', '/api/user', { query: { user_id: String(user_id) } })
    expect(await users()).toEqual([ann])
  })

  it('sign in with their password, and with the new one once it is changed', async () => {
    const user_id = await addUser()
    const signIn = async (password: string) => (await login(password, ACCESS_CODE, 'BEN@example.com')).status
    expect(await signIn('tiger42')).toBe(200)
    await done('PATCH', '/api/user', { json: { user_id, password: 'lion17' } })
    expect([await signIn('tiger42'), await signIn('lion17')]).toEqual([401, 200])
  })

  it('have rules', async () => {
    const user_id = await addUser()
    const codeOf = async (method: string, call: CallRequest) =>
      (await refused(method, '/api/user', call))?.code
    expect(await codeOf('POST', { json: userRequest({ email: 'Ben@Example.com' }) })).toBe('EMAIL_TAKEN')
    const master = api.first.master.id
    expect(await codeOf('DELETE', { json: { user_id: master } })).toBe('LAST_MASTER')
    expect(await codeOf('PATCH', { json: { user_id: master, view: false } })).toBe('MASTER_PERMISSIONS')
    const token = api.tokenOf({ user: true })
    expect(await codeOf('PATCH', { token, json: { user_id: master, name: 'x' } })).toBe('FORBIDDEN')
    expect(await codeOf('PATCH', { token, json: { user_id, view: true } })).toBe('FORBIDDEN')
    const granting = userRequest({ email: 'x@y', view: true })
    expect(await codeOf('POST', { token, json: granting })).toBe('FORBIDDEN')
  })

  it('have passwords by the rule of their system', async () => {
    const rule = { member: 'password', rule: 'must have 1 to 7 characters' }
    const long = { password: '12345678' }
    const tries: [string, string, object][] = [
      ['POST', '/api/user', userRequest(long)],
      ['PATCH', '/api/user', { user_id: api.first.master.id, ...long }],
      ['PATCH', '/api/password', long],
      ['POST', '/api/login', { email: EMAIL, access_code: ACCESS_CODE, ...long }],
    ]
    for (const [method, path, json] of tries) {
      expect((await refused(method, path, { json }))?.details).toEqual([rule])
    }
    api.identity.store.systems.setPasswordMinLength(api.first.system.id, 8)
    for (const [method, path, json] of tries.slice(0, 3)) {
      const { password: _, ...others } = json as Record<string, unknown>
      await done(method, path, { json: { ...others, ...long } })
      const short = await refused(method, path, { json: { ...others, email: 'c@d', password: '1234567' } })
      expect(short?.details).toEqual([{ member: 'password', rule: 'must have at least 8 characters' }])
    }
    expect((await login(long.password)).status).toBe(200)
  })
})

describe('password and access code', () => {
  it("a changed password ends the user's other sessions", async () => {
    const token = api.signIn(api.first.master)
    expect(await done('PATCH', '/api/password', { token, json: { password: 'new' } })).toEqual({ ok: true })
    expect((await refused('GET', '/api/schedule'))?.code).toBe('NOT_AUTHENTICATED')
    await done('GET', '/api/schedule', { token })
    expect([(await login(PASSWORD)).status, (await login('new')).status]).toEqual([401, 200])
  })
  it('nothing is changed without a password', async () => {
    api.signIn(api.first.master)
    expect(await done('PATCH', '/api/password', { json: {} })).toEqual({ ok: true })
    expect((await login(PASSWORD)).status).toBe(200)
  })
  it('a changed access code is the one to sign in with; sessions go on', async () => {
    expect(await done('PATCH', '/api/access-code', { json: { access_code: 'late' } })).toEqual({ ok: true })
    expect([(await login(PASSWORD)).status, (await login(PASSWORD, 'late')).status]).toEqual([401, 200])
    await done('GET', '/api/schedule')
  })
})

describe('chat', () => {
  it('is listed oldest first, from a message on, so many at a time', async () => {
    const schedule_id = await addSchedule()
    const token = api.tokenOf({ view: true })
    for (const body of ['one', '二'.repeat(50), 'three']) {
      expect(await done('POST', '/api/chat', { token, json: { schedule_id, body } })).toEqual({ ok: true })
      api.clock.advance(1000)
    }
    type Listing = { messages: { message_id: string; body: string }[] }
    const { messages } = await done<Listing>('GET', '/api/chat', { token, query: { schedule_id } })
    expect(messages[1]).toEqual({
      message_id: messages[1]?.message_id,
      schedule_id,
      user_id: api.identity.sessions.authenticate(token, 'option')?.user.id,
      user_name: 'Someone',
      body: '二'.repeat(50),
      created_datetime: '2026-01-01T09:00:01',
    })
    const after = messages[0]?.message_id ?? ''
    const rest = await done<Listing>('GET', '/api/chat', { query: { schedule_id, after, limit: '1' } })
    expect(rest.messages).toEqual([messages[1]])
    const wrong = await refused('GET', '/api/chat', { json: { schedule_id, after: schedule_id } })
    expect([wrong?.code, wrong?.details?.[0]?.member]).toEqual(['BAD_REQUEST', 'after'])
  })
})

describe('the request log', () => {
  it('is told of every call', async () => {
    await addSchedule({ colour: 'red' })
    expect(api.calls.at(-1)).toMatchObject({
      api: 'option',
      operation: 'POST /api/schedule',
      systemId: api.first.system.id,
      caller: EMAIL,
      status: 200,
      request: { name: 'Morning show' },
      unknownMembers: ['colour'],
    })
    await login('wrong')
    const anonymous = { systemId: null, caller: null, status: 401, unknownMembers: [] }
    expect(api.calls.at(-1)).toMatchObject({ operation: 'POST /api/login', ...anonymous })
    await api.call('GET', '/api/view', { token: null, query: { schedule_id: 'x' } })
    expect(api.calls.at(-1)).toMatchObject({ operation: 'GET /api/view', request: undefined, ...anonymous })
    await api.call('GET', '/api/nothing?token=x')
    expect(api.calls.at(-1)).toMatchObject({ operation: '(unknown) GET /api/nothing', status: 404 })
    await api.call('PUT', '/api/view')
    expect(api.calls.at(-1)).toMatchObject({ operation: '(unknown) PUT /api/view', status: 405 })
    expect(api.calls).toHaveLength(5)
  })

  it('knows an endpoint by whatever way its path is written', async () => {
    const headers = { authorization: `Bearer ${api.master}` }
    expect((await fetch(`http://127.0.0.1:${api.port}/api/%75ser`, { headers })).status).toBe(200)
    expect(api.calls.at(-1)).toMatchObject({ operation: 'GET /api/user' })
  })

  it('knows the caller of a call that lacks the permission', async () => {
    const user = api.addUser(api.first.system)
    expect((await api.call('GET', '/api/user', { token: api.signIn(user) })).status).toBe(403)
    const known = { systemId: api.first.system.id, caller: user.email }
    expect(api.calls.at(-1)).toMatchObject({ operation: 'GET /api/user', status: 403, ...known })
  })
})
