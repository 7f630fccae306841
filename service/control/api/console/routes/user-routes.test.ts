import { sessionView } from '../session.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import { EVERYTHING, NOTHING } from '../../../../../test/support/option-domain.ts'
import type { PasswordRule, UserOverview, UserSession } from '../../../../contract/console/users.ts'
import { SESSION_MS } from '../../../identity/sessions.ts'
import type { SessionKind, User } from '../../../identity/user.ts'

let consoles: AdministrationConsole

beforeEach(async () => {
  consoles = await startAdministrationConsole()
})
afterEach(() => consoles.close())

const signIn = (user: User, kind: SessionKind = 'console') =>
  consoles.identity.sessions.open(user, kind).token
const isIn = (token: string, kind: SessionKind = 'console') =>
  consoles.identity.sessions.authenticate(token, kind) !== null
const overview = async (token: string) => {
  const { status, text } = await consoles.call({ method: 'GET', path: 'users', token })
  expect(status).toBe(200)
  return JSON.parse(text) as UserOverview
}
const signOut = async (id: number | string, token: string) => {
  const { status, text } = await consoles.call({ method: 'POST', path: `users/${id}/sign-out`, token })
  return [status, text] as const
}

test('last login, last seen and open sessions of the users of one system', async () => {
  const { first, second, clock } = consoles
  const ann = consoles.addUser(first.system.id)
  consoles.addUser(first.system.id)
  signIn(second.master)
  const loginAt = clock.now()
  const [option] = [signIn(ann, 'option'), signIn(ann, 'option'), signIn(ann)]
  clock.advance(59_999)
  isIn(option, 'option')
  const own = signIn(first.master)
  const masterLogin = clock.now()
  const master = { userId: first.master.id, lastLoginAt: masterLogin, lastSeenAt: masterLogin }
  expect((await overview(own)).activity).toEqual([
    { ...master, optionSessions: 0, consoleSessions: 1 },
    // Less than a minute later nobody needs to know.
    { userId: ann.id, lastLoginAt: loginAt, lastSeenAt: loginAt, optionSessions: 2, consoleSessions: 1 },
  ])
  clock.advance(1)
  isIn(option, 'option')
  expect((await overview(own)).activity[1]).toMatchObject({
    lastLoginAt: loginAt,
    lastSeenAt: loginAt + 60_000,
  })
  clock.advance(SESSION_MS - 60_000)
  expect((await overview(own)).activity[1]).toMatchObject({ optionSessions: 0, consoleSessions: 0 })
})

test('what each permission opens is told as it is enforced', async () => {
  const { grants } = await overview(signIn(consoles.first.master))
  const chat = ['GET /api/chat', 'POST /api/chat']
  expect(grants).toEqual({
    delivery: ['GET /api/delivery', ...chat, 'operate'],
    view: ['GET /api/view', ...chat],
    schedule: ['POST /api/schedule', 'PATCH /api/schedule', 'DELETE /api/schedule'],
    user: ['GET /api/user', 'POST /api/user', 'PATCH /api/user', 'DELETE /api/user'],
  })
})

test('when the access code was changed', async () => {
  const { first, second, clock } = consoles
  const own = signIn(first.master)
  expect((await overview(own)).accessCodeChangedAt).toBeNull()
  clock.advance(5000)
  const body = { access_code: 'late-show' }
  await consoles.call({ method: 'PATCH', path: 'option/access-code', body, token: own })
  expect((await overview(own)).accessCodeChangedAt).toBe(clock.now())
  expect((await overview(signIn(second.master))).accessCodeChangedAt).toBeNull()
})

test('signing somebody out ends their sessions of both kinds and tells their console at once', async () => {
  const { first, events } = consoles
  const ann = consoles.addUser(first.system.id)
  const [option, page, own] = [signIn(ann, 'option'), signIn(ann), signIn(first.master)]
  const sent: string[] = []
  const socket = { bufferedAmount: 0, send: (text: string) => void sent.push(text), close: () => undefined }
  const subscriber = {
    systemId: first.system.id,
    session: () => (isIn(page) ? sessionView({ user: ann, system: first.system }) : null),
  }
  events.subscribe(socket, subscriber)
  expect(await signOut(ann.id, own)).toEqual([200, '{}'])
  expect([isIn(option, 'option'), isIn(page), isIn(own)]).toEqual([false, false, true])
  expect(sent.at(-1)).toBe('{"type":"signed-out"}')
})

