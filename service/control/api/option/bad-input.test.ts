import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  MISSING,
  dateTime,
  email,
  newEmail,
  flag,
  id,
  integer,
  optional,
  renditions,
  text,
  withMember,
} from '../../../../test/support/bad-input.ts'
import type { InputCase, MemberCases } from '../../../../test/support/bad-input.ts'
import { liveConnection } from '../../../../test/support/live-api.ts'
import {
  ACCESS_CODE,
  EMAIL,
  PASSWORD,
  scheduleRequest,
  startTestOptionApi,
  userRequest,
} from '../../../../test/support/option-api.ts'
import type { TestOptionApi } from '../../../../test/support/option-api.ts'
import type { SystemId } from '../../../contract/ids.ts'
import type { User } from '../../identity/user.ts'
import { BODY_LIMIT_BYTES } from '../http/server.ts'
import type { Endpoint } from './define-endpoint.ts'
import { ENDPOINTS } from './routes/index.ts'

type Parameters = Readonly<Record<string, unknown>>
interface Fixture {
  readonly systemId: SystemId
  readonly schedule: string
  readonly message: string
  readonly user: number
}

const AUDIO_ONLY = { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }
/** Before all that a request can name, so that it is in nobody's way. */
const FIXED = { name: 'Fixed', startsAt: -1000, endsAt: -500, renditions: [AUDIO_ONLY] }

let api: TestOptionApi
/** What calls can name, of the caller's system and of another. */
let ours: Fixture
let theirs: Fixture
let count = 0

function fixture(creator: User): Fixture {
  const { scheduleId, channelId } = api.schedules.create(creator.systemId, creator, FIXED)
  api.onAir.set(channelId, [liveConnection(channelId, 'CONNECTION')])
  const { messageId } = api.chat.send({ scheduleId }, creator, 'Hello')
  return { systemId: creator.systemId, schedule: scheduleId, message: messageId, user: creator.id }
}

beforeAll(async () => {
  api = await startTestOptionApi()
  ours = fixture(api.addUser(api.first.system))
  theirs = fixture(api.addUser(api.addSystem()))
})
afterAll(() => api.close())

const freshSchedule = () => {
  const year = 3000 + ++count
  return scheduleRequest({
    start_datetime: `${year}/01/01 00:00:00`,
    end_datetime: `${year}/01/01 00:00:01`,
  })
}
/** A schedule that lies in the future, and overlaps no other. */
function addSchedule(): string {
  const startsAt = Date.UTC(9000, 0) + ++count * 1000
  const { first, schedules } = api
  const period = { ...FIXED, startsAt, endsAt: startsAt + 1000 }
  return schedules.create(first.system.id, first.master, period).scheduleId
}
const freshUser = () => userRequest({ email: `user${++count}@example.com` })

/** An endpoint's parameters that are right, and the cases of each. */
interface Row {
  readonly right: () => Parameters
  readonly members: Readonly<Record<string, MemberCases>>
}

/** Stands for what `right` has. */
const KNOWN = 'known'
const name = text(1, 30)
const password: MemberCases = [
  ...text(1, 7, { below: 'must not be empty', above: 'must have 1 to 7 characters' }),
  { value: 'x'.repeat(129), rule: 'must have at most 128 characters' },
]
const period = {
  start_datetime: dateTime(['1970/01/01 00:00:00', '1972/02/29 23:59:59', '2000/02/29 12:00:00']),
  end_datetime: dateTime(['8000/02/29 00:00:00', '9988/02/29 12:00:00', '9998/12/31 23:59:59']),
  name,
}
const schedule_id = id(KNOWN)
const user_id = integer(1, Number.MAX_SAFE_INTEGER)
const flags = { delivery: flag(), view: flag(), schedule: flag(), user: flag() }
const ofSchedule: Row = { right: () => ({ schedule_id: ours.schedule }), members: { schedule_id } }

