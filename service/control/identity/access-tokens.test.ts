import { beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { Database } from '../store/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import { ensureFirstSystem } from './first-system.ts'
import type { Identity } from './identity.ts'

let clock: ManualClock
let database: Database
let identity: Identity
let tokens: AccessTokens
let systemId: SystemId

beforeEach(async () => {
  clock = new ManualClock()
  database = openTestDatabase()
  identity = testIdentity(clock, database)
  tokens = identity.accessTokens
  systemId = (await ensureFirstSystem(identity, clock)).system.id
})

const lastUsed = (id: string) => tokens.list(systemId).find((token) => token.id === id)?.lastUsedAt

it('makes, recognises and lists tokens without keeping them', () => {
  clock.advance(1000)
  const { id, token } = tokens.create(systemId, 'my app')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(tokens.authenticate(token)).toMatchObject({ id, systemId, name: 'my app', kind: 'api' })
  expect(tokens.list(systemId).map(({ name, prefix }) => [name, prefix.length])).toEqual([
    ['Default', 6],
    ['my app', 6],
  ])
  expect(token.startsWith(tokens.list(systemId)[1]?.prefix ?? 'x')).toBe(true)
  expect(JSON.stringify(database.prepare('SELECT * FROM access_tokens').all())).not.toContain(token)
})

it('shows at most a quarter of a short token', () => {
  tokens.create(systemId, 'short', 'api', 'abcdefgh')
  tokens.create(systemId, 'tiny', 'api', 'abc')
  expect(tokens.list(systemId).map((token) => token.prefix.length)).toEqual([6, 2, 0])
})

it('refuses unknown, revoked and console tokens', () => {
  const { id, token } = tokens.create(systemId, 'a')
  const console = tokens.create(systemId, 'b', 'console')
  expect(tokens.authenticate(console.token)).toBeNull()
  for (const other of ['', `${token} `, token.toLowerCase(), '__proto__']) {
    expect(tokens.authenticate(other)).toBeNull()
  }
  expect(tokens.revoke('another' as SystemId, id)).toBe(false)
  expect(tokens.authenticate(token)).not.toBeNull()
  expect(tokens.revoke(systemId, tokens.ofConsole(systemId))).toBe(false)
  const revokedAt = clock.now()
  expect(tokens.revoke(systemId, id)).toBe(true)
  expect(tokens.authenticate(token)).toBeNull()
  clock.advance(1000)
  expect(tokens.revoke(systemId, id)).toBe(true)
  expect(tokens.list(systemId).find((one) => one.id === id)?.revokedAt).toBe(revokedAt)
})

it('does not give out a login token for an access token or the other way round', async () => {
  const { token } = tokens.create(systemId, 'a')
  const { master } = await ensureFirstSystem(identity, clock)
  expect(identity.sessions.authenticate(token, 'option')).toBeNull()
  expect(tokens.authenticate(identity.sessions.open(master, 'option').token)).toBeNull()
})

it('has one console token for a system, whose value nobody has', () => {
  expect(tokens.ofConsole(systemId)).toBe(tokens.ofConsole(systemId))
  expect(tokens.list(systemId).map((token) => token.kind)).toEqual(['api'])
})

it('notes the last use later, and at most once a minute', () => {
  const { id, token } = tokens.create(systemId, 'a')
  const start = clock.now()
  tokens.authenticate(token)
  expect(lastUsed(id)).toBeNull()
  clock.advance(1000)
  expect(lastUsed(id)).toBe(start)
  clock.advance(58_000)
  tokens.authenticate(token)
  clock.advance(1000)
  expect(lastUsed(id)).toBe(start)
  tokens.authenticate(token)
  tokens.flush()
  expect(lastUsed(id)).toBe(start + 60_000)
})

it('still recognises tokens when the last use can not be written', () => {
  const { token } = tokens.create(systemId, 'a')
  database
    .prepare("CREATE TRIGGER full BEFORE UPDATE ON access_tokens BEGIN SELECT RAISE(ABORT, 'full'); END")
    .run()
  expect(tokens.authenticate(token)).not.toBeNull()
  expect(() => clock.advance(1000)).not.toThrow()
  expect(tokens.authenticate(token)).not.toBeNull()
})
