/** The endpoints of the option API: parameters, refusals, keys of idempotency. */
import { MISSING, dateTime, email, flag, renditions, text } from '../../support/bad-input.ts'
import { ACCESS_CODE, EMAIL, PASSWORD, scheduleRequest, userRequest } from '../../support/option-api.ts'
import { KNOWN_DESTINATION } from '../../support/option-domain.ts'
import type { SceneToRecord } from '../recorder.ts'
import { ID, anyOf, memberOf, option, valuesOf, variations } from './cases.ts'

const name = valuesOf(text(1, 30))
const password = anyOf(
  '',
  'x',
  'x'.repeat(7),
  'x'.repeat(8),
  '😀'.repeat(7),
  'x'.repeat(128),
  'x'.repeat(129),
)
const emails = [...valuesOf(email()), 'a..b@c.d', '.a@b.c', 'a@-b.c']
const flags = [...valuesOf(flag())]
const time = ['10:00:00', '00:00:00', '23:59:59'].map((clock) => `2026/05/05 ${clock}`)
const times = [...valuesOf(dateTime(time)), '9998/12/31 23:59:59', '1970/01/01 00:00:00']
const userId = [...ID, 0, 1, 2, -1, 1.5, '1', 99, 2 ** 53, true, {}]
const limit = anyOf(1, 2, 1000, 1001, -1, 1.5, '1')
const day = (n: number) =>
  `2026/${String(1 + Math.floor(n / 28)).padStart(2, '0')}/${String(1 + (n % 28)).padStart(2, '0')}`

const archivedTo = (id: string) => ({
  ...scheduleRequest().service_params[0],
  archive: { archive_destination_id: id },
})

/** A schedule of one day of its own. */
const schedule = (n: number, more: object = {}) =>
  scheduleRequest({ start_datetime: `${day(n)} 10:00:00`, end_datetime: `${day(n)} 11:00:00`, ...more })

const login: SceneToRecord = {
  name: 'POST /api/login',
  async play(director) {
    const right = { email: EMAIL, password: PASSWORD, access_code: ACCESS_CODE }
    const ask = (json: unknown) => option(director, 'POST /api/login', { json, token: null })
    const { status, body } = await ask(right)
    if (status !== 200) throw new Error(body)
    await option(director, 'GET /api/schedule', { token: memberOf({ status, headers: {}, body }, 'token') })
    await ask({ ...right, email: EMAIL.toUpperCase(), more: 1 })
    for (const one of variations(right, { email: emails, password, access_code: valuesOf(text(1, 128)) })) {
      await ask(one)
      director.act('advance', { ms: 15 * 60_000 })
    }
    await ask({})
    director.act('advance', { ms: 15 * 60_000 })
    for (let attempt = 0; attempt < 12; attempt++) await ask({ ...right, password: 'wrong' })
    director.act('advance', { ms: 60_000 })
    await ask(right)
    await ask({ ...right, email: 'nobody@example.com' })
    director.act('advance', { ms: 24 * 60 * 60_000 })
    await option(director, 'GET /api/schedule', { token: memberOf({ status, headers: {}, body }, 'token') })
    director.act('leastPassword', { length: 10 })
    for (const one of ['', 'x', 'x'.repeat(9), 'x'.repeat(129), PASSWORD])
      await ask({ ...right, password: one })
  },
}

const createSchedules: SceneToRecord = {
  name: 'POST /api/schedule',
  async play(director) {
    let next = 0
    const create = (more: object) => option(director, 'POST /api/schedule', { json: schedule(next++, more) })
    for (const one of [...name, 'x']) await create(withOr('name', one))
    const params = [...valuesOf(renditions()), [null], [{}]]
    for (const one of params) await create(withOr('service_params', one))
    await create({
      service_params: [archivedTo(KNOWN_DESTINATION), archivedTo('unknown'), archivedTo('gone')],
    })
    await create({ service_params: [archivedTo(KNOWN_DESTINATION)] })
    await create({ more: 1, service_params: [{ ...archivedTo(KNOWN_DESTINATION), more: { a: 1 } }] })
    await option(director, 'POST /api/schedule', { json: {} })
    await option(director, 'GET /api/schedule', { query: 'more=1' })
  },
}

