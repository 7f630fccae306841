import { beforeEach, describe, expect, it } from 'vitest'
import { problem } from '../../contract/refusal/rules.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { EVERYTHING, NOTHING, optionDomain } from '../../../test/support/option-domain.ts'
import type { OptionDomain } from '../../../test/support/option-domain.ts'
import type { System } from '../system/system.ts'
import type { Permissions, User } from './user.ts'
import type { NewUser, Users } from './users.ts'

const KEYS = ['delivery', 'view', 'schedule', 'user'] as const

let clock: ManualClock
let domain: OptionDomain
let users: Users
let system: System
let other: System
let master: User
/** May manage users and view, nothing else. */
let clerk: User
let stranger: User

beforeEach(() => {
  clock = new ManualClock()
  domain = optionDomain(clock)
  users = domain.identity.users
  system = domain.addSystem()
  other = domain.addSystem()
  master = domain.addUser(system, { name: 'Master', isMaster: true })
  clerk = domain.addUser(system, { name: 'Clerk', permissions: { ...NOTHING, user: true, view: true } })
  stranger = domain.addUser(other, { email: 'stranger@example.com', isMaster: true })
})

const input = (given: Partial<NewUser> = {}): NewUser => ({
  name: 'Ann',
  email: 'ann@example.com',
  password: 'secret',
  permissions: NOTHING,
  ...given,
})
const open = (user: User) => domain.identity.sessions.open(user, 'option').token
const isOpen = (token: string) => domain.identity.sessions.authenticate(token, 'option') !== null
const find = (id: number) => users.list(system.id).find((user) => user.id === id)
const verifies = (id: number, password: string) =>
  domain.identity.hasher.verify(find(id)?.passwordHash ?? '', password)
const everyone = () => domain.database.prepare('SELECT * FROM users').all()
/** The rule of a system that has not replaced it. */
const SPECIFIED = problem('password', 'characters', { min: 1, max: 7 })
/** What a refused call must leave as it is. */
const UNKNOWN = [problem('user_id', 'knownUser')]
const refusal = async (code: string, call: () => unknown, problems: object[] = []) => {
  const before = everyone()
  await expect((async () => call())()).rejects.toMatchObject({ name: 'Refusal', code, problems })
  expect(everyone()).toEqual(before)
}

describe('list', () => {
  it('shows the users of one system, oldest first', () => {
    expect(users.list(system.id)).toEqual([master, clerk])
    expect(users.list(other.id)).toEqual([stranger])
  })
})

