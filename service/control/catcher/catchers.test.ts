import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { KEPT_BODY_BYTES, KEPT_REQUESTS, MAX_CATCHERS } from '../../contract/console/catchers.ts'
import type { RefusalCode } from '../../contract/refusal/refusals.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { SystemId } from '../../contract/ids.ts'
import { ensureFirstSystem } from '../identity/first-system.ts'
import { catcherRepository } from '../store/catchers.ts'
import type { Database } from '../store/database.ts'
import { Catchers } from './catchers.ts'

const ALLOW = { answer: { kind: 'allow' }, delayMs: 0 } as const
const EVENT = '{"type":"connection.created","label":"Service RTMP"}'

let folder: string
let clock: ManualClock
let db: Database
let systemId: SystemId
let catchers: Catchers

function open(): void {
  db = openTestDatabase(join(folder, 'airdesk.db'))
  catchers = new Catchers({ clock, transactions: db, store: catcherRepository(db) })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-catchers-'))
  clock = new ManualClock(1_800_000_000_000)
  open()
  systemId = (await ensureFirstSystem(testIdentity(clock, db), clock, {})).system.id
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const arrival = (body: string, headers: Record<string, string> = {}, query = '') => ({
  query,
  headers,
  body: Buffer.from(body),
})
const code = (run: () => unknown): RefusalCode | null => {
  try {
    run()
    return null
  } catch (error) {
    return error instanceof Refusal ? error.code : null
  }
}

describe('catchers', () => {
  it('keep what arrived over a restart, newest first', () => {
    catchers.create(systemId, { name: 'b', ...ALLOW })
    catchers.create(systemId, { name: 'a', answer: { kind: 'custom', status: 500, body: 'x' }, delayMs: 7 })
    catchers.receive('b', arrival(EVENT, { 'webhook-id': 'msg_1' }))
    clock.advance(5)
    catchers.receive('b', arrival('{"label":"Service SFU"}'))
    catchers.receive('b', arrival('plain'))
    db.close()
    open()
    expect(catchers.list(systemId)).toMatchObject([
      { name: 'a', answer: { status: 500 }, delayMs: 7, requests: 0, lastArrivedAt: null },
      { name: 'b', answer: { kind: 'allow' }, requests: 3, lastArrivedAt: clock.now() },
    ])
    expect(catchers.requests(systemId, 'b')).toMatchObject([
      { type: null, bodyBytes: 5, status: 200 },
      { type: 'auth', webhookId: null },
      { type: 'connection.created', webhookId: 'msg_1', arrivedAt: clock.now() - 5 },
    ])
  })

  it('answer by their script, which can be changed', () => {
    catchers.create(systemId, { name: 'a', ...ALLOW })
    expect(catchers.receive('a', arrival(EVENT))).toMatchObject({ status: 200, delayMs: 0 })
    catchers.change(systemId, 'a', { answer: { kind: 'custom', status: 404, body: 'no' }, delayMs: 30_000 })
    expect(catchers.receive('a', arrival(EVENT))).toMatchObject({ status: 404, body: 'no', delayMs: 30_000 })
    expect(catchers.requests(systemId, 'a').map(({ status }) => status)).toEqual([404, 200])
  })

  it('mask what lets somebody in, and keep what proves the sender', () => {
    catchers.create(systemId, { name: 'a', ...ALLOW })
    const headers = {
      authorization: 'Bearer very-secret',
      cookie: 'airdesk=very-secret',
      'x-api-key': 'very-secret',
      'webhook-signature': 'v1,abc=',
    }
    catchers.receive('a', arrival('', headers, 'token=very-secret&very-secret'))
    const [first] = catchers.requests(systemId, 'a')
    const kept = catchers.request(systemId, 'a', first?.sequence ?? 0)
    expect(kept).toMatchObject({ query: 'token=***&***', headers: { 'webhook-signature': 'v1,abc=' } })
    expect(JSON.stringify(kept)).not.toContain('very-secret')
  })

  it('keep the newest requests and the beginning of each body', () => {
    catchers.create(systemId, { name: 'a', ...ALLOW })
    catchers.create(systemId, { name: 'b', ...ALLOW })
    catchers.receive('b', arrival('other'))
    for (let i = 0; i < KEPT_REQUESTS + 3; i++) catchers.receive('a', arrival(`{"type":"${i}"}`))
    const types = catchers.requests(systemId, 'a').map(({ type }) => type)
    expect([types.length, types[0], types.at(-1)]).toEqual([KEPT_REQUESTS, String(KEPT_REQUESTS + 2), '3'])
    expect(catchers.requests(systemId, 'b')).toHaveLength(1)
    catchers.receive('b', arrival('x'.repeat(KEPT_BODY_BYTES + 1)))
    const [long] = catchers.requests(systemId, 'b')
    expect(long?.bodyBytes).toBe(KEPT_BODY_BYTES + 1)
    expect(catchers.request(systemId, 'b', long?.sequence ?? 0).body).toHaveLength(KEPT_BODY_BYTES)
  })

  it('go with what arrived there', () => {
    catchers.create(systemId, { name: 'a', ...ALLOW })
    catchers.receive('a', arrival(EVENT))
    catchers.remove(systemId, 'a')
    expect(catchers.list(systemId)).toEqual([])
    expect(db.prepare('SELECT count(*) FROM caught_requests').pluck().get()).toBe(0)
  })

  it('of one system go all at once', () => {
    for (const name of ['a', 'b']) catchers.create(systemId, { name, ...ALLOW })
    catchers.receive('b', arrival(EVENT))
    expect(catchers.clear('OTHER' as SystemId)).toBe(0)
    expect(catchers.clear(systemId)).toBe(2)
    expect(catchers.list(systemId)).toEqual([])
    expect(db.prepare('SELECT count(*) FROM caught_requests').pluck().get()).toBe(0)
  })

  it('are refused twice, in too large a number, unknown and of another system', () => {
    catchers.create(systemId, { name: 'a', ...ALLOW })
    expect(code(() => catchers.create(systemId, { name: 'a', ...ALLOW }))).toBe('NAME_TAKEN')
    for (let i = 1; i < MAX_CATCHERS; i++) catchers.create(systemId, { name: `n${i}`, ...ALLOW })
    expect(code(() => catchers.create(systemId, { name: 'one-more', ...ALLOW }))).toBe('TOO_MANY_CATCHERS')
    const other = 'OTHER' as SystemId
    for (const run of [
      () => catchers.receive('unknown', arrival('')),
      () => catchers.find(other, 'a'),
      () => catchers.change(other, 'a', ALLOW),
      () => catchers.remove(other, 'a'),
      () => catchers.requests(other, 'a'),
      () => catchers.request(other, 'a', 1),
      () => catchers.request(systemId, 'a', 1),
    ]) {
      expect(code(run)).toMatch(/NOT_FOUND$/)
    }
    expect(catchers.list(other)).toEqual([])
  })
})