const withOr = (member: string, value: unknown) => ({ [member]: value === MISSING ? undefined : value })

const periods: SceneToRecord = {
  name: 'times of schedules',
  async play(director) {
    const id = memberOf(await option(director, 'POST /api/schedule', { json: schedule(150) }), 'schedule_id')
    const more = { end_datetime: '9998/12/31 23:59:59' }
    for (const endpoint of ['POST /api/schedule', 'PATCH /api/schedule']) {
      const base = { ...scheduleRequest(more), schedule_id: id }
      for (const one of variations(base, { start_datetime: times, end_datetime: times })) {
        await option(director, endpoint, { json: one })
      }
      const spoilt = [
        { start_datetime: 'x', end_datetime: 'x' },
        { start_datetime: '2026/03/01 10:00:00', end_datetime: '2026/03/01 10:00:00' },
      ]
      for (const one of spoilt) await option(director, endpoint, { json: { ...base, ...one } })
    }
  },
}

const zones: SceneToRecord = {
  name: 'times that clocks skip',
  stage: { timeZone: 'Europe/Berlin' },
  async play(director) {
    const [before, skipped, after] = ['2026/03/29 01:30:00', '2026/03/29 02:30:00', '2026/03/29 03:30:00']
    for (const [start_datetime, end_datetime] of [
      [skipped, after],
      [before, skipped],
      [skipped, '2026/03/29 02:40:00'],
      [before, after],
    ]) {
      await option(director, 'POST /api/schedule', {
        json: scheduleRequest({ start_datetime, end_datetime }),
      })
    }
    await option(director, 'POST /api/schedule', {
      json: scheduleRequest({ start_datetime: '2026/10/25 02:30:00', end_datetime: '2026/10/25 02:45:00' }),
    })
    await option(director, 'GET /api/schedule')
  },
}

const changeSchedules: SceneToRecord = {
  name: 'schedules that are changed and deleted',
  async play(director) {
    const ids: string[] = []
    for (const n of [40, 41, 42]) {
      const made = await option(director, 'POST /api/schedule', { json: schedule(n, { name: `Show ${n}` }) })
      ids.push(memberOf(made, 'schedule_id'))
    }
    const [first = '', second = ''] = ids
    const { service_params: _, ...right } = { schedule_id: first, ...schedule(43) }
    const change = (json: object) => option(director, 'PATCH /api/schedule', { json })
    for (const one of variations(right, { schedule_id: [...ID, 'unknown'], name })) await change(one)
    await change({ ...right, ...schedule(41) })
    await change({ ...right, start_datetime: `${day(41)} 10:59:59`, end_datetime: `${day(42)} 10:00:01` })
    await change({
      ...right,
      start_datetime: `${day(41)} 11:00:00`,
      end_datetime: `${day(42)} 10:00:00`,
      more: 1,
    })
    await option(director, 'POST /api/schedule', { json: schedule(41, { name: 'Another' }) })
    const other = director.act('token', { master: true, system: 'other' })
    await option(director, 'PATCH /api/schedule', { json: right, token: other })
    await option(director, 'POST /api/schedule', { json: schedule(41), token: other })
    const remove = (query: string, token?: string) =>
      option(director, 'DELETE /api/schedule', { query, ...(token === undefined ? {} : { token }) })
    await remove(`schedule_id=${first}`, other)
    for (const query of [
      '',
      'schedule_id=',
      'schedule_id=unknown',
      `schedule_id=${first}&schedule_id=${first}`,
    ])
      await remove(query)
    await option(director, 'DELETE /api/schedule', { json: { schedule_id: 5 } })
    await option(director, 'DELETE /api/schedule', { json: { schedule_id: first, more: 1 } })
    await remove(`schedule_id=${first}&more=1`)
    director.act('advance', { ms: 60 * 24 * 60 * 60_000 })
    const token = director.act('token', { master: true })
    await remove(`schedule_id=${second}`, token)
    await option(director, 'PATCH /api/schedule', { json: { ...right, schedule_id: second }, token })
    await remove(`schedule_id=${second}`, token)
    await option(director, 'GET /api/schedule', { token })
  },
}