test('of oneself, everything ends but the session that asks', async () => {
  const { first } = consoles
  const [own, other, option] = [signIn(first.master), signIn(first.master), signIn(first.master, 'option')]
  expect(await signOut(first.master.id, own)).toEqual([200, '{}'])
  expect([isIn(own), isIn(other), isIn(option, 'option')]).toEqual([true, false, false])
})

test('sessions are listed, and one of them is ended alone', async () => {
  const { first, second } = consoles
  const ann = consoles.addUser(first.system.id)
  const [own, option, page] = [signIn(first.master), signIn(ann, 'option'), signIn(ann)]
  const list = async (id: number, token = own) => {
    const { status, text } = await consoles.call({ method: 'GET', path: `users/${id}/sessions`, token })
    const { sessions = [] } = JSON.parse(text) as { sessions?: readonly UserSession[] }
    return { status, sessions, text }
  }
  const end = async (id: number, session: string, token = own) =>
    (await consoles.call({ method: 'POST', path: `users/${id}/sessions/${session}/end`, token })).status
  const { sessions, text } = await list(ann.id)
  expect(sessions.map(({ kind, isOwn }) => `${kind} ${isOwn}`).sort()).toEqual([
    ...['console false', 'option false'],
  ])
  for (const secret of [option, page]) expect(text).not.toContain(secret)
  expect((await list(first.master.id)).sessions).toMatchObject([{ kind: 'console', isOwn: true }])
  const optionId = sessions.find(({ kind }) => kind === 'option')?.id ?? ''

  const clerk = signIn(consoles.addUser(first.system.id, { ...NOTHING, user: true }))
  expect([(await list(first.master.id, clerk)).status, (await list(second.master.id)).status]).toEqual([
    403, 404,
  ])
  expect([await end(first.master.id, optionId), await end(second.master.id, optionId)]).toEqual([404, 404])
  expect([await end(first.master.id, optionId, clerk), await end(ann.id, 'x')]).toEqual([403, 404])
  expect([isIn(option, 'option'), isIn(page)]).toEqual([true, true])
  expect(await end(ann.id, optionId)).toBe(200)
  expect([isIn(option, 'option'), isIn(page)]).toEqual([false, true])
  expect(await end(ann.id, optionId)).toBe(404)
})

test('nobody else is signed out: masters by others, users of other systems, who there is not', async () => {
  const { first, second } = consoles
  const clerk = signIn(consoles.addUser(first.system.id, { ...NOTHING, user: true }))
  const master = signIn(first.master)
  const theirs = signIn(second.master)
  expect((await signOut(first.master.id, clerk))[0]).toBe(403)
  for (const id of [second.master.id, 999, '0', '01', '1e1', '-1', 'x', '9'.repeat(30)]) {
    expect([id, (await signOut(id, master))[0]]).toEqual([id, 404])
  }
  expect([isIn(master), isIn(theirs)]).toEqual([true, true])
})

test('only holders of the permission user are told of others', async () => {
  const { first } = consoles
  const clerk = signIn(consoles.addUser(first.system.id, { ...NOTHING, user: true }))
  expect((await overview(clerk)).activity).toHaveLength(1)
  const others = signIn(consoles.addUser(first.system.id, { ...EVERYTHING, user: false }))
  for (const [method, path] of [
    ['GET', 'users'],
    ['POST', `users/${first.master.id}/sign-out`],
    ['GET', `users/${first.master.id}/sessions`],
    ['POST', `users/${first.master.id}/sessions/${'0'.repeat(16)}/end`],
  ] as const) {
    const refused = await consoles.call({ method, path, token: others })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('"PERMISSION_NEEDED"')])
    expect((await consoles.call({ method, path })).status).toBe(401)
  }
})

test('every signed-in user is told the rule for passwords', async () => {
  const { first, identity } = consoles
  const token = signIn(consoles.addUser(first.system.id, NOTHING))
  const rule = async () => {
    const { text } = await consoles.call({ method: 'GET', path: 'password-rule', token })
    return JSON.parse(text) as PasswordRule
  }
  expect(await rule()).toEqual({ minLength: null })
  identity.store.systems.setPasswordMinLength(first.system.id, 12)
  expect(await rule()).toEqual({ minLength: 12 })
  expect((await consoles.call({ method: 'GET', path: 'password-rule' })).status).toBe(401)
})
