import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testAudit } from '../../../test/support/audit.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { diskFullError } from '../../../test/support/full-disk.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { SystemId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Database } from '../store/database.ts'
import { actUndone, describeAct, writeAct } from './acts.ts'
import { NOBODY } from './actors.ts'
import type { Begun } from './audit-log.ts'
import type { AuditAct } from './audit-store.ts'

const SYSTEM = 'one' as SystemId
const ANN = { kind: 'user', id: '1', name: 'Ann' } as const
const OWN = { systemId: SYSTEM, installation: false }

let database: Database
let clock: ManualClock
let open: ReturnType<typeof testAudit>

beforeEach(() => {
  clock = new ManualClock()
  database = openTestDatabase()
  open = testAudit(clock, database)
})
afterEach(() => database.close())

const act = (more: Partial<AuditAct> = {}): AuditAct => ({
  ...{ verb: 'channel.deleted', actor: ANN, systemId: SYSTEM, via: 'live', remoteAddress: '192.0.2.1' },
  ...{ objects: [], details: {}, refused: null },
  ...more,
})
const failed = (more: Partial<AuditAct> = {}) =>
  act({ verb: 'session.opened', actor: NOBODY, refused: 'LOGIN_FAILED', ...more })
const begun = (more: Partial<Begun> = {}): Begun => ({
  ...{ verb: 'user.deleted', actor: ANN, systemId: SYSTEM, via: 'console', remoteAddress: null },
  given: { id: 7 },
  ...more,
})
const channel = (id: string) => ({ kind: 'channel', id, name: null }) as const
const entries = async (scope = OWN, filter = {}) =>
  (await open.auditReader.list(scope, { limit: 200, ...filter })).entries

describe('what is the same within a minute', () => {
  it('is one entry that counts, and names its objects', async () => {
    for (const id of ['a', 'b', 'b']) {
      open.audit.record(act({ objects: [channel(id)] }))
      clock.advance(59_000)
    }
    expect(await entries()).toMatchObject([
      { count: 3, objectCount: 2, objects: [channel('a'), channel('b')], refused: null },
    ])
  })

  it('is another entry after that minute, by another person, or in another way', async () => {
    open.audit.record(act())
    clock.advance(60_001)
    open.audit.record(act())
    open.audit.record(act({ via: 'console' }))
    open.audit.record(act({ actor: { ...ANN, id: '2' } }))
    expect((await entries()).map(({ count }) => count)).toEqual([1, 1, 1, 1])
  })

  it('is one entry too where it is done together, without what was undone of it', async () => {
    const doing = (id: string, then: () => void = () => undefined) =>
      database.together(() => {
        open.audit.record(act({ objects: [channel(id)] }))
        then()
      })
    const fail = () => {
      throw new Error('undone')
    }
    await Promise.allSettled([doing('a'), doing('b'), doing('c', fail), doing('b')])
    await doing('d')
    expect(await entries()).toMatchObject([
      { count: 4, objectCount: 3, objects: [channel('a'), channel('b'), channel('d')] },
    ])
  })

  it('has at most 20 names, and the number of all', async () => {
    for (let i = 0; i < 30; i++) open.audit.record(act({ objects: [channel(String(i))] }))
    const [entry] = await entries()
    expect([entry?.objects.length, entry?.objectCount]).toEqual([20, 30])
  })
})