const TABLE: Readonly<Record<string, Row>> = {
  'POST /api/login': {
    right: () => ({ email: EMAIL, password: PASSWORD, access_code: ACCESS_CODE }),
    members: { email: email(), password, access_code: text(1, 128) },
  },
  'GET /api/schedule': { right: () => ({}), members: {} },
  'POST /api/schedule': {
    right: freshSchedule,
    members: { ...period, service_params: renditions() },
  },
  'PATCH /api/schedule': {
    right: () => withMember({ schedule_id: addSchedule(), ...freshSchedule() }, 'service_params', MISSING),
    members: { schedule_id, ...period },
  },
  'DELETE /api/schedule': {
    right: () => ({ schedule_id: addSchedule() }),
    members: { schedule_id },
  },
  'GET /api/delivery': ofSchedule,
  'GET /api/view': ofSchedule,
  'GET /api/user': { right: () => ({}), members: {} },
  'POST /api/user': { right: freshUser, members: { name, email: newEmail(), password, ...flags } },
  'PATCH /api/user': {
    right: () => ({ ...withMember(freshUser(), 'email', MISSING), user_id: ours.user }),
    members: {
      user_id,
      name: optional(name),
      password: optional(password),
      delivery: optional(flag()),
      view: optional(flag()),
      schedule: optional(flag()),
      user: optional(flag()),
    },
  },
  'DELETE /api/user': { right: () => ({ user_id: api.addUser(api.first.system).id }), members: { user_id } },
  'PATCH /api/password': { right: () => ({ password: PASSWORD }), members: { password: optional(password) } },
  'PATCH /api/access-code': {
    right: () => ({ access_code: ACCESS_CODE }),
    members: { access_code: text(1, 128) },
  },
  'GET /api/chat': {
    right: () => ({ schedule_id: ours.schedule, after: ours.message }),
    members: {
      schedule_id,
      after: optional(id(KNOWN)),
      limit: optional([...integer(1, 1000), { value: 1, rule: null }, { value: 1000, rule: null }]),
    },
  },
  'POST /api/chat': {
    right: () => ({ schedule_id: ours.schedule, body: 'Hello' }),
    members: { schedule_id, body: text(1, 50) },
  },
}

const named = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const rowOf = ({ method, path }: Endpoint): Row => {
  const row = TABLE[`${method} ${path}`]
  if (!row) throw new Error(`${method} ${path} is not in the table`)
  return row
}

/** Calls with parameters that are right but for `change`; so late that no limit of logins is reached. */
function attempt(endpoint: Endpoint, change: (right: Parameters) => Parameters) {
  api.clock.advance(15 * 60_000)
  api.database.prepare('DELETE FROM schedules WHERE starts_at >= 0').run()
  const token = endpoint.permission === 'public' ? null : api.signIn(api.first.master)
  const json = change(rowOf(endpoint).right())
  return api.call(endpoint.method, endpoint.path, { token, json })
}

const put =
  (member: string, { value }: InputCase) =>
  (right: Parameters) =>
    withMember(right, member, value === KNOWN ? right[member] : value)

describe('each parameter', () => {
  it.each(named)('of %s is in the table', async (_, endpoint) => {
    const { request } = endpoint
    const members = request instanceof z.ZodObject ? Object.keys(request.shape) : []
    expect(Object.keys(rowOf(endpoint).members).toSorted()).toEqual(members.toSorted())
    expect((await attempt(endpoint, (right) => right)).status).toBe(200)
  })

  const members = named.flatMap(([operation, endpoint]) =>
    Object.entries(rowOf(endpoint).members).map(([member, cases]) => ({
      operation,
      endpoint,
      member,
      cases,
    })),
  )
  it.each(members)('$operation $member: of each wrong form is refused, by name and rule', async (row) => {
    const { endpoint, member, cases } = row
    for (const one of cases.filter(({ rule }) => rule !== null)) {
      const { status, error } = await attempt(endpoint, put(member, one))
      const details = [{ member: member + (one.at ?? ''), rule: one.rule }]
      expect([one.value, status, error]).toEqual([
        one.value,
        400,
        { code: 'BAD_REQUEST', message: 'A parameter breaks its rule; details names each.', details },
      ])
    }
  })

  it.each(members)('$operation $member: of each right form is taken', async (row) => {
    const { endpoint, member, cases, operation } = row
    for (const one of cases.filter(({ rule }) => rule === null)) {
      const { status } = await attempt(endpoint, put(member, one))
      // Of the right form, yet not those of the user.
      const expected = operation === 'POST /api/login' ? [200, 401] : [200]
      expect([one.value, expected.includes(status), status]).toEqual([one.value, true, status])
    }
  })

  it('a period ends later than it starts', async () => {
    const instant = { start_datetime: '2026/03/01 10:00:00', end_datetime: '2026/03/01 10:00:00' }
    const details = [{ member: 'end_datetime', rule: 'must be later than start_datetime' }]
    for (const [operation, endpoint] of named.filter(([one]) => /(POST|PATCH) .*schedule/.test(one))) {
      const { error } = await attempt(endpoint, (right) => ({ ...right, ...instant }))
      expect([operation, error?.details]).toEqual([operation, details])
      const second = { ...instant, end_datetime: '2026/03/01 10:00:01' }
      expect((await attempt(endpoint, (right) => ({ ...right, ...second }))).status).toBe(200)
    }
  })

  it('all that are wrong are named at once', async () => {
    for (const [operation, endpoint] of named) {
      const { members, right } = rowOf(endpoint)
      const required = Object.keys(members).filter((member) =>
        members[member]?.some(({ value, rule }) => value === MISSING && rule !== null),
      )
      if (required.length === 0) continue
      const { error } = await attempt(endpoint, () => Object.fromEntries(required.map((one) => [one, null])))
      expect([operation, error?.details?.map(({ member }) => member)]).toEqual([operation, required])
      expect(Object.keys(right())).toEqual(expect.arrayContaining(required))
    }
  })
})

