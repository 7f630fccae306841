import { beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { identityStore, testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { Database } from '../store/database.ts'
import { ensureFirstSystem } from './first-system.ts'
import { createIdentity } from './identity.ts'
import type { Identity } from './identity.ts'
import { passwordHasher } from './password-hash.ts'
import { SESSION_MS } from './sessions.ts'
import type { User } from './user.ts'

let clock: ManualClock
let database: Database
let identity: Identity
let master: User

beforeEach(async () => {
  clock = new ManualClock()
  database = openTestDatabase()
  identity = testIdentity(clock, database)
  master = (await ensureFirstSystem(identity, clock)).master
})

const tokens = () => database.prepare('SELECT count(*) FROM login_tokens').pluck().get()

it('is good until its last millisecond, for its own kind', () => {
  const { token, expiresAt } = identity.sessions.open(master, 'console')
  expect(expiresAt).toBe(clock.now() + SESSION_MS)
  expect(identity.sessions.authenticate(token, 'option')).toBeNull()
  clock.advance(SESSION_MS - 1)
  expect(identity.sessions.authenticate(token, 'console')?.user).toEqual(master)
  clock.advance(1)
  expect(identity.sessions.authenticate(token, 'console')).toBeNull()
})

it('refuses what was never given out', () => {
  const { token } = identity.sessions.open(master, 'option')
  const hash = database.prepare('SELECT hash FROM login_tokens').pluck().get()
  for (const other of [
    '',
    'x',
    `${token}=`,
    token.slice(1),
    token.toUpperCase(),
    String(hash),
    '__proto__',
  ]) {
    expect(identity.sessions.authenticate(other, 'option')).toBeNull()
  }
})

it('keeps no token, only hashes', () => {
  const { token } = identity.sessions.open(master, 'option')
  expect(JSON.stringify(database.prepare('SELECT * FROM login_tokens').all())).not.toContain(token)
})

it('ends when closed, alone or with all others of the user', () => {
  const [a, b, c] = ['option', 'option', 'console'].map(() => identity.sessions.open(master, 'option').token)
  const good = () => [a, b, c].map((token) => identity.sessions.authenticate(token ?? '', 'option') !== null)
  identity.sessions.close(a ?? '')
  identity.sessions.close('unknown')
  expect(good()).toEqual([false, true, true])
  identity.sessions.closeOfUser(master.id, b ?? '')
  expect(good()).toEqual([false, true, false])
  identity.sessions.closeOfUser(master.id, null)
  expect(good()).toEqual([false, false, false])
})

it('clears away what has expired', () => {
  for (let i = 0; i < 5; i++) identity.sessions.open(master, 'option')
  clock.advance(SESSION_MS)
  identity.sessions.open(master, 'option')
  expect(tokens()).toBe(1)
})

it('notes once a minute that a user is there', () => {
  const { token } = identity.sessions.open(master, 'option')
  const start = clock.now()
  const seenAfter = (ms: number) => {
    clock.advance(ms)
    identity.sessions.authenticate(token, 'option')
    return Number(database.prepare('SELECT last_seen_at FROM user_activity').pluck().get()) - start
  }
  expect(seenAfter(59_999)).toBe(0)
  expect(seenAfter(1)).toBe(60_000)
  expect(seenAfter(59_999)).toBe(60_000)
})

it('lists what is open of a user with where it was opened, newest first; one is ended alone', () => {
  const origin = { remoteAddress: '10.0.0.7', client: 'curl/8.5' }
  const first = identity.sessions.open(master, 'option', origin)
  clock.advance(1000)
  const second = identity.sessions.open(master, 'console', { ...origin, client: 'x'.repeat(500) })
  clock.advance(1000)
  const [newest, oldest] = identity.sessions.listOfUser(master.id, second.token)
  expect(oldest).toEqual({
    ...{ ...origin, id: oldest?.id, kind: 'option', isOwn: false },
    ...{ openedAt: clock.now() - 2000, expiresAt: first.expiresAt },
  })
  expect([newest?.kind, newest?.isOwn, newest?.client.length]).toEqual(['console', true, 300])
  // What tells sessions apart opens none.
  expect(identity.sessions.authenticate(oldest?.id ?? '', 'option')).toBeNull()
  expect(identity.sessions.closeOne(master.id, 'f'.repeat(16))).toBe(false)
  expect(identity.sessions.closeOne(master.id, oldest?.id ?? '')).toBe(true)
  expect(identity.sessions.authenticate(first.token, 'option')).toBeNull()
  expect(identity.sessions.authenticate(second.token, 'console')).not.toBeNull()
  clock.advance(SESSION_MS)
  expect(identity.sessions.listOfUser(master.id, '')).toEqual([])
})

it('of a moved clock ends those of the option API alone, in what is counted too', async () => {
  const moved = new ManualClock()
  const store = identityStore(openTestDatabase())
  const hasher = passwordHasher({ memoryKiB: 8, passes: 1 })
  const emulated = createIdentity({ clock: moved, machine: clock, store, hasher })
  const { master: owner } = await ensureFirstSystem(emulated, moved)
  const console = emulated.sessions.open(owner, 'console')
  const option = emulated.sessions.open(owner, 'option')
  moved.advance(SESSION_MS)
  expect(emulated.sessions.authenticate(console.token, 'console')).not.toBeNull()
  expect(emulated.sessions.authenticate(option.token, 'option')).toBeNull()
  expect(emulated.sessions.activity(owner.systemId)).toMatchObject([
    { consoleSessions: 1, optionSessions: 0 },
  ])
})
