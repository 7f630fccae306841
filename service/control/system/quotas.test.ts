import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testAudit } from '../../../test/support/audit.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { identityStore } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { outgoingTo } from '../../../test/support/outgoing.ts'
import { testQuotas } from '../../../test/support/quotas.ts'
import { DEFAULT_QUOTAS, QUOTA_NAMES, QUOTA_WORDS } from '../../contract/quotas.ts'
import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import { Refusal, refusal } from '../../contract/refusal/refusal.ts'
import { liveForm } from '../api/live/form.ts'
import { optionForm } from '../api/option/form.ts'
import { Channels } from '../channel/channels.ts'
import { createIdentity } from '../identity/identity.ts'
import { passwordHasher } from '../identity/password-hash.ts'
import { createSystem } from '../identity/systems.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import { createLogger } from '../../platform/logger.ts'

const LIMITS = { channels: 3, users: 2, tokens: 2, calls: 5, exports: 2 }
const WEBHOOKLESS = { auth_webhook_url: '', event_webhook_url: '', environment: 0 as const }

let clock: ManualClock
let database: Database
let first: SystemId
let second: SystemId
let quotas: ReturnType<typeof testQuotas>
let identity: ReturnType<typeof createIdentity>
let channels: Channels

beforeEach(async () => {
  clock = new ManualClock()
  database = openTestDatabase()
  testAudit(clock, database)
  const store = identityStore(database)
  const rows = channelRepository(database)
  quotas = testQuotas(clock, database, store, LIMITS)
  identity = createIdentity({
    clock,
    store,
    hasher: passwordHasher({ memoryKiB: 8, passes: 1 }),
    quota: quotas,
  })
  first = (await createSystem(identity, clock, { name: 'A', email: 'a@example.test' })).system.id
  clock.advance(1)
  second = (await createSystem(identity, clock, { name: 'B', email: 'b@example.test' })).system.id
  channels = new Channels({
    ...{ clock, logger: createLogger('silent'), transactions: database, channels: rows, quota: quotas },
    ...{ broadcasts: { closeChannel: () => Promise.resolve() }, archiveDestinations: { has: () => true } },
    outgoing: outgoingTo('computer'),
  })
})
afterEach(() => database.close())

function refusalOf(run: () => unknown): Refusal {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('not refused')
}

const make = (systemId: SystemId) =>
  channels.create(
    { systemId, tokenId: identity.accessTokens.first(systemId) as AccessTokenId },
    { kind: 'webrtc', settings: WEBHOOKLESS },
  )

describe('a further system', () => {
  it('has so many channels; what is deleted makes room', async () => {
    const [one] = [make(second), make(second), make(second)]
    const refused = refusalOf(() => make(second))
    expect(refused.data).toMatchObject({ code: 'QUOTA_REACHED', values: { what: 'channels', limit: 3 } })
    expect(liveForm(refused)).toMatchObject({
      status: 429,
      body: { error_type: 'TooManyRequests', error_reason: expect.stringContaining('3 channels') as string },
    })
    await channels.delete(second, one.channelId)
    expect(make(second).systemId).toBe(second)
  })

  it('has so many users and tokens; what is revoked does not count', async () => {
    const [master] = identity.store.users.list(second)
    const system = identity.store.systems.find(second)
    if (!master || !system) throw new Error('not there')
    const permissions = { delivery: false, view: false, schedule: false, user: false }
    const add = (email: string) =>
      identity.users.create(master, system, { name: 'X', email, password: 'tiger42', permissions })
    await add('x@example.test')
    const refused: unknown = await add('y@example.test').catch((error: unknown) => error)
    expect(optionForm(refused)).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } })
    const { id } = identity.accessTokens.create(second, 'two')
    expect(refusalOf(() => identity.accessTokens.create(second, 'three')).code).toBe('QUOTA_REACHED')
    identity.accessTokens.revoke(second, id)
    expect(identity.accessTokens.create(second, 'three').token).not.toBe('')
  })

  it('may call so often in a minute, each token for itself', () => {
    for (let i = 0; i < 5; i++) quotas.call(second, 'one')
    clock.advance(clock.now() % 60_000 === 0 ? 1000 : 0)
    const refused = refusalOf(() => quotas.call(second, 'one'))
    expect(refused.code).toBe('TOO_MANY_CALLS')
    const seconds = Math.ceil((60_000 - (clock.now() % 60_000)) / 1000)
    expect(liveForm(refused)).toMatchObject({ status: 429, headers: { 'retry-after': String(seconds) } })
    quotas.call(second, 'two')
    clock.advance(60_000)
    quotas.call(second, 'one')
  })
})