describe('ids', () => {
  const namingOne = named.filter(([, endpoint]) =>
    Object.keys(rowOf(endpoint).members).some((member) => member === 'schedule_id' || member === 'user_id'),
  )
  it.each(namingOne)('%s: unknown ones and those of another system do not exist', async (_, endpoint) => {
    const withId = (schedule: unknown, user: unknown) => (right: Parameters) =>
      'schedule_id' in right ? { ...right, schedule_id: schedule } : { ...right, user_id: user }
    const before = theirState()
    for (const [schedule, user] of [
      [theirs.schedule, theirs.user],
      ['no-such-schedule', 999_999],
      [ours.schedule.toLowerCase(), Number.MAX_SAFE_INTEGER],
      ['__proto__', 999_998],
      ["' OR 1=1 --", 999_997],
      ['\u0000', 999_996],
      [ours.message, 999_995],
    ]) {
      const { status, error } = await attempt(endpoint, withId(schedule, user))
      expect([schedule, status, error]).toEqual([
        schedule,
        404,
        { code: 'NOT_FOUND', message: 'There is no such path or object.', details: [unknownIn(endpoint)] },
      ])
    }
    expect(theirState()).toEqual(before)
  })
  const unknownIn = (endpoint: Endpoint) =>
    'schedule_id' in rowOf(endpoint).members
      ? { member: 'schedule_id', rule: 'must be the schedule_id of a schedule of this system' }
      : { member: 'user_id', rule: 'must be the user_id of a user of this system' }
  const theirState = () => [
    api.schedules.find(theirs.systemId, theirs.schedule),
    api.identity.users.list(theirs.systemId),
  ]
})

describe('each endpoint', () => {
  it.each(named)('%s refuses broken bodies, other hosts and other pages', async (_, endpoint) => {
    const { method, path, permission } = endpoint
    const sessionToken = api.signIn(api.first.master)
    const authorization: Record<string, string> =
      permission === 'public' ? {} : { authorization: `Bearer ${sessionToken}` }
    const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
      const answer = await api.send({ method, path, body, headers: { ...authorization, ...headers } })
      return [answer.status, answer.error?.code]
    }
    const badJson = [400, 'BAD_JSON']
    const right = JSON.stringify(rowOf(endpoint).right())
    for (const body of [
      ...['{', '[]', 'null', '5', '"x"', '{"a":1,}', `${right}x`, "{'a':1}", '{"a":NaN}'],
      ...['{"name":"a","name":"b"}', '{"a":{"b":1,"b":2}}', '{"a":1,"\\u0061":2}', '{"__proto__":{}}'],
      ...['{"a":"\\ud800"}', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ]) {
      expect([body, ...(await send(body))]).toEqual([body, ...badJson])
    }
    expect(await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual(badJson)
    const tooLarge = `{"x":"${'x'.repeat(BODY_LIMIT_BYTES)}"}`
    expect(await send(tooLarge)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await send(right, { host: 'evil.test' })).toEqual([403, 'FORBIDDEN_HOST'])
    expect(await send(right, { origin: 'https://evil.test' })).toEqual([403, 'FORBIDDEN_ORIGIN'])
  })

  it.each(named.filter(([, { permission }]) => permission !== 'public'))(
    '%s refuses tokens of another kind',
    async (_, endpoint) => {
      const { method, path } = endpoint
      const { sessions, accessTokens } = api.identity
      const appToken = `app-token-${++count}`
      accessTokens.create(api.first.system.id, 'App', 'api', appToken)
      for (const token of [sessions.open(api.first.master, 'console').token, appToken, 'x']) {
        const { status, error } = await api.call(method, path, { token, json: rowOf(endpoint).right() })
        expect([status, error?.code]).toEqual([401, 'NOT_AUTHENTICATED'])
      }
    },
  )
})
