import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { identityStore } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { SystemId, UserId } from '../../contract/ids.ts'
import { createIdentity } from './identity.ts'
import type { Identity } from './identity.ts'
import { passwordHasher } from './password-hash.ts'
import type { PasswordHasher } from './password-hash.ts'

const MINUTE = 60_000
let clock: ManualClock
let identity: Identity
/** Every hash that was checked, to compare the work that attempts cost. */
let verified: number
/** What happens while a hash is checked. */
let meanwhile: (() => void) | null

beforeEach(() => {
  clock = new ManualClock()
  verified = 0
  meanwhile = null
  const real = passwordHasher({ memoryKiB: 8, passes: 1 })
  const counting: PasswordHasher = {
    hash: real.hash,
    verify: (phc, plain) => {
      verified++
      meanwhile?.()
      return real.verify(phc, plain)
    },
  }
  identity = createIdentity({ clock, store: identityStore(openTestDatabase()), hasher: counting })
})

async function addSystem(id: string, accessCode: string): Promise<SystemId> {
  const systemId = id as SystemId
  const accessCodeHash = await identity.hasher.hash(accessCode)
  const row = {
    id: systemId,
    name: id,
    timeZone: 'UTC',
    accessCodeHash,
    webhookSecret: '',
    passwordMinLength: null,
    createdAt: 0,
  }
  identity.store.systems.insert(row)
  return systemId
}

async function addUser(systemId: SystemId, email: string, password: string) {
  const passwordHash = await identity.hasher.hash(password)
  const permissions = { delivery: false, view: true, schedule: false, user: false }
  const user = { systemId, name: 'n', email, passwordHash, isMaster: false, permissions, createdAt: 0 }
  return identity.store.users.insert(user)
}

const login = (email: string, password: string, accessCode: string, remoteAddress = '127.0.0.1') =>
  identity.login.login({ email, password, accessCode, remoteAddress, kind: 'option' })
const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof Refusal) return error
  throw new Error('was not refused', { cause: error })
}

describe('with one system', () => {
  beforeEach(async () => {
    const system = await addSystem('one', 'code-1')
    await addUser(system, 'Ann@Example.com', 'secret1')
    await addUser(system, 'bob@example.com', 'secret2')
  })

  it('gives a token for 24 hours', async () => {
    const { token, expiresAt, user, system } = await login('Ann@Example.com', 'secret1', 'code-1')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(expiresAt).toBe(clock.now() + 24 * 60 * MINUTE)
    expect([user.email, system.name]).toEqual(['Ann@Example.com', 'one'])
    expect(identity.sessions.authenticate(token, 'option')).toMatchObject({ user, system, expiresAt })
  })

  it('compares e-mails without case, nothing else', async () => {
    await login('aNN@eXAMPLE.COM', 'secret1', 'code-1')
    await refusal(login('ann@example.com', 'Secret1', 'code-1'))
    await refusal(login('ann@example.com', 'secret1', 'Code-1'))
    await refusal(login(' ann@example.com', 'secret1', 'code-1'))
  })

  it.each([
    ['the e-mail', 'eve@example.com', 'secret1', 'code-1'],
    ['the password', 'ann@example.com', 'secret2', 'code-1'],
    ['the access code', 'ann@example.com', 'secret1', 'code-2'],
    ['everything', 'eve@example.com', 'x', 'y'],
    ["another user's password", 'bob@example.com', 'secret1', 'code-1'],
    ['an e-mail named as a prototype member', '__proto__', 'secret1', 'code-1'],
    ['an e-mail that looks like SQL', "' OR 1=1 --", 'secret1', 'code-1'],
    ['an e-mail with a NUL', 'ann@example.com\u0000', 'secret1', 'code-1'],
    ['an e-mail that only looks the same', 'аnn@example.com', 'secret1', 'code-1'],
  ])('answers the same after the same work when wrong is %s', async (_, email, password, code) => {
    const error = await refusal(login(email, password, code))
    expect([error.code, error.message, error.problems]).toEqual([
      'LOGIN_FAILED',
      'The e-mail, password or access code is wrong.',
      [],
    ])
    expect(verified).toBe(2)
  })

  it('takes an e-mail in any Unicode form and case', async () => {
    await addUser('one' as SystemId, 'JÜRGEN@exämple.com', 'pass')
    const { user } = await login('ju\u0308rgen@EXÄMPLE.com', 'pass', 'code-1')
    expect(user.email).toBe('JÜRGEN@exämple.com')
  })

  it('refuses a second user with the same e-mail in another case', async () => {
    await expect(addUser('one' as SystemId, 'ANN@example.com', 'x')).rejects.toThrow(/UNIQUE/)
  })

  it.each<[string, (userId: UserId) => void]>([
    ['the user was deleted', (userId) => identity.store.users.remove(userId)],
    ['the password was changed', (userId) => identity.store.users.setPasswordHash(userId, 'another')],
    [
      'the access code was changed',
      () => identity.store.systems.setAccessCodeHash('one' as SystemId, 'another', 0),
    ],
  ])('signs nobody in when %s meanwhile', async (_, change) => {
    const userId = await addUser('one' as SystemId, 'eve@example.com', 'secret3')
    meanwhile = () => change(userId)
    expect((await refusal(login('eve@example.com', 'secret3', 'code-1'))).code).toBe('LOGIN_FAILED')
  })

  it('stops guessing at one e-mail after 10 failures, from wherever', async () => {
    for (let i = 0; i < 10; i++) await refusal(login('ann@example.com', `no ${i}`, 'code-1', `10.0.0.${i}`))
    clock.advance(MINUTE)
    const error = await refusal(login('ANN@example.com', 'secret1', 'code-1', '10.0.0.99'))
    expect(error.data).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', values: { retryAfterSeconds: 14 * 60 } })
    await login('bob@example.com', 'secret2', 'code-1')
    clock.advance(14 * MINUTE)
    await login('ann@example.com', 'secret1', 'code-1')
  })

  it('tells nothing about which e-mails exist by its limit', async () => {
    for (let i = 0; i < 10; i++) await refusal(login('eve@example.com', 'x', 'y'))
    expect((await refusal(login('eve@example.com', 'x', 'y'))).code).toBe('TOO_MANY_ATTEMPTS')
  })

  it('stops guessing from one address after 50 failures, at whatever e-mail', async () => {
    const guess = (i: number) => refusal(login(`user${i}@example.com`, 'x', 'y', `2001:db8:1:2::${i}`))
    for (let i = 1; i <= 50; i++) await guess(i)
    // Whoever has one address of IPv6 has 2^64.
    const late = login('ann@example.com', 'secret1', 'code-1', '2001:db8:1:2::ffff')
    expect((await refusal(late)).code).toBe('TOO_MANY_ATTEMPTS')
    await login('ann@example.com', 'secret1', 'code-1', '10.0.0.1')
  })

  it('keeps nobody out on this computer for the failures of others there', async () => {
    const guess = (i: number) => refusal(login(`user${i}@example.com`, 'x', 'y', `127.0.0.${i}`))
    for (let i = 1; i <= 50; i++) expect((await guess(i)).code).toBe('LOGIN_FAILED')
    expect((await guess(51)).code).toBe('TOO_MANY_ATTEMPTS')
    await login('ann@example.com', 'secret1', 'code-1', '127.0.0.1')
  })

  it('counts for the address nothing that the limit of an e-mail refused', async () => {
    for (let i = 0; i < 70; i++) await refusal(login('ann@example.com', 'x', 'code-1'))
    await login('bob@example.com', 'secret2', 'code-1')
  })

  it('takes any number of right ones at the same time', async () => {
    const emails = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 'ann@example.com' : 'bob@example.com'))
    const all = emails.map((email) => login(email, email.startsWith('ann') ? 'secret1' : 'secret2', 'code-1'))
    expect(new Set((await Promise.all(all)).map(({ token }) => token)).size).toBe(60)
  })

  it('counts attempts that run at the same time', async () => {
    const attempts = Array.from({ length: 40 }, () => refusal(login('ann@example.com', 'x', 'code-1')))
    const codes = (await Promise.all(attempts)).map((error) => error.code)
    expect(codes.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(10)
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(30)
  })

  it('does not count successes', async () => {
    for (let i = 0; i < 60; i++) await login('ann@example.com', 'secret1', 'code-1')
  })
})