describe('create', () => {
  it('makes a user who can sign in, and who is no master', async () => {
    clock.advance(5)
    const permissions = { ...NOTHING, view: true }
    const ann = await users.create(master, system, input({ permissions }))
    expect(ann).toMatchObject({ name: 'Ann', email: 'ann@example.com', isMaster: false, permissions })
    expect(ann.createdAt).toBe(clock.now())
    expect(users.list(system.id)).toEqual([master, clerk, ann])
    expect(await verifies(ann.id, 'secret')).toBe(true)
  })

  it('never gives the number of a deleted user again', async () => {
    const ann = await users.create(master, system, input())
    users.remove(master, system.id, ann.id)
    expect((await users.create(master, system, input())).id).toBeGreaterThan(ann.id)
  })

  it.each(['', '12345678'])('refuses the password %j', (password) =>
    refusal('BAD_REQUEST', () => users.create(master, system, input({ password })), [SPECIFIED]),
  )

  it('asks for the least length where the system says so', async () => {
    const strict = { ...system, passwordMinLength: 9 }
    const problems = [problem('password', 'minCharacters', { min: 9 })]
    await refusal('BAD_REQUEST', () => users.create(master, strict, input()), problems)
    await users.create(master, strict, input({ password: '123456789' }))
  })

  it.each(['ann@example.com', 'ANN@Example.COM', 'ann@EXAMPLE.com'])('refuses %s twice', async (email) => {
    await users.create(master, system, input())
    await refusal('EMAIL_TAKEN', () => users.create(master, system, input({ email })), [
      problem('email', 'emailFree'),
    ])
  })

  it('takes an e-mail that another system has', async () => {
    const { email } = stranger
    expect(await users.create(master, system, input({ email }))).toMatchObject({ email })
  })

  it('lets only one of two at the same time have an e-mail', async () => {
    const emails = ['ann@example.com', 'Ann@example.com', 'ANN@example.com']
    const results = await Promise.allSettled(
      emails.map((email) => users.create(master, system, input({ email }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'EMAIL_TAKEN' })
    }
    expect(users.list(system.id)).toHaveLength(3)
  })

  it.each(KEYS)('%s can be granted by a master, and by others only if they have it', async (key) => {
    const permissions = { ...NOTHING, [key]: true }
    expect(await users.create(master, system, input({ permissions }))).toMatchObject({ permissions })
    const byClerk = () => users.create(clerk, system, input({ email: 'b@b', permissions }))
    if (clerk.permissions[key]) expect(await byClerk()).toMatchObject({ permissions })
    else await refusal('GRANT_LACKING', byClerk)
  })

  it('is refused to who may not manage users', async () => {
    const all = { ...EVERYTHING, user: false }
    const guest = domain.addUser(system, { permissions: all })
    await refusal('PERMISSION_NEEDED', () => users.create(guest, system, input()))
  })

  it('looks at who asks only when it writes', async () => {
    const create = await users.prepareCreate(clerk, system, input())
    users.remove(master, system.id, clerk.id)
    await refusal('NOT_AUTHENTICATED', create)
    const token = open(master)
    const signedOut = await users.prepareCreate(master, system, input(), token)
    domain.identity.sessions.close(token)
    await refusal('NOT_AUTHENTICATED', signedOut)
    const demoted = domain.addUser(system, { permissions: EVERYTHING })
    const granting = await users.prepareCreate(demoted, system, input({ permissions: EVERYTHING }))
    await users.change(master, open(master), system, demoted.id, { permissions: { delivery: false } })
    await refusal('GRANT_LACKING', granting)
  })

  it('is undone with the transaction of the caller', async () => {
    const create = await users.prepareCreate(master, system, input())
    const before = everyone()
    const inVain = () =>
      domain.database.transaction(() => {
        create()
        throw new Error('in vain')
      })
    expect(inVain).toThrow('in vain')
    expect(everyone()).toEqual(before)
    expect(create()).toMatchObject({ name: 'Ann' })
  })
})

describe('change', () => {
  let ann: User
  let token: string
  beforeEach(() => {
    ann = domain.addUser(system, { name: 'Ann', permissions: { ...NOTHING, delivery: true } })
    token = open(master)
  })

  it('changes nothing when nothing is given', async () => {
    const before = everyone()
    const session = open(ann)
    await users.change(master, token, system, ann.id, {})
    await users.change(master, token, system, ann.id, { name: undefined, permissions: { view: undefined } })
    expect(everyone()).toEqual(before)
    expect(isOpen(session)).toBe(true)
  })

  it('changes only what is given', async () => {
    const session = open(ann)
    await users.change(master, token, system, ann.id, { name: 'Ann B' })
    expect(find(ann.id)).toEqual({ ...ann, name: 'Ann B' })
    await users.change(master, token, system, ann.id, { permissions: { view: true } })
    const permissions = { ...ann.permissions, view: true }
    expect(find(ann.id)).toEqual({ ...ann, name: 'Ann B', permissions })
    expect(isOpen(session)).toBe(true)
  })

  it.each(KEYS)('grants and takes %s', async (key) => {
    const has = () => find(ann.id)?.permissions
    await users.change(master, token, system, ann.id, { permissions: { [key]: true } })
    expect(has()).toEqual({ ...ann.permissions, [key]: true })
    await users.change(master, token, system, ann.id, { permissions: { [key]: false } })
    expect(has()).toEqual({ ...ann.permissions, [key]: false })
  })

  it.each(['unknown', 'of another system'])('knows no user that is %s', async (which) => {
    const id = which === 'unknown' ? 999_999 : stranger.id
    for (const change of [{}, { name: 'x' }, { password: 'x' }]) {
      await refusal('NOT_FOUND', () => users.change(master, token, system, id, change), UNKNOWN)
    }
  })

  it('lets nobody but a master change a master', async () => {
    const clerkToken = open(clerk)
    for (const change of [{}, { name: 'x' }, { password: 'x' }, { permissions: { view: false } }]) {
      await refusal('MASTERS_ONLY', () => users.change(clerk, clerkToken, system, master.id, change))
    }
    const second = domain.addUser(system, { isMaster: true })
    await users.change(second, open(second), system, master.id, { name: 'Renamed' })
    expect(find(master.id)?.name).toBe('Renamed')
  })

  it('lets who is no master grant what they have, and take anything', async () => {
    const change = (permissions: Partial<Permissions>) =>
      users.change(clerk, open(clerk), system, ann.id, { permissions })
    await refusal('GRANT_LACKING', () => change({ schedule: true }))
    await refusal('GRANT_LACKING', () => change({ view: true, schedule: true }))
    await change({ view: true, user: true })
    expect(find(ann.id)?.permissions).toEqual({ ...EVERYTHING, schedule: false })
    // is granted already, so it is not granted by this
    await change({ delivery: true })
    await change({ delivery: false })
    await refusal('GRANT_LACKING', () => change({ delivery: true }))
  })

  it('lets nobody grant themselves what they lack', async () => {
    const own = (permissions: Partial<Permissions>) =>
      users.change(clerk, open(clerk), system, clerk.id, { permissions })
    await refusal('GRANT_LACKING', () => own({ delivery: true }))
    await own({ user: false })
    await refusal('PERMISSION_NEEDED', () => own({ user: true }))
  })

  it('lets nobody become, by a new password, one who may do more', async () => {
    const reset = () => users.change(clerk, open(clerk), system, ann.id, { password: 'mine' })
    await refusal('GRANT_LACKING', reset)
    await refusal('GRANT_LACKING', () =>
      users.change(clerk, open(clerk), system, ann.id, {
        password: 'mine',
        permissions: { delivery: false },
      }),
    )
    await users.change(clerk, open(clerk), system, ann.id, { permissions: { delivery: false, view: true } })
    await reset()
    expect(await verifies(ann.id, 'mine')).toBe(true)
  })

  it.each(KEYS)('takes no %s from a master', async (key) => {
    await refusal('MASTER_PERMISSIONS', () =>
      users.change(master, token, system, master.id, { name: 'x', permissions: { [key]: false } }),
    )
    await users.change(master, token, system, master.id, { permissions: { [key]: true } })
  })

  it('ends every session of a user whose password another changes', async () => {
    const sessions = [open(ann), open(ann), domain.identity.sessions.open(ann, 'console').token]
    await users.change(master, token, system, ann.id, { password: 'new' })
    expect(sessions.map(isOpen)).toEqual([false, false, false])
    expect(domain.database.prepare('SELECT user_id FROM login_tokens').pluck().all()).toEqual([master.id])
    expect(await verifies(ann.id, 'new')).toBe(true)
  })

  it('keeps the session in which one changes the own password', async () => {
    const [mine, elsewhere] = [open(clerk), open(clerk)]
    await users.change(clerk, mine, system, clerk.id, { password: 'new' })
    expect([mine, elsewhere].map(isOpen)).toEqual([true, false])
  })

  it('refuses a bad password, and then changes nothing', () =>
    refusal(
      'BAD_REQUEST',
      () => users.change(master, token, system, ann.id, { name: 'x', password: '12345678' }),
      [SPECIFIED],
    ))

  it('looks at everyone again once the password is hashed', async () => {
    const change = (by: User, byToken: string, of: User) =>
      users.change(by, byToken, system, of.id, { password: 'new' })
    const clerkToken = open(clerk)
    const refusals = [
      refused(change(clerk, clerkToken, ann), 'NOT_FOUND'),
      refused(change(ann, 'never given out', master), 'NOT_AUTHENTICATED'),
    ]
    users.remove(master, system.id, ann.id)
    await Promise.all(refusals)
    const signedOut = refused(change(clerk, clerkToken, clerk), 'NOT_AUTHENTICATED')
    domain.identity.sessions.close(clerkToken)
    await signedOut
    const promoted = refused(change(clerk, open(clerk), find(clerk.id) ?? clerk), 'PERMISSION_NEEDED')
    domain.identity.store.users.update(clerk.id, { name: 'Clerk', permissions: NOTHING })
    await promoted
  })

  it('keeps what two change at the same time', async () => {
    await Promise.all([
      users.change(master, token, system, ann.id, { name: 'A' }),
      users.change(master, token, system, ann.id, { password: 'new' }),
      users.change(master, token, system, ann.id, { permissions: { view: true } }),
    ])
    expect(find(ann.id)).toMatchObject({ name: 'A', permissions: { delivery: true, view: true } })
    expect(await verifies(ann.id, 'new')).toBe(true)
  })
})

const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })

