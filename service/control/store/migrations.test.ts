/** What upgrades do to rows of before. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS_DIRECTORY } from '../../../test/support/database.ts'
import { migrate } from './migrate.ts'

let folder: string
let sqlite: SQLite.Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-migrations-'))
  sqlite = new SQLite(':memory:')
})
afterEach(() => {
  sqlite.close()
  rmSync(folder, { recursive: true })
})

/** Brings the database to a version. */
function bringTo(version: number): void {
  for (const name of readdirSync(MIGRATIONS_DIRECTORY))
    if (Number.parseInt(name, 10) <= version) cpSync(join(MIGRATIONS_DIRECTORY, name), join(folder, name))
  migrate(sqlite, ':memory:', folder)
}

test('an upgrade keeps a copy of before, and the newest three of them', () => {
  const file = join(folder, 'airdesk.db')
  const copies = () => readdirSync(folder).filter((name) => name.startsWith('airdesk.db.before-'))
  const stored = new SQLite(file)
  for (const version of [1, 2, 3, 4, 5]) {
    for (const name of readdirSync(MIGRATIONS_DIRECTORY))
      if (Number.parseInt(name, 10) === version) cpSync(join(MIGRATIONS_DIRECTORY, name), join(folder, name))
    migrate(stored, file, folder)
  }
  stored.close()
  expect(copies()).toEqual(['airdesk.db.before-3', 'airdesk.db.before-4', 'airdesk.db.before-5'])
  const before = new SQLite(join(folder, 'airdesk.db.before-3'))
  expect(before.pragma('user_version', { simple: true })).toBe(2)
  before.close()
})

test('0017: systems of before reach what they reached; of old answers the beginning is kept, without what lets in', () => {
  bringTo(16)
  sqlite.exec(`
    INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at)
      VALUES ('s', 'Before', 'UTC', '', '', 1);
    INSERT INTO webhook_events (id, system_id, channel_id, kind, type, url, body, state, created_at)
      VALUES ('e', 's', 'c', 'event', 'connection.created', 'https://app.test/', '{}', 'delivered', 1);`)
  const add = sqlite.prepare(
    `INSERT INTO webhook_attempts (event_id, number, started_at, duration_ms, status, response_headers, response_body)
     VALUES ('e', ?, 1, 1, 200, ?, ?)`,
  )
  const headers = {
    ...{ 'content-type': 'text/html', 'set-cookie': 'session=of-somebody', 'x-auth-token': 'a-token' },
    ...{ 'x-internal-host': '10.0.0.7', 'www-authenticate': 'Basic', via: 'v'.repeat(3000) },
  }
  add.run(1, JSON.stringify(headers), 'é'.repeat(65_536))
  add.run(2, '{}', 'short')
  // No answer came.
  add.run(3, null, null)
  bringTo(17)

  expect(sqlite.prepare('SELECT outgoing_reach FROM systems').pluck().all()).toEqual(['computer'])
  const kept = sqlite.prepare('SELECT response_headers, response_body FROM webhook_attempts ORDER BY number')
  const [first, ...others] = kept.raw().all() as [string, string][]
  expect(JSON.parse(first?.[0] ?? '')).toEqual({
    ...{ 'content-type': 'text/html', 'set-cookie': '***', 'x-auth-token': '***', 'www-authenticate': '***' },
    via: 'v'.repeat(1024),
  })
  expect(first?.[1]).toBe('é'.repeat(4096))
  expect(others).toEqual([
    ['{}', 'short'],
    [null, null],
  ])
})