const broadcasts: SceneToRecord = {
  name: 'GET /api/delivery and GET /api/view',
  async play(director) {
    const made: string[] = []
    for (const more of [{}, { service_params: [] }, {}]) {
      const answer = await option(director, 'POST /api/schedule', { json: schedule(made.length, more) })
      made.push(memberOf(answer, 'schedule_id'))
    }
    const [first = '', plain = '', deleted = ''] = made
    const other = director.act('token', { master: true, system: 'other' })
    const delivery = await option(director, 'GET /api/delivery', { query: `schedule_id=${first}` })
    const channel = await option(director, 'GET /api/delivery', { query: `schedule_id=${deleted}` })
    for (const endpoint of ['GET /api/delivery', 'GET /api/view']) {
      for (const query of [
        '',
        'schedule_id=',
        'schedule_id=unknown',
        'schedule_id=a&schedule_id=a',
        'Schedule_id=a',
        'schedule_id=%00',
      ]) {
        await option(director, endpoint, { query })
      }
      for (const one of variations({ schedule_id: first }, { schedule_id: ID })) {
        await option(director, endpoint, { json: one })
      }
      for (const id of made) await option(director, endpoint, { query: `schedule_id=${id}&more=1` })
      await option(director, endpoint, { json: { schedule_id: first } })
      await option(director, endpoint, { query: `schedule_id=${first}`, json: { schedule_id: plain } })
      await option(director, endpoint, { query: `schedule_id=${first}`, token: other })
    }
    director.act('onAir', { channel_id: memberOf(delivery, 'channel_id') })
    for (const id of made) await option(director, 'GET /api/view', { query: `schedule_id=${id}` })
    director.act('deleteChannel', { channel_id: memberOf(channel, 'channel_id') })
    for (const endpoint of ['GET /api/delivery', 'GET /api/view']) {
      await option(director, endpoint, { query: `schedule_id=${deleted}` })
    }
    await option(director, 'DELETE /api/schedule', { query: `schedule_id=${deleted}` })
    const archived = await option(director, 'POST /api/schedule', {
      json: schedule(9, { service_params: [archivedTo(KNOWN_DESTINATION)] }),
    })
    const query = `schedule_id=${memberOf(archived, 'schedule_id')}`
    const gone = await option(director, 'GET /api/delivery', { query })
    director.act('deleteChannel', { channel_id: memberOf(gone, 'channel_id') })
    director.act('forgetDestinations')
    for (const endpoint of ['GET /api/delivery', 'GET /api/view']) await option(director, endpoint, { query })
  },
}

const createUsers: SceneToRecord = {
  name: 'POST /api/user',
  async play(director) {
    const create = (json: object, token = director.token) =>
      option(director, 'POST /api/user', { json, token })
    let next = 0
    const right = () => userRequest({ email: `user${next++}@example.com` })
    const members = { name, password, delivery: flags, view: flags, schedule: flags, user: flags }
    for (const [member, values] of Object.entries(members)) {
      for (const value of values) await create(variations(right(), { [member]: [value] })[0] ?? {})
    }
    for (const one of variations(userRequest(), { email: emails })) await create(one)
    await create({ ...right(), more: 1, permissions: {} })
    await create({})
    await create({ name: '', email: 5, password: '', delivery: 1 })
    await create(userRequest({ email: EMAIL }))
    await create(userRequest({ email: EMAIL.toUpperCase() }))
    const manager = director.act('token', { permissions: { user: true, view: true } })
    await create({ ...right(), view: true, user: true }, manager)
    await create({ ...right(), delivery: true }, manager)
    director.act('leastPassword', { length: 10 })
    for (const one of ['x'.repeat(9), 'x'.repeat(10), 'x'.repeat(128), 'x'.repeat(129)]) {
      await create({ ...right(), password: one })
    }
    await option(director, 'GET /api/user', { query: 'more=1' })
  },
}

