/** Rows of a file that is taken as the state: nothing is believed that the service would not have written. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS_DIRECTORY, openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { fillState } from '../../../test/support/state-rows.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import { newId } from '../../platform/ids.ts'
import { SeedPacks } from '../setup/seed-packs.ts'
import { BOUNDS } from '../store/bounds.ts'
import { checkRows } from '../store/check-rows.ts'
import { openDatabase } from '../store/database.ts'
import { stateFiles } from '../store/state-file.ts'
import { rowRules } from './row-rules.ts'

let dataDir: string
let file: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'airdesk-rows-'))
  file = join(dataDir, 'state.db')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const settle = () =>
  stateFiles(openTestDatabase(), MIGRATIONS_DIRECTORY, dataDir).settle(file, {
    ...{ now: 0, ports: {}, folders: [], session: null, canOpen: () => true },
  })
/** The problems of a file that was changed so. */
function refused(sql: string, ...values: unknown[]): string {
  const db = openTestDatabase(file)
  fillState(db, dataDir)
  db.close()
  const sqlite = new SQLite(file)
  sqlite.pragma('foreign_keys = OFF')
  if (values.length === 0) sqlite.exec(sql)
  else sqlite.prepare(sql).run(...values)
  sqlite.close()
  try {
    settle()
    return ''
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.problems.map(({ path, rule }) => `${path} ${rule}`).join()
  }
}

describe('a file of the state', () => {
  it('is taken with all that the service writes by itself', async () => {
    const db = openTestDatabase(file)
    fillState(db, dataDir)
    const clock = new ManualClock(Date.now())
    const { store, dispatcher } = webhookParts(db, clock)
    const system = db.prepare<[], SystemId>('SELECT id FROM systems').pluck().get() as SystemId
    const packs = new SeedPacks({
      ...{ clock, transactions: db, webhooks: store },
      channels: {
        create: () => ({ channelId: newId<ChannelId>() }) as never,
        rename: () => undefined,
      },
      consoleToken: () => '' as never,
    })
    await packs.add(system, 'failures')
    await dispatcher.close(0)
    db.close()
    expect(refusedAsItIs()).toBe('')
  })

  const refusedAsItIs = () => {
    const sqlite = new SQLite(file)
    try {
      checkRows(sqlite, rowRules(dataDir))
      return ''
    } catch (error) {
      return error instanceof Refusal ? error.message : String(error)
    } finally {
      sqlite.close()
    }
  }

  it.each([
    ["DELETE FROM recording_files; UPDATE recordings SET id = '../../victim'", 'recordings[0].id stored'],
    ["UPDATE recordings SET path = '../x/'", 'recordings[0].path stored'],
    ["UPDATE recordings SET path = '/'", 'recordings[0].path stored'],
    ["UPDATE recording_files SET name = '../../secrets.key'", 'recording_files[0].name stored'],
    [
      `INSERT INTO channels (id, system_id, token_id, kind, settings, created_at)
         SELECT '..', system_id, token_id, kind, settings, 0 FROM channels`,
      'channels[1].id stored',
    ],
    ["UPDATE connections SET id = '../x'", 'connections[0].id stored'],
    ["UPDATE encryption_keys SET key_hex = 'x'", 'encryption_keys[0].key_hex stored'],
    [
      "INSERT INTO channel_access (channel_id, key_hash) SELECT id, 'x' FROM channels",
      'channel_access[0].key_hash stored',
    ],
    [
      `INSERT INTO playlist_addresses (id, channel_id, label, made_at, made_by, expires_at)
         SELECT '..', id, '', 0, '', 0 FROM channels`,
      'playlist_addresses[0].id stored',
    ],
    [
      `INSERT INTO door_entries (channel_id, kind, outcome, name, remote_address, times, at)
         SELECT id, 'encoder', 'let-in', '', '', 1, 0 FROM channels`,
      'door_entries[0].outcome stored',
    ],
    ["UPDATE channels SET label = replace(hex(zeroblob(40)), '0', 'x')", 'channels[0].label characters'],
    ["UPDATE channels SET name = char(27) || 'red'", 'channels[0].name plainText'],
    [
      `UPDATE channels SET settings = json_set(settings, '$.event_webhook_url', 'file:///etc/passwd')`,
      'channels[0].settings.event_webhook_url url',
    ],
    [
      `UPDATE channels SET settings = json_set(settings, '$.hls', json('[]'))`,
      'channels[0].settings.hls renditions',
    ],
    ["UPDATE channels SET settings = '{'", 'channels[0].settings stored'],
    ["UPDATE catchers SET answer = '{}'", 'catchers[0].answer.kind catcherAnswer'],
    [
      "UPDATE users SET password_hash = '$argon2id$v=19$m=99999999,t=2,p=1$YWFhYWFhYWFhYWE$YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh'",
      'users[0].password_hash stored',
    ],
    [
      "INSERT INTO system_quotas SELECT id, 'everything', 5 FROM systems LIMIT 1",
      'system_quotas[0].name stored',
    ],
    ['UPDATE users SET created_at = 9e15', 'users.created_at stored'],
    ['UPDATE recordings SET bytes = -1', 'recordings.bytes storedNumber'],
    ["UPDATE systems SET time_zone = 'Mars/Base'", 'systems[0].time_zone timeZone'],
    ["UPDATE systems SET name = replace(hex(zeroblob(40000)), '0', 'x')", 'systems.name storedBytes'],
    [
      `UPDATE recording_files SET upload_state = '{"uploadId":"","partBytes":0,"parts":[]}'`,
      'recording_files[0].upload_state.partBytes invalid',
    ],
    ["INSERT INTO allowed_origins VALUES ('*', 0)", 'allowed_origins[0].origin origin'],
    [
      "UPDATE archive_destinations SET bucket_uri = 'file:///a/../b'",
      'archive_destinations[0].bucket_uri noDots',
    ],
  ])('is refused after %s, by its member and rule', (sql, problem) => {
    expect(refused(sql)).toBe(problem)
  })

  it.each(['', 'tls', 'spool/new'])('is refused with a destination on the data folder’s %j', (path) => {
    mkdirSync(join(dataDir, 'tls'))
    expect(
      refused('UPDATE archive_destinations SET bucket_uri = ?', pathToFileURL(join(dataDir, path)).href),
    ).toBe('archive_destinations[0].bucket_uri notOwnFolder')
  })

  it('brings no folders for recordings with it: those are this machine’s', () => {
    expect(refused("INSERT INTO recording_folders VALUES ('file:///etc', 0)")).toBe('')
    const db = openDatabase(file, MIGRATIONS_DIRECTORY)
    expect(db.prepare('SELECT * FROM recording_folders').all()).toEqual([])
    db.close()
  })
})

