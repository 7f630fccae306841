import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import { NOTHING } from '../../../../../test/support/option-domain.ts'
import type { AuditEntry, AuditPage } from '../../../../contract/console/audit.ts'
import { CONSOLE_ROUTES } from '../../../../contract/console/index.ts'
import { COMMAND_LINE } from '../../../../contract/console/session.ts'
import type { User } from '../../../identity/user.ts'

let consoles: AdministrationConsole
let master: User
beforeEach(async () => {
  consoles = await startAdministrationConsole()
  master = consoles.first.master
})
afterEach(() => consoles.close())

async function entries(user = master, query = ''): Promise<readonly AuditEntry[]> {
  const { status, text } = await consoles.call({ method: 'GET', path: `audit${query}`, user })
  expect(status).toBe(200)
  return (JSON.parse(text) as AuditPage).entries
}
const post = (path: string, body: object, user?: User, headers = {}) =>
  consoles.call({ method: 'POST', path, body, headers, ...(user && { user }) })

describe('the registry', () => {
  it('says of every route that is no read what the log is told', () => {
    const silent = CONSOLE_ROUTES.filter(
      ({ method, kind, audit }) => method !== 'GET' && kind !== 'live' && audit === undefined,
    )
    expect(silent.map(({ path }) => path)).toEqual([])
  })
})

describe('what the console does', () => {
  it('is told with who, what, how and from where, and without the secret', async () => {
    const made = await post('access-tokens', { name: 'ci-runner' }, master)
    const { id, token } = JSON.parse(made.text) as { id: string; token: string }
    const all = await entries()
    expect(all).toMatchObject([
      {
        ...{ verb: 'token.created', refused: null, via: 'console', remoteAddress: '127.0.0.1', count: 1 },
        actor: { kind: 'user', id: String(master.id), name: master.name },
        objects: [{ kind: 'token', id, name: 'ci-runner' }],
      },
    ])
    expect(JSON.stringify(all)).not.toContain(token)
  })

  it('by the command line is told so', async () => {
    await post('access-tokens', { name: 'a' }, master, { 'user-agent': COMMAND_LINE })
    expect(await entries()).toMatchObject([{ via: 'command-line' }])
  })

  it('is told when a secret is shown', async () => {
    await consoles.call({ method: 'GET', path: 'system/webhook-secret', user: master })
    expect(await entries()).toMatchObject([{ verb: 'secret.shown', details: { secret: 'webhook-secret' } }])
  })

  it('is told as refused, with the name of whom it was about', async () => {
    const nobody = consoles.addUser(master.systemId, NOTHING)
    const other = consoles.addUser(master.systemId)
    const path = `option/user?user_id=${other.id}`
    expect((await consoles.call({ method: 'DELETE', path, user: nobody })).status).toBe(403)
    const gone = { method: 'DELETE', path: `option/user?user_id=${master.id}`, user: master }
    expect((await consoles.call(gone)).status).toBe(409)
    expect((await consoles.call({ method: 'DELETE', path, user: master })).status).toBe(200)
    expect(await entries()).toMatchObject([
      { verb: 'user.deleted', refused: 'LAST_MASTER', objects: [{ name: master.name }] },
      { verb: 'user.deleted', refused: 'PERMISSION_NEEDED', actor: { id: String(nobody.id) } },
      { verb: 'user.deleted', refused: null, objects: [{ name: other.name }] },
    ])
  })

  it('to permissions is told permission by permission', async () => {
    const user = consoles.addUser(master.systemId, { ...NOTHING, view: true })
    const body = { user_id: user.id, name: 'Kenji', delivery: true, view: false }
    await consoles.call({ method: 'PATCH', path: 'option/user', body, user: master })
    expect(await entries()).toMatchObject([
      {
        ...{ verb: 'user.permitted', objects: [{ kind: 'user', name: user.name }] },
        details: { given: ['delivery'], taken: ['view'], changed: ['name'] },
      },
    ])
  })
})

describe('signing in', () => {
  const wrong = { email: 'who@example.test', password: 'wrong7', access_code: 'x' }

  it('is told of the user; failures of nobody, joined', async () => {
    const { email, password, accessCode } = consoles.first.credentials
    await post('login', { email, password, access_code: accessCode })
    for (let i = 0; i < 4; i++) await post('login', { ...wrong, email })
    await post('login', wrong)
    expect(await entries(master, '?refused=true')).toMatchObject([
      { objects: [{ name: wrong.email }], count: 1 },
      {
        ...{ verb: 'session.opened', refused: 'LOGIN_FAILED', count: 4, actor: { kind: 'anonymous' } },
        objects: [{ kind: 'user', id: null, name: email }],
      },
    ])
    expect(await entries(master, `?actor=user:${master.id}`)).toMatchObject([
      { verb: 'session.opened', actor: { name: master.name }, count: 1 },
    ])
  })
})

describe('who may read it', () => {
  it('are masters, each of their own system', async () => {
    const user = consoles.addUser(master.systemId)
    expect((await consoles.call({ method: 'GET', path: 'audit', user })).status).toBe(403)
    await post('access-tokens', { name: 'theirs' }, consoles.second.master)
    await post('access-tokens', { name: 'ours' }, master)
    const names = (all: readonly AuditEntry[]) => all.map(({ objects }) => objects[0]?.name)
    expect(names(await entries())).toEqual(['ours'])
    expect(names(await entries(consoles.second.master))).toEqual(['theirs'])
  })

  it('is the owner alone for what is of the installation', async () => {
    const body = { origins: ['https://a.example'] }
    await consoles.call({ method: 'PUT', path: 'origins', body, user: master })
    expect(await entries()).toMatchObject([{ verb: 'origins.changed' }])
    expect(await entries(consoles.second.master)).toEqual([])
  })
})

describe('the export', () => {
  it('has what the filter finds, line by line, and is an entry itself', async () => {
    await post('access-tokens', { name: 'a' }, master)
    await consoles.call({ method: 'GET', path: 'system/webhook-secret', user: master })
    await post('system/webhook-secret/rotate', {}, master)
    consoles.clock.advance(1)
    const { status, text } = await post('audit/export', { search: 'a', topic: 'access' }, master)
    expect(status).toBe(200)
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as AuditEntry).verb)
    expect(lines).toEqual(['secret.rotated', 'secret.shown', 'token.created'])
    expect((await entries())[0]).toMatchObject({ verb: 'audit.exported', count: 1 })
  })

  it('is not had by a link, nor by who is no master', async () => {
    const user = consoles.addUser(master.systemId)
    expect((await post('audit/export', {}, user)).status).toBe(403)
    const link = { method: 'GET', path: 'audit/export', user: master }
    expect((await consoles.call(link)).status).not.toBe(200)
  })
})
