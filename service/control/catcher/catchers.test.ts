import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { KEPT_BODY_BYTES, KEPT_REQUESTS, MAX_CATCHERS } from '../../contract/console/catchers.ts'
import type { RefusalCode } from '../../contract/refusal/refusals.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { SystemId } from '../../contract/ids.ts'
import { ensureFirstSystem } from '../identity/first-system.ts'
import { catcherRepository } from '../store/catchers.ts'
import { channelRepository } from '../store/channels.ts'
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

describe('where the console listens elsewhere than before', () => {
  const [OLD, NEW] = ['http://127.0.0.1:8080', 'http://127.0.0.1:9090']
  /** Of channels, of what is to be sent and was sent, and of endpoints, after the move. */
  function moved(...urls: string[]) {
    const system = addSystem(db)
    const channels = urls.map((url) =>
      addChannel(db, system, { auth_webhook_url: url, event_webhook_url: url }),
    )
    const event = db.prepare<[string, string, string, string]>(
      `INSERT INTO webhook_events (id, system_id, channel_id, kind, type, url, body, state, created_at)
       VALUES (?, ?, 'C', 'event', '', ?, '', ?, 0)`,
    )
    for (const state of ['pending', 'delivered']) event.run(state, system.systemId, urls[0] ?? '', state)
    db.prepare<[string, string]>(
      'INSERT INTO webhook_endpoints (system_id, url, last_attempt_at) VALUES (?, ?, 0)',
    ).run(system.systemId, urls[0] ?? '')
    for (const [table, values] of [
      ['webhook_pauses', "0, 'Aya'"],
      ['webhook_endpoint_slots', '0, 1, 0'],
    ]) {
      db.prepare(`INSERT INTO ${table} VALUES (?, ?, ${values})`).run(system.systemId, urls[0] ?? '')
    }
    catchers.follow([OLD, 'http://localhost:8080'], [NEW, 'http://localhost:9090'])
    const stored = channelRepository(db)
    const select = (sql: string) => db.prepare<[], { url: string }>(sql).all()
    return {
      channels: channels.map(({ channelId }) => {
        const { auth_webhook_url: auth, event_webhook_url: event_ } = stored.find(channelId)!.settings
        expect(auth).toBe(event_)
        return auth
      }),
      events: select('SELECT url FROM webhook_events ORDER BY sequence').map(({ url }) => url),
      endpoints: select('SELECT url FROM webhook_endpoints').map(({ url }) => url),
      slots: select('SELECT url FROM webhook_endpoint_slots').map(({ url }) => url),
      paused: select('SELECT url FROM webhook_pauses').map(({ url }) => url),
    }
  }

  it('its addresses go along, in channels and in what is still to be sent; the log keeps where it went', () => {
    catchers.create(systemId, { name: 'first', ...ALLOW })
    const hook = `${OLD}/hooks/first`
    expect(moved(hook, `${hook}?a=1`, 'http://localhost:8080/hooks/first')).toEqual({
      channels: [`${NEW}/hooks/first`, `${NEW}/hooks/first?a=1`, 'http://localhost:9090/hooks/first'],
      events: [`${NEW}/hooks/first`, hook],
      endpoints: [`${NEW}/hooks/first`],
      slots: [`${NEW}/hooks/first`],
      paused: [`${NEW}/hooks/first`],
    })
  })

  it('other addresses stay: of another path or port, and of a catcher that there is not', () => {
    catchers.create(systemId, { name: 'first', ...ALLOW })
    const others = [
      ...[`${OLD}/hooks/second`, `${OLD}/hooks/first-2`, `${OLD}/hooks/first/more`, `${OLD}/live`],
      ...['http://127.0.0.1:3000/hooks/first', 'http://app.example:8080/hooks/first', ''],
    ]
    expect(moved(...others).channels).toEqual(others)
  })
})
