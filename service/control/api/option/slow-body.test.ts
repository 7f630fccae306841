import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scheduleRequest, startTestOptionApi, userRequest } from '../../../../test/support/option-api.ts'
import type { TestOptionApi } from '../../../../test/support/option-api.ts'
import { NOTHING } from '../../../../test/support/option-domain.ts'
import { slowCall } from '../../../../test/support/slow-call.ts'

let api: TestOptionApi
beforeEach(async () => {
  api = await startTestOptionApi()
})
afterEach(() => api.close())

const ALL = { delivery: true, view: true, schedule: true, user: true }

/** Changes the caller between the headers and the body of a call. */
async function call(method: string, path: string, body: object, change: 'deleted' | 'demoted') {
  const user = api.addUser(api.first.system, { permissions: ALL })
  const { users } = api.identity.store
  const meanwhile = () => {
    if (change === 'deleted') users.remove(user.id)
    else users.update(user.id, { name: user.name, permissions: NOTHING })
  }
  const headers = { authorization: `Bearer ${api.signIn(user)}` }
  return slowCall({ port: api.port, method, path, headers, body, meanwhile })
}

it.each([
  ['POST', '/api/schedule', scheduleRequest()],
  ['PATCH', '/api/schedule', scheduleRequest()],
  ['DELETE', '/api/schedule', {}],
  ['POST', '/api/chat', { body: 'hello' }],
  ['GET', '/api/user', {}],
])('%s %s is refused when its user is deleted before the body is there', async (method, path, body) => {
  const { body: made } = await api.call('POST', '/api/schedule', {
    json: scheduleRequest({ start_datetime: '2027/01/01 10:00:00', end_datetime: '2027/01/01 11:00:00' }),
  })
  const answer = await call(method, path, { ...(made as { schedule_id: string }), ...body }, 'deleted')
  expect(answer).toMatchObject({ status: 401, text: expect.stringContaining('NOT_AUTHENTICATED') as string })
  expect(api.schedules.list(api.first.system.id)).toHaveLength(1)
})

it('is refused when its user has lost the permission by then', async () => {
  expect(await call('POST', '/api/schedule', scheduleRequest(), 'demoted')).toMatchObject({ status: 403 })
  expect(api.schedules.list(api.first.system.id)).toEqual([])
})

/** Sends all of them at once on one connection. @returns the status of each answer */
async function pipelined(token: string, calls: readonly (readonly [string, string, object])[]) {
  const socket = connect(api.port, '127.0.0.1')
  const texts = calls.map(([method, path, body], index) => {
    const json = JSON.stringify(body)
    const last = index === calls.length - 1 ? 'Connection: close\r\n' : ''
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${last}`
    return `${head}Content-Length: ${json.length}\r\n\r\n${json}`
  })
  socket.write(texts.join(''))
  return [...(await text(socket)).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status))
}

it.each([
  ['/api/schedule', scheduleRequest()],
  ['/api/chat', { body: 'hello' }],
  ['/api/user', userRequest()],
])('POST %s is refused when its user is deleted before it is written', async (path, asked) => {
  const { body: made } = await api.call('POST', '/api/schedule', {
    json: scheduleRequest({ start_datetime: '2027/01/01 10:00:00', end_datetime: '2027/01/01 11:00:00' }),
  })
  const body = { ...(made as { schedule_id: string }), ...asked }
  const user = api.addUser(api.first.system, { permissions: ALL })
  const remove = ['DELETE', '/api/user', { user_id: user.id }] as const
  expect(await pipelined(api.signIn(user), [['POST', path, body], remove])).toEqual([401, 200])
})
