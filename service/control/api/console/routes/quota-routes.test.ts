import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import { inEnglish } from '../../../../../test/support/in-english.ts'
import type { AuditPage } from '../../../../contract/console/audit.ts'
import { quotaListResponse, quotasResponse } from '../../../../contract/console/quotas.ts'
import { DEFAULT_QUOTAS, MAX_QUOTA } from '../../../../contract/quotas.ts'
import type { User } from '../../../identity/user.ts'
import { systemQuotaRepository } from '../../../store/system-quotas.ts'

let consoles: AdministrationConsole
let owner: User
let master: User
let id: string
beforeEach(async () => {
  consoles = await startAdministrationConsole()
  owner = consoles.first.master
  ;({ master } = consoles.second)
  ;({ id } = consoles.second.system)
})
afterEach(() => consoles.close())

const ask = async (method: string, path: string, user: User, body?: unknown) => {
  const { status, text } = await consoles.call({ method, path, user, ...(body !== undefined && { body }) })
  return { status, body: inEnglish(JSON.parse(text)) }
}
const change = (body: unknown, of = id, user = owner) => ask('PATCH', `systems/${of}/quotas`, user, body)
const own = async () => quotasResponse.parse((await ask('GET', 'quotas', master)).body)

describe('quotas of a further system', () => {
  it('are set by the owner, hold at once, and are read by its masters', async () => {
    expect((await own()).tokens).toEqual({ used: 1, limit: 100, own: null, standard: 100 })
    const answer = await change({ tokens: 2, calls: 60 })
    expect([answer.status, quotasResponse.parse(answer.body).tokens]).toEqual([
      200,
      { used: 1, limit: 2, own: 2, standard: 100 },
    ])
    expect((await ask('POST', 'access-tokens', master, { name: 'two' })).status).toBe(200)
    const refused = await ask('POST', 'access-tokens', master, { name: 'three' })
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { error: { code: 'QUOTA_REACHED', values: { what: 'tokens', limit: 2 } } },
    ])
    await change({ tokens: null })
    expect((await ask('POST', 'access-tokens', master, { name: 'three' })).status).toBe(200)
    expect(await own()).toMatchObject({ tokens: { used: 3, limit: 100, own: null }, calls: { own: 60 } })
  })

  it('are kept: another start reads them', async () => {
    await change({ channels: 7 })
    expect(systemQuotaRepository(consoles.database).of(consoles.second.system.id)).toEqual({ channels: 7 })
  })

  it('are listed for the owner, oldest system first; the first has no limit', async () => {
    await change({ webhooks: 500 })
    const { systems } = quotaListResponse.parse((await ask('GET', 'systems/quotas', owner)).body)
    expect(systems).toMatchObject([
      { name: 'Airdesk', quotas: { users: { used: 1, limit: null, own: null, standard: null } } },
      { id, name: 'Second', quotas: { webhooks: { used: 0, limit: 500 }, exports: { used: 0, limit: 2 } } },
    ])
  })

  it('are changed by nobody else, also not their own, and never those of the first', async () => {
    expect((await change({ channels: 9 }, id, master)).status).toBe(403)
    expect((await change({ channels: 9 }, consoles.first.system.id)).status).toBe(404)
    expect((await change({ channels: 9 }, '0'.repeat(26))).status).toBe(404)
    expect((await own()).channels).toMatchObject({ limit: DEFAULT_QUOTAS.channels, own: null })
  })

  const RULE = `must be null or an integer from 1 to ${MAX_QUOTA}`
  it.each([
    [{ channels: 0 }, 'channels', RULE],
    [{ users: -1 }, 'users', RULE],
    [{ calls: 1.5 }, 'calls', RULE],
    [{ exports: '3' }, 'exports', RULE],
    [{ webhooks: MAX_QUOTA + 1 }, 'webhooks', RULE],
    [{ channel: 3 }, 'channel', 'is not known here'],
  ])('%j is refused whole', async (wrong, member, rule) => {
    const answer = await change({ schedules: 5, ...wrong })
    expect([answer.status, answer.body]).toMatchObject([400, { error: { details: [{ member, rule }] } }])
    expect((await own()).schedules.own).toBeNull()
  })

  it('are told of in the audit log, with whose and which, also where somebody only tried', async () => {
    await change({ channels: 9, users: null })
    await change({ channels: 9 }, id, master)
    consoles.audit.flush()
    const { text } = await consoles.call({ method: 'GET', path: 'audit?verb=quotas.changed', user: owner })
    expect((JSON.parse(text) as AuditPage).entries).toMatchObject([
      { refused: 'OWNERS_ONLY' },
      {
        refused: null,
        objects: [{ kind: 'system', id, name: null }],
        details: { changed: ['channels=9', 'users=standard'] },
      },
    ])
  })
})

it('an export of the audit log counts while it is under way', async () => {
  const end = consoles.quotas.beginExport(consoles.second.system.id)
  consoles.quotas.beginExport(consoles.second.system.id)
  const refused = await ask('POST', 'audit/export', master, {})
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { error: { values: { what: 'exports', limit: 2 } } },
  ])
  const reset = await ask('POST', 'reset', master, { kinds: ['chat'] })
  expect([reset.status, reset.body]).toMatchObject([429, { error: { values: { what: 'exports' } } }])
  end()
  const { status } = await consoles.call({ method: 'POST', path: 'audit/export', user: master, body: {} })
  expect(status).toBe(200)
  expect((await ask('POST', 'reset', master, { kinds: ['chat'] })).status).toBe(200)
})