describe('with one e-mail in several systems', () => {
  beforeEach(async () => {
    await addUser(await addSystem('one', 'code-1'), 'ann@example.com', 'secret1')
    await addUser(await addSystem('two', 'code-2'), 'ann@example.com', 'secret2')
    await addUser(await addSystem('three', 'code-3'), 'bob@example.com', 'secret3')
  })

  it('lets the access code tell which is meant', async () => {
    expect((await login('ann@example.com', 'secret1', 'code-1')).system.name).toBe('one')
    expect((await login('ann@example.com', 'secret2', 'code-2')).system.name).toBe('two')
    expect((await login('bob@example.com', 'secret3', 'code-3')).system.name).toBe('three')
  })

  it.each([
    ['ann@example.com', 'secret1', 'code-2'],
    ['ann@example.com', 'secret2', 'code-1'],
    ['ann@example.com', 'secret3', 'code-3'],
    ['bob@example.com', 'secret3', 'code-1'],
    ['eve@example.com', 'secret1', 'code-1'],
  ])('does as much work for every mixture: %s %s %s', async (email, password, code) => {
    expect((await refusal(login(email, password, code))).code).toBe('LOGIN_FAILED')
    expect(verified).toBe(6)
  })

  it('checks no more than is needed where nothing is to be hidden', async () => {
    identity.login.hideNothing()
    expect((await login('ann@example.com', 'secret2', 'code-2')).system.name).toBe('two')
    expect(verified).toBe(3)
    for (const [password, code] of [
      ['secret1', 'code-2'],
      ['secret3', 'code-3'],
    ] as const) {
      expect((await refusal(login('ann@example.com', password, code))).code).toBe('LOGIN_FAILED')
    }
    expect((await refusal(login('eve@example.com', 'secret1', 'code-1'))).code).toBe('LOGIN_FAILED')
  })

  it('does no more work once a system has added an e-mail that others have', async () => {
    await refusal(login('eve@example.com', 'x', 'y'))
    const before = verified
    await addUser('three' as SystemId, 'ann@example.com', 'secret4')
    await refusal(login('eve@example.com', 'x', 'y'))
    expect(verified).toBe(2 * before)
  })
})
