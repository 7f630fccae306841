import { afterEach, beforeEach, expect, it } from 'vitest'
import { scheduleRequest, startTestOptionApi } from '../../../../test/support/option-api.ts'
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