describe('remove', () => {
  const remove = (by: User, id: number) => () => users.remove(by, system.id, id)

  it('deletes a user and ends their sessions', () => {
    const token = open(clerk)
    users.remove(master, system.id, clerk.id)
    expect(users.list(system.id)).toEqual([master])
    expect(isOpen(token)).toBe(false)
    expect(domain.database.prepare('SELECT count(*) FROM login_tokens').pluck().get()).toBe(0)
  })

  it('knows no user that is unknown, deleted or of another system', async () => {
    const { id } = domain.addUser(system)
    users.remove(clerk, system.id, id)
    for (const unknown of [id, 999_999, stranger.id])
      await refusal('NOT_FOUND', remove(master, unknown), UNKNOWN)
  })

  it('keeps the last master of a system, and only that one', async () => {
    await refusal('LAST_MASTER', remove(master, master.id))
    const second = domain.addUser(system, { isMaster: true })
    users.remove(master, system.id, master.id)
    await refusal('LAST_MASTER', remove(second, second.id))
  })

  it('lets nobody but a master delete a master', async () => {
    domain.addUser(system, { isMaster: true })
    await refusal('MASTERS_ONLY', remove(clerk, master.id))
  })

  it('is refused to who may not manage users, and to who is gone', async () => {
    const guest = domain.addUser(system, { permissions: { ...EVERYTHING, user: false } })
    await refusal('PERMISSION_NEEDED', remove(guest, clerk.id))
    users.remove(clerk, system.id, guest.id)
    await refusal('NOT_AUTHENTICATED', remove(guest, clerk.id))
  })

  it('lets users delete themselves', () => {
    users.remove(clerk, system.id, clerk.id)
    expect(users.list(system.id)).toEqual([master])
  })
})

