/** Every route of the console's own API, asked by every kind of session. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdministrationConsole } from '../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../test/support/administration-console.ts'
import { CONSOLE_ROUTES } from '../../../contract/console/index.ts'
import { addressOf } from '../../../contract/console/request.ts'
import { nameOf } from '../../../contract/console/route.ts'
import type { Route } from '../../../contract/console/route.ts'
import { refusalResponse } from '../../../contract/refusal/refusal-response.ts'
import { expected, KINDS, usersOf } from '../../../../test/support/console-kinds.ts'
import type { Kind } from '../../../../test/support/console-kinds.ts'
import type { RefusalCode } from '../../../contract/refusal/refusals.ts'
import type { User } from '../../identity/user.ts'

/** Ids of nothing, so that who is let in brings nothing about. */
const ID = '0123456789ABCDEFGHJKMNPQRS'
const PARTS: Readonly<Record<string, string>> = {
  '/console/api/users/:id/sign-out': '999',
  '/console/api/requests/:id': '999',
}

describe(`the ${CONSOLE_ROUTES.length} routes of the console, each asked by ${KINDS.length} kinds of session`, () => {
  let console: AdministrationConsole
  let users: Readonly<Record<Kind, User | null>>

  beforeAll(async () => {
    console = await startAdministrationConsole()
    users = usersOf(console)
  })
  afterAll(() => console.close())

  /** The refusal for want of a session or of a permission; null where somebody is let in. */
  async function refusalOf(route: Route, kind: Kind): Promise<RefusalCode | null> {
    const user = users[kind]
    const params = { id: PARTS[route.path] ?? ID, name: 'none', sequence: 1 }
    const response = await fetch(console.base + addressOf(route, { params }), {
      method: route.method,
      headers: {
        origin: console.base,
        ...(user && { cookie: console.cookieOf(user) }),
        ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(route.method !== 'GET' && { body: '{}' }),
    })
    if (![401, 403].includes(response.status)) return null
    return refusalResponse.parse(await response.json()).error.code
  }

  it.each(CONSOLE_ROUTES.map((route) => [nameOf(route), route] as const))(
    '%s is refused where it must be, and only there',
    async (_, route) => {
      for (const kind of KINDS) {
        expect(await refusalOf(route, kind), kind).toBe(expected(route.who, kind))
      }
    },
  )

  it('need nobody to be signed in where one signs in or out and where programs call, and nowhere else', () => {
    expect(CONSOLE_ROUTES.filter(({ who }) => who === 'public').map(nameOf)).toEqual([
      'POST /console/api/session',
      'POST /console/api/login',
      'POST /console/api/entry',
      'DELETE /console/api/session',
      'GET /metrics',
      'GET /healthz',
      'GET /readyz',
      'POST /hooks/:name',
    ])
  })

  it('change nothing for who has no permission but their own view, their password and a line in the log', () => {
    const changing = CONSOLE_ROUTES.filter(({ who, method }) => who === 'signed-in' && method !== 'GET')
    expect(changing.map(nameOf)).toEqual([
      'DELETE /console/api/session/view',
      'POST /console/api/stopped',
      'PATCH /console/api/option/password',
    ])
  })

  it('are each there once', () => {
    const names = CONSOLE_ROUTES.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })
})