describe('room', () => {
  const small = { known: 20_000, anonymous: 2000 }

  it('is taken by who is not signed in only from their own kind', async () => {
    open = testAudit(clock, openTestDatabase(), { budgets: small })
    open.audit.record(act({ verb: 'user.deleted' }))
    for (let i = 0; i < 500; i++) {
      open.audit.record(failed({ remoteAddress: `192.0.2.${i}` }))
      clock.advance(1000)
    }
    const all = await entries()
    expect(all.filter(({ verb }) => verb === 'user.deleted')).toHaveLength(1)
    const anonymous = all.filter(({ actor }) => actor.kind === 'anonymous')
    expect(anonymous.length).toBeGreaterThan(1)
    expect(anonymous.length).toBeLessThan(20)
    // The newest are there.
    expect(anonymous[0]?.remoteAddress).toBe('192.0.2.499')
  })

  it('of one system is not taken by another', async () => {
    open = testAudit(clock, openTestDatabase(), { budgets: small })
    open.audit.record(act())
    for (let i = 0; i < 500; i++)
      open.audit.record(act({ systemId: 'two' as SystemId, remoteAddress: String(i) }))
    expect(await entries()).toHaveLength(1)
    const other = await entries({ systemId: 'two' as SystemId, installation: false })
    expect(other.length).toBeLessThan(100)
  })

  it('is written together where much is refused: 10,000 different ones in a second', async () => {
    let writes = 0
    const { append } = open.auditStore
    open.auditStore.append = (...given) => {
      writes++
      append(...given)
    }
    for (let i = 0; i < 10_000; i++) open.audit.record(failed({ remoteAddress: `192.0.2.${i}` }))
    expect(writes).toBe(0)
    clock.advance(1000)
    expect(writes).toBe(201)
    const counted = (await entries()).reduce((sum, { count }) => sum + count, 0)
    expect(counted).toBeGreaterThan(190)
    const rest = (await entries()).find(({ remoteAddress }) => remoteAddress === null)
    expect(rest?.count).toBe(9800)
  })

  it('of long texts is bounded', async () => {
    open.audit.record(act({ objects: [{ kind: 'user', id: null, name: 'x'.repeat(100_000) }] }))
    expect((await entries())[0]?.objects[0]?.name).toHaveLength(200)
  })

  it('is given back after a year', async () => {
    open.audit.record(act())
    clock.advance(366 * 24 * 3_600_000)
    expect(await entries()).toEqual([])
    expect((await open.auditReader.list(OWN, { limit: 1 })).inAll).toBe(0)
  })

  it('is given back later where the disk has no room for that', async () => {
    open.audit.record(act())
    const { removeOld } = open.auditStore
    open.auditStore.removeOld = () => {
      throw diskFullError()
    }
    clock.advance(366 * 24 * 3_600_000)
    expect(await entries()).toHaveLength(1)
    open.auditStore.removeOld = removeOld
    clock.advance(24 * 3_600_000)
    expect(await entries()).toEqual([])
  })
})

describe('an act', () => {
  it('and its entry are one transaction', async () => {
    const count = database.prepare<[], number>('SELECT count(*) FROM allowed_origins').pluck()
    const insert = database.prepare("INSERT INTO allowed_origins (origin, created_at) VALUES ('http://a', 1)")
    const { append } = open.auditStore
    open.auditStore.append = () => {
      throw new Error('disk full')
    }
    expect(() => open.audit.attempt(begun(), () => insert.run())).toThrow('disk full')
    expect(count.get()).toBe(0)
    open.auditStore.append = append
    open.audit.attempt(begun(), () => insert.run())
    expect(count.get()).toBe(1)
    expect((await entries()).map(({ refused }) => refused)).toEqual(['INTERNAL', null])
  })

  it('that takes its time writes its entry in the transaction that does it', async () => {
    let within = 0
    const doing = async () => {
      await Promise.resolve()
      database.transaction(() => {
        writeAct()
        database.afterCommit(() => (within = open.auditStore.count(OWN)))
      })
      return {}
    }
    await open.audit.attempt(begun(), doing, true)
    expect(within).toBe(1)
    expect(await entries()).toHaveLength(1)
  })

  it('that is refused says why, and nothing of it is done', async () => {
    const refuse = () => {
      throw refusal('LAST_MASTER')
    }
    expect(() => open.audit.attempt(begun(), refuse)).toThrow()
    const later = open.audit.attempt(begun(), () => Promise.resolve().then(refuse), true)
    await expect(later).rejects.toThrow()
    expect(await entries()).toMatchObject([{ verb: 'user.deleted', refused: 'LAST_MASTER', count: 2 }])
  })

  it('that could not be written with others is told as refused, not as done', async () => {
    const doing = async () => {
      try {
        return await database.together(() => {
          writeAct()
          database.prepare('ROLLBACK').run()
          throw new Error('disk full')
        })
      } catch (error) {
        actUndone()
        throw error
      }
    }
    await expect(open.audit.attempt(begun(), doing, true)).rejects.toThrow('disk full')
    open.audit.flush()
    expect(await entries()).toMatchObject([{ verb: 'user.deleted', refused: 'INTERNAL' }])
  })

  it('that is refused once it was written is not told as done', async () => {
    const refuse = () => {
      writeAct()
      throw refusal('LAST_MASTER')
    }
    expect(() => open.audit.attempt(begun(), refuse)).toThrow()
    expect(await entries()).toMatchObject([{ refused: 'LAST_MASTER' }])
  })

  it('that cannot be read is not told', async () => {
    const bad = () => {
      throw refusal('BAD_REQUEST')
    }
    expect(() => open.audit.attempt(begun(), bad)).toThrow()
    expect(await entries()).toEqual([])
  })

  it('names what it deletes, as it was called before', async () => {
    const names = new Map([['7', 'Yui']])
    open = testAudit(clock, openTestDatabase(), { names: { user: (_, id) => names.get(id) ?? null } })
    open.audit.attempt(begun(), () => ({ gone: names.delete('7') }))
    expect(await entries()).toMatchObject([{ objects: [{ kind: 'user', id: '7', name: 'Yui' }] }])
  })

  it('names what it makes by the answer, and learns from below', async () => {
    open.audit.attempt(begun({ verb: 'token.created', given: { name: 'ci' } }), () => {
      describeAct({ details: { count: 3 } })
      return { id: 'T1', token: 'a-secret-token' }
    })
    const [entry] = await entries()
    expect(entry).toMatchObject({ objects: [{ kind: 'token', id: 'T1', name: 'ci' }], details: { count: 3 } })
    expect(JSON.stringify(entry)).not.toContain('a-secret-token')
  })

  it('on an endpoint of webhooks keeps nothing of its query', async () => {
    const given = { url: 'https://me:pw@hooks.example/a?token=1#x' }
    open.audit.attempt(begun({ verb: 'endpoint.paused', given }), () => ({}))
    expect((await entries())[0]?.objects).toEqual([
      { kind: 'endpoint', id: null, name: 'https://hooks.example/a' },
    ])
  })
})