const changeUsers: SceneToRecord = {
  name: 'users that are changed and deleted',
  async play(director) {
    for (const one of ['ben', 'cora', 'dora']) {
      await option(director, 'POST /api/user', {
        json: userRequest({ name: one, email: `${one}@example.com` }),
      })
    }
    const change = (json: object, token = director.token) =>
      option(director, 'PATCH /api/user', { json, token })
    const flagsOrNone = [MISSING, ...flags]
    const permissions = { delivery: flagsOrNone, view: flagsOrNone, schedule: flagsOrNone, user: flagsOrNone }
    const members = { user_id: userId, name: anyOf('', ...name), password, ...permissions }
    for (const one of variations({ user_id: 2 }, members)) await change(one)
    await change({ user_id: 2, more: 1, email: 'other@example.com' })
    await change({ user_id: 1, view: false })
    await change({ user_id: 1, name: 'Ann', view: true })
    const manager = director.act('token', { permissions: { user: true } })
    const other = director.act('token', { master: true, system: 'other' })
    await change({ user_id: 1, name: 'No' }, manager)
    await change({ user_id: 3, view: true }, manager)
    await change({ user_id: 3, name: 'Cora' }, manager)
    await change({ user_id: 3, password: 'new' }, manager)
    await change({ user_id: 2, delivery: true })
    await change({ user_id: 2, password: 'new' }, manager)
    await change({ user_id: 3, name: 'No' }, other)
    await option(director, 'GET /api/user')
    const remove = (query: string, token = director.token) =>
      option(director, 'DELETE /api/user', { query, token })
    for (const id of [
      '',
      '0',
      '-1',
      '1.5',
      'x',
      '01',
      '1e0',
      '99',
      '1',
      '99999999999999999',
      '1&user_id=2',
    ]) {
      await remove(`user_id=${id}`)
    }
    await remove('user_id=1', manager)
    await remove('user_id=3', other)
    for (const value of [null, '3', 0, [], true])
      await option(director, 'DELETE /api/user', { json: { user_id: value } })
    await remove('user_id=3&more=1', manager)
    await remove('user_id=3')
    await option(director, 'DELETE /api/user', { json: { user_id: 4 } })
    director.act('token', { master: true })
    await remove('user_id=1')
    await option(director, 'GET /api/user')
  },
}

const ownSecrets: SceneToRecord = {
  name: 'PATCH /api/password and PATCH /api/access-code',
  async play(director) {
    const token = director.act('token', {})
    for (const one of variations({}, { password }))
      await option(director, 'PATCH /api/password', { json: one, token })
    await option(director, 'PATCH /api/password', { json: { password: 'new', more: 1 } })
    for (const one of variations({}, { access_code: valuesOf(text(1, 128)) })) {
      await option(director, 'PATCH /api/access-code', { json: one })
    }
    const login = (access_code: string) =>
      option(director, 'POST /api/login', {
        json: { email: EMAIL, password: 'new', access_code },
        token: null,
      })
    for (const code of [ACCESS_CODE, 'another']) {
      await login(code)
      await option(director, 'PATCH /api/access-code', { json: { access_code: 'another' } })
    }
    await login('another')
    director.act('leastPassword', { length: 10 })
    for (const one of ['x'.repeat(9), 'x'.repeat(10), 'x'.repeat(129)]) {
      await option(director, 'PATCH /api/password', { json: { password: one } })
    }
  },
}