describe('changeOwnPassword', () => {
  it('ends the other sessions of that user', async () => {
    const guest = domain.addUser(system)
    const [mine, elsewhere, others] = [open(guest), open(guest), open(master)]
    await users.changeOwnPassword(guest, mine, system, 'new')
    expect([mine, elsewhere, others].map(isOpen)).toEqual([true, false, true])
    expect(await verifies(guest.id, 'new')).toBe(true)
  })

  it('refuses a bad password', () =>
    refusal('BAD_REQUEST', () => users.changeOwnPassword(clerk, open(clerk), system, ''), [SPECIFIED]))

  it('comes too late for a session that was ended meanwhile', async () => {
    const token = open(clerk)
    const late = refused(users.changeOwnPassword(clerk, token, system, 'mine'), 'NOT_AUTHENTICATED')
    domain.identity.sessions.closeOfUser(clerk.id, null)
    await late
    expect(find(clerk.id)).toEqual(clerk)
  })
})

describe('changeAccessCode', () => {
  const codeHash = (of: System) => domain.identity.store.systems.find(of.id)?.accessCodeHash ?? ''

  it('changes the code of that system; sessions go on', async () => {
    const token = open(clerk)
    await users.changeAccessCode(master, open(master), system, 'new code')
    expect(await domain.identity.hasher.verify(codeHash(system), 'new code')).toBe(true)
    expect(codeHash(other)).toBe(other.accessCodeHash)
    expect(isOpen(token)).toBe(true)
  })

  it('is for masters only', async () => {
    const all = domain.addUser(system, { permissions: EVERYTHING })
    await refused(users.changeAccessCode(all, open(all), system, 'x'), 'MASTERS_ONLY')
    expect(codeHash(system)).toBe(system.accessCodeHash)
  })

  it('comes too late for a session that was ended meanwhile', async () => {
    const late = refused(users.changeAccessCode(master, open(master), system, 'x'), 'NOT_AUTHENTICATED')
    domain.identity.sessions.closeOfUser(master.id, null)
    await late
    expect(codeHash(system)).toBe(system.accessCodeHash)
  })
})