describe('reading', () => {
  it('gives a system its own entries, and the owner those about the installation too', async () => {
    open.audit.record(act())
    open.audit.record(act({ systemId: null, verb: 'state.imported' }))
    open.audit.record(act({ systemId: 'two' as SystemId }))
    expect((await entries()).map(({ verb }) => verb)).toEqual(['channel.deleted'])
    const owner = await entries({ ...OWN, installation: true })
    expect(owner.map(({ verb }) => verb)).toEqual(['state.imported', 'channel.deleted'])
  })

  it('finds by who, what, words, time and refusal', async () => {
    open.audit.record(act({ objects: [{ kind: 'channel', id: 'C1', name: 'Main 100%' }] }))
    clock.advance(1000)
    open.audit.record(act({ verb: 'token.revoked', actor: { kind: 'token', id: 'T', name: 'ci' } }))
    open.audit.record(failed())
    const found = async (filter: object) => (await entries(OWN, filter)).map(({ verb }) => verb)
    expect(await found({ actor: 'user:1' })).toEqual(['channel.deleted'])
    expect(await found({ actor: 'anonymous' })).toEqual(['session.opened'])
    expect(await found({ topic: 'access' })).toEqual(['token.revoked'])
    expect(await found({ search: 'main 100%' })).toEqual(['channel.deleted'])
    expect(await found({ search: '192.0.2.1' })).toHaveLength(3)
    expect(await found({ from: clock.now() })).toEqual(['session.opened', 'token.revoked'])
    expect(await found({ refused: 'true' })).toEqual(['session.opened'])
    const { actors, inAll } = await open.auditReader.list(OWN, { limit: 1 })
    expect(actors.map(({ kind }) => kind).sort()).toEqual(['anonymous', 'token', 'user'])
    expect(inAll).toBe(3)
  })

  it('goes page by page, over any number of entries of others', async () => {
    open.audit.record(act({ remoteAddress: 'first' }))
    for (let i = 0; i < 2500; i++)
      open.audit.record(act({ systemId: 'two' as SystemId, remoteAddress: String(i) }))
    open.audit.record(act({ remoteAddress: 'last' }))
    const page = await open.auditReader.list(OWN, { limit: 1 })
    expect(page.entries.map((one) => one.remoteAddress)).toEqual(['last'])
    const next = await open.auditReader.list(OWN, { limit: 1, before: page.next ?? 0 })
    expect(next.entries.map((one) => one.remoteAddress)).toEqual(['first'])
  })
})

describe('the file', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'airdesk-audit-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('outlives the database that it was written beside', async () => {
    const file = join(folder, 'audit.db')
    const first = openTestDatabase(join(folder, 'a.db'))
    testAudit(clock, first, { file }).audit.record(act())
    first.close()
    const second = openTestDatabase(join(folder, 'b.db'))
    open = testAudit(clock, second, { file })
    expect(await entries()).toHaveLength(1)
    second.close()
  })

  it('is set aside where it is damaged', async () => {
    const file = join(folder, 'audit.db')
    writeFileSync(file, 'no database '.repeat(1000))
    const opened = openTestDatabase(join(folder, 'a.db'))
    open = testAudit(clock, opened, { file })
    open.audit.record(act())
    expect(await entries()).toHaveLength(1)
    opened.close()
  })
})