describe('what is set for one system', () => {
  it('holds at once, and what holds for all holds again where it is taken back', () => {
    make(second)
    quotas.set(second, { channels: 1, tokens: 50 })
    expect(refusalOf(() => make(second)).data).toMatchObject({ values: { what: 'channels', limit: 1 } })
    expect(quotas.view(second)).toMatchObject({
      channels: { used: 1, limit: 1, own: 1, standard: 3 },
      tokens: { used: 1, limit: 50, own: 50, standard: 2 },
      users: { used: 1, limit: 2, own: null, standard: 2 },
    })
    quotas.set(second, { channels: 2 })
    make(second)
    expect(refusalOf(() => make(second)).code).toBe('QUOTA_REACHED')
    quotas.set(second, { channels: null })
    make(second)
    expect(quotas.view(second)).toMatchObject({
      channels: { used: 3, limit: 3, own: null },
      tokens: { own: 50 },
    })
  })

  it('takes away nothing that is there', () => {
    for (let i = 0; i < 3; i++) make(second)
    quotas.set(second, { channels: 1 })
    expect(quotas.view(second).channels).toMatchObject({ used: 3, limit: 1 })
    expect(quotas.room(second, 'channels')).toBe(0)
  })

  it('is counted by the minute for calls, of the busiest', () => {
    for (let i = 0; i < 3; i++) quotas.call(second, 'one')
    quotas.call(second, 'two')
    quotas.call(first, 'three')
    quotas.set(second, { calls: 3 })
    expect(refusalOf(() => quotas.call(second, 'one')).data).toMatchObject({ values: { limit: 3 } })
    expect(quotas.view(second).calls).toMatchObject({ used: 4, limit: 3 })
    expect(quotas.view(first).calls).toEqual({ used: 1, limit: null, own: null, standard: null })
    clock.advance(60_000)
    expect(quotas.view(second).calls.used).toBe(0)
  })
})

describe('exports', () => {
  it('are counted while they are under way, each ended once', () => {
    const [end] = [quotas.beginExport(second), quotas.beginExport(second)]
    expect(refusalOf(() => quotas.beginExport(second)).data).toMatchObject({
      values: { what: 'exports', limit: 2 },
    })
    expect(quotas.view(second).exports.used).toBe(2)
    end()
    end()
    expect(quotas.view(second).exports.used).toBe(1)
    quotas.beginExport(second)
    for (let i = 0; i < 5; i++) quotas.beginExport(first)
    expect(quotas.view(first).exports).toMatchObject({ used: 5, limit: null })
  })
})

it('each quota is met with words of its own', () => {
  const words = Object.entries(QUOTA_WORDS).map(
    ([what, phrase]) =>
      [
        what,
        refusal('QUOTA_REACHED', {
          what: what as keyof typeof QUOTA_WORDS,
          limit: 7,
        }).message,
        phrase,
      ] as const,
  )
  for (const [, message, phrase] of words)
    expect(message).toContain(`has 7 ${phrase}, as many as it may have`)
  expect(words.map(([what]) => what)).toEqual(QUOTA_NAMES.filter((name) => name !== 'calls'))
  expect(Object.keys(quotas.view(second))).toEqual(Object.keys(DEFAULT_QUOTAS))
})

describe('the first system', () => {
  it('has what the computer has', () => {
    for (let i = 0; i < 5; i++) make(first)
    for (let i = 0; i < 50; i++) quotas.call(first, 'one')
    for (let i = 0; i < 5; i++) identity.accessTokens.create(first, String(i))
    expect(channels.listIds(first)).toHaveLength(5)
  })
})
