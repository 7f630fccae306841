import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAdministrationConsole } from '../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../test/support/administration-console.ts'
import { NOTHING } from '../../../../test/support/option-domain.ts'
import { REFUSALS_AS } from '../../../contract/console/session.ts'

let consoles: AdministrationConsole

beforeEach(async () => {
  consoles = await startAdministrationConsole()
})
afterEach(() => consoles.close())

const LIST = 'Service_20200729.ListChannelIDs'
const asOption = { [REFUSALS_AS]: 'option' }
/** What matters of the calls that the log was told of. */
const told = () =>
  consoles.tried.map(({ api, operation, systemId, caller, status, request, unknownMembers }) => ({
    ...{ api, operation, systemId, caller, status, request, unknownMembers },
  }))

test('a call of the option API is told as the API names it, with who made it', async () => {
  const { master, system } = consoles.first
  const by = { systemId: system.id, caller: master.email }
  const get = { method: 'GET', path: 'option/chat?schedule_id=unknown&colour=red', headers: asOption }
  const { text } = await consoles.call({ ...get, user: master })
  const body = { email: 'nobody', colour: 'red' }
  await consoles.call({ method: 'POST', path: 'option/user', user: master, headers: asOption, body })
  const shared = { api: 'option', ...by }
  expect(told()).toEqual([
    {
      ...shared,
      ...{ operation: 'GET /api/chat', status: 404, unknownMembers: ['colour'] },
      request: { schedule_id: 'unknown', colour: 'red' },
    },
    // What breaks a rule is told as it came.
    { ...shared, operation: 'POST /api/user', status: 400, request: body, unknownMembers: [] },
  ])
  expect(consoles.tried[0]).toMatchObject({
    response: text,
    remoteAddress: '127.0.0.1',
    at: consoles.clock.now(),
  })
})

test('who may not make it, and nobody, is told too', async () => {
  const { system } = consoles.first
  const user = consoles.addUser(system.id, NOTHING)
  const call = { method: 'GET', path: 'option/user', headers: asOption }
  await consoles.call({ ...call, user })
  await consoles.call(call)
  const shared = { api: 'option', operation: 'GET /api/user', request: undefined, unknownMembers: [] }
  expect(told()).toEqual([
    { ...shared, systemId: system.id, caller: user.email, status: 403 },
    { ...shared, systemId: null, caller: null, status: 401 },
  ])
})

test('a call of the live API is told by its operation', async () => {
  const { master, system } = consoles.first
  const headers = { [REFUSALS_AS]: 'live', 'X-Sfu-Target': LIST }
  // The operations are not there in this test; what is answered then is told all the same.
  await consoles.call({ method: 'POST', path: 'live', user: master, headers, body: { colour: 'red' } })
  expect(told()).toEqual([
    {
      ...{ api: 'live', operation: LIST, systemId: system.id, caller: master.email, status: 500 },
      ...{ request: { colour: 'red' }, unknownMembers: [] },
    },
  ])
})

test("what the console's own rooms call is not told", async () => {
  const user = consoles.first.master
  await consoles.call({ method: 'GET', path: 'option/user', user })
  await consoles.call({ method: 'GET', path: 'session', user, headers: asOption })
  await consoles.call({ method: 'GET', path: 'option/user', user, headers: { [REFUSALS_AS]: 'live' } })
  expect(told()).toEqual([])
})