const chat: SceneToRecord = {
  name: 'GET /api/chat and POST /api/chat',
  async play(director) {
    const made = await option(director, 'POST /api/schedule', { json: schedule(1) })
    const schedule_id = memberOf(made, 'schedule_id')
    const empty = memberOf(await option(director, 'POST /api/schedule', { json: schedule(2) }), 'schedule_id')
    const other = director.act('token', { master: true, system: 'other' })
    const send = (json: object, token = director.token) => option(director, 'POST /api/chat', { json, token })
    const right = { schedule_id, body: 'hello' }
    for (const one of variations(right, { schedule_id: [...ID, 'unknown'], body: valuesOf(text(1, 50)) }))
      await send(one)
    await send({ ...right, more: 1 })
    await send(right, other)
    const list = (query: string, token = director.token) =>
      option(director, 'GET /api/chat', { query, token })
    const listed = await list(`schedule_id=${schedule_id}`)
    const { messages } = JSON.parse(listed.body) as { messages: { message_id: string }[] }
    const id = messages[0]?.message_id ?? ''
    const queries = ['limit=2', `after=${id}&limit=1`, `after=${id}`, `after=${messages.at(-1)?.message_id}`]
    const wrong = [
      'after=',
      'after=unknown',
      'limit=',
      'limit=0',
      'limit=1001',
      'limit=x',
      'limit=1&limit=2',
      'limit=1.5',
      'more=1',
    ]
    for (const query of [...queries, ...wrong]) await list(`schedule_id=${schedule_id}&${query}`)
    for (const query of [
      '',
      'schedule_id=',
      'schedule_id=unknown',
      `schedule_id=${empty}`,
      `schedule_id=${empty}&after=${id}`,
    ]) {
      await list(query)
    }
    await list(`schedule_id=${schedule_id}`, other)
    for (const one of variations({ schedule_id: empty }, { limit, after: anyOf('', id) })) {
      await option(director, 'GET /api/chat', { json: one })
    }
  },
}

const idempotency: SceneToRecord = {
  name: 'Idempotency-Key',
  async play(director) {
    const keyed = (endpoint: string, json: object, key: string, token = director.token) =>
      option(director, endpoint, { json, token, headers: { 'idempotency-key': key } })
    const { schedule_id } = JSON.parse((await keyed('POST /api/schedule', schedule(1), 'one')).body) as {
      schedule_id: string
    }
    const { name: first, ...others } = schedule(1)
    await keyed('POST /api/schedule', { ...others, name: first, more: 1 }, 'one')
    await keyed('POST /api/schedule', schedule(2), 'one')
    await keyed('POST /api/schedule', schedule(1), 'two')
    await keyed('POST /api/schedule', schedule(2), 'two')
    await keyed('POST /api/user', userRequest(), 'one')
    for (let i = 0; i < 2; i++) await keyed('POST /api/user', userRequest(), 'user')
    for (let i = 0; i < 2; i++) await keyed('POST /api/chat', { schedule_id, body: 'once' }, 'chat')
    await keyed('POST /api/chat', { schedule_id, body: 'twice' }, 'chat')
    await option(director, 'GET /api/chat', { query: `schedule_id=${schedule_id}` })
    const master = director.act('token', { master: true })
    await keyed('POST /api/schedule', schedule(3), 'one', master)
    for (const key of ['', 'k'.repeat(255), 'k'.repeat(256)])
      await keyed('POST /api/schedule', schedule(4), key)
    await keyed('PATCH /api/password', {}, '')
    await keyed('POST /api/login', {}, '')
    director.act('advance', { ms: 24 * 60 * 60_000 })
    await keyed('POST /api/schedule', schedule(5), 'one', director.act('token', { master: true }))
  },
}

export const OPTION_SCENES: readonly SceneToRecord[] = [
  ...[login, createSchedules, periods, zones, changeSchedules, broadcasts],
  ...[createUsers, changeUsers, ownSecrets, chat, idempotency],
]
