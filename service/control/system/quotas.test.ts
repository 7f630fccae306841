import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testAudit } from '../../../test/support/audit.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { identityStore } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { outgoingTo } from '../../../test/support/outgoing.ts'
import { DEFAULT_QUOTAS } from '../../contract/quotas.ts'
import type { AccessTokenId, SystemId } from '../../contract/ids.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import { openQuotas } from '../../quota-plane.ts'
import { liveForm } from '../api/live/form.ts'
import { optionForm } from '../api/option/form.ts'
import { Channels } from '../channel/channels.ts'
import { createIdentity } from '../identity/identity.ts'
import { passwordHasher } from '../identity/password-hash.ts'
import { createSystem } from '../identity/systems.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import { createLogger } from '../../platform/logger.ts'

const LIMITS = { ...DEFAULT_QUOTAS, channels: 3, users: 2, tokens: 2, calls: 5 }
const WEBHOOKLESS = { auth_webhook_url: '', event_webhook_url: '', environment: 0 as const }

let clock: ManualClock
let database: Database
let first: SystemId
let second: SystemId
let quotas: ReturnType<typeof openQuotas>
let identity: ReturnType<typeof createIdentity>
let channels: Channels

beforeEach(async () => {
  clock = new ManualClock()
  database = openTestDatabase()
  testAudit(clock, database)
  const store = identityStore(database)
  const rows = channelRepository(database)
  quotas = openQuotas({ database, store, channels: rows, limits: LIMITS, clock })
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

describe('the first system', () => {
  it('has what the computer has', () => {
    for (let i = 0; i < 5; i++) make(first)
    for (let i = 0; i < 50; i++) quotas.call(first, 'one')
    for (let i = 0; i < 5; i++) identity.accessTokens.create(first, String(i))
    expect(channels.listIds(first)).toHaveLength(5)
  })
})