it('has a bound for each stored text, which the database holds', () => {
  const db = openTestDatabase(file)
  const sqlite = new SQLite(file)
  const texts = sqlite
    .prepare<[], { name: string }>(
      `SELECT schema.name || '.' || info.name AS name FROM sqlite_schema AS schema, pragma_table_info(schema.name) AS info
       WHERE schema.type = 'table' AND schema.name NOT GLOB 'sqlite_*' AND info.type <> 'INTEGER'`,
    )
    .all()
    .map(({ name }) => name)
  expect(texts.length).toBeGreaterThan(100)
  const bounded = Object.entries(BOUNDS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(bounded.toSorted()).toEqual(texts.toSorted())
  sqlite.close()
  fillState(db, dataDir)
  db.prepare('INSERT INTO recording_rules SELECT id, 1 FROM systems').run()
  for (const name of texts) {
    const [table = '', column = ''] = name.split('.')
    const most = BOUNDS[table]?.[column] ?? 0
    const long = column === 'sealed_secrets' ? Buffer.alloc(most + 1) : 'x'.repeat(most + 1)
    if (db.prepare(`SELECT 1 FROM ${table}`).get() === undefined) continue
    expect(() => db.prepare(`UPDATE ${table} SET ${column} = ?`).run(long), name).toThrow(/is longer than/)
  }
  db.close()
  expect(readdirSync(dataDir)).toContain('state.db')
})
