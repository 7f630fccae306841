import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS_DIRECTORY, openTestDatabase } from '../../../test/support/database.ts'
import { UNBOUNDED } from '../../../test/support/quotas.ts'
import { testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { StateView } from '../../contract/console/state.ts'
import { problem } from '../../contract/refusal/rules.ts'
import { secretBox } from '../../platform/secrets/secret-box.ts'
import { secretHash } from '../identity/secret-hash.ts'
import { createSystem } from '../identity/systems.ts'
import { openDatabase } from '../store/database.ts'
import type { Database } from '../store/database.ts'
import { stateFiles } from '../store/state-file.ts'
import { SYSTEM_ROWS } from '../store/system-rows.ts'
import type { AskingSession } from './state-files.ts'
import { StateDesk } from './state-desk.ts'
import { applyStaged, databaseFile } from './staged-state.ts'

let dataDir: string
let database: Database
let clock: ManualClock
let onAir: StateView['onAir']
let freeBytes: number

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'airdesk-state-'))
  clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'))
  database = openTestDatabase(databaseFile(dataDir))
  onAir = { channels: [], others: 0 }
  freeBytes = Infinity
})
afterEach(() => {
  database.close()
  rmSync(dataDir, { recursive: true })
})

/** A system with a master who is signed in. */
async function signIn(): Promise<AskingSession> {
  const identity = testIdentity(clock, database)
  const { master } = await createSystem(identity, clock, { name: 'One', email: 'a@example.test' })
  const { token } = identity.sessions.open(master, 'console')
  const found = identity.store.loginTokens.find(secretHash(token))
  if (!found) throw new Error('nobody is signed in')
  return { token: found, user: master }
}

const desk = () =>
  new StateDesk({
    dataDir,
    audit: { byItself: (act) => void byItself.push(act) },
    quotas: UNBOUNDED,
    files: stateFiles(database, MIGRATIONS_DIRECTORY, dataDir),
    clock,
    box: secretBox(null),
    ports: () => ({ rtmp: 1936 }),
    folders: () => ['file:///srv/allowed-here'],
    onAir: () => onAir,
    freeBytes: () => freeBytes,
    restart: () => undefined,
  })
const byItself: object[] = []
const rename = (name: string) => database.prepare('UPDATE systems SET name = ?').run(name)
const nameIn = (file: string) => {
  const sqlite = new SQLite(file)
  const name = sqlite.prepare('SELECT name FROM systems').pluck().get()
  sqlite.close()
  return name
}
const staging = () => readdirSync(dataDir).filter((name) => name === 'staging')
/** What the service does: it ends, then the next one starts. */
const startAgain = () => {
  database.close()
  applyStaged(dataDir)
  database = openTestDatabase(databaseFile(dataDir))
}
const systemOf = () =>
  database.prepare<[], SystemId>('SELECT id FROM systems ORDER BY created_at').pluck().get() as SystemId
const save = (name: string) => desk().save(systemOf(), name)
/** Of the form that ids have. */
const id = (letter: string) => letter.repeat(26)
const names = (view: StateView) => view.snapshots.map(({ name }) => name)
async function imported(file: string, session: AskingSession) {
  const content = readFileSync(file)
  return desk().import(Readable.from([content]), content.length, session)
}

describe('snapshots', () => {
  it('are saved, listed newest first, restored at the next start with a backup, and deleted', async () => {
    const session = await signIn()
    const first = await save('first')
    expect(first).toMatchObject({ name: 'first', automatic: false, counts: { systems: 1, users: 1 } })
    clock.advance(1000)
    rename('Two')
    await save('second')
    expect(names(desk().view(session.user.systemId))).toEqual(['second', 'first'])

    await desk().restore(first.id, session)
    expect(database.prepare('SELECT name FROM systems').pluck().get()).toBe('Two')
    startAgain()
    expect(database.prepare('SELECT name FROM systems').pluck().get()).toBe('One')
    expect(staging()).toEqual([])
    const { snapshots } = desk().view(session.user.systemId)
    const backup = snapshots.find(({ automatic }) => automatic)
    expect(backup?.name).toBe('before-restore')
    await desk().restore(backup?.id ?? '', session)
    startAgain()
    expect(database.prepare('SELECT name FROM systems').pluck().get()).toBe('Two')

    desk().remove(first.id)
    expect(names(desk().view(session.user.systemId))).not.toContain('first')
    expect(() => desk().remove(first.id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  it('of one name are refused; of those the service makes, five are kept', async () => {
    const session = await signIn()
    await save('one')
    await expect(save('one')).rejects.toMatchObject({ problems: [problem('name', 'newSnapshotName')] })
    for (let i = 0; i < 7; i++) {
      clock.advance(1)
      await desk().saveBeforeReset(systemOf())
    }
    const { snapshots } = desk().view(session.user.systemId)
    expect(snapshots.filter(({ automatic }) => automatic)).toHaveLength(5)
    expect(snapshots).toHaveLength(6)
  })

  it('are read only by their owner, and one whose facts are damaged is none', async () => {
    const session = await signIn()
    const { id } = await save('one')
    const folder = join(dataDir, 'snapshots')
    writeFileSync(join(folder, `${id}.json`), '{')
    expect(desk().view(session.user.systemId).snapshots).toEqual([])
  })
})

describe('a snapshot of one system', () => {
  async function two() {
    const session = await signIn()
    const identity = testIdentity(clock, database)
    clock.advance(1)
    const other = await createSystem(identity, clock, { name: 'Other', email: 'b@example.test' })
    return { session, first: session.user.systemId, other: other.system }
  }

  it('has no row of another, nor its secrets anywhere in the file', async () => {
    const { session, first, other } = await two()
    const { id: own, of } = await desk().save(first, 'own')
    expect(of).toBe('own')
    await desk().saveBeforeReset(other.id)
    const { snapshots } = desk().view(first)
    expect(snapshots.map((known) => known.of).toSorted()).toEqual(['other', 'own'])
    const bytes = readFileSync(join(dataDir, 'snapshots', `${own}.db`)).toString('latin1')
    expect(bytes).toContain('a@example.test')
    for (const theirs of [other.webhookSecret, 'b@example.test', 'Other', other.accessCodeHash])
      expect(bytes).not.toContain(theirs)
    const theirs = snapshots.find((known) => known.of === 'other')
    await expect(desk().exportSnapshot(first, theirs?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(session.user.systemId).toBe(first)
  })

  it('evicts none of another system', async () => {
    const { first, other } = await two()
    await desk().saveBeforeReset(first)
    for (let i = 0; i < 8; i++) {
      clock.advance(1)
      await desk().saveBeforeReset(other.id)
    }
    const kept = desk()
      .view(first)
      .snapshots.map((known) => known.of)
    expect(kept.filter((of) => of === 'own')).toHaveLength(1)
    expect(kept.filter((of) => of === 'other')).toHaveLength(5)
    const evicted = { verb: 'snapshot.deleted', systemId: other.id }
    expect(byItself.slice(-3)).toMatchObject([evicted, evicted, evicted])
  })

  it('brings back that system alone', async () => {
    const { session, first, other } = await two()
    const set = (system: string, name: string) =>
      database.prepare('UPDATE systems SET name = ? WHERE id = ?').run(name, system)
    const { id: snapshot } = await desk().save(first, 'own')
    set(first, 'changed')
    set(other.id, 'Other, later')
    await desk().restore(snapshot, session)
    startAgain()
    expect(database.prepare('SELECT name FROM systems ORDER BY created_at').pluck().all()).toEqual([
      ...['One', 'Other, later'],
    ])
    expect(database.prepare('SELECT * FROM pragma_foreign_key_check').all()).toEqual([])
  })

  it('is made one at a time, while all else goes on', async () => {
    const { first, other } = await two()
    const rows = 4000
    database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO webhook_events (id, system_id, channel_id, kind, type, url, body, state, created_at)
       SELECT 'E' || i, ?, 'C', 'event', 't', 'http://a.test', '{}', 'delivered', 0 FROM n`,
      )
      .run(first)
    database.prepare('INSERT INTO recording_rules SELECT id, 0 FROM systems').run()
    database.prepare('UPDATE systems SET password_min_length = 0').run()
    const one = desk()
    let turns = 0
    let longest = 0
    let over = false
    const turn = () => {
      const asked = performance.now()
      setImmediate(() => {
        turns++
        longest = Math.max(longest, performance.now() - asked)
        // What is written meanwhile is written; the snapshot has it all or not at all.
        if (over) return
        if (turns < 10)
          database.transaction(() => {
            database.prepare('UPDATE systems SET password_min_length = ?').run(turns)
            database.prepare('UPDATE recording_rules SET keep_days = ?').run(turns)
          })
        turn()
      })
    }
    turn()
    const saving = one.save(first, 'large').finally(() => (over = true))
    await expect(one.save(first, 'another')).rejects.toMatchObject({ code: 'STATE_BUSY' })
    await one.saveBeforeReset(other.id)
    const { id: snapshot } = await saving
    expect(turns).toBeGreaterThan(3)
    console.log(
      `a snapshot of ${rows} rows took ${turns} turns; the longest wait was ${longest.toFixed(1)} ms`,
    )
    const copy = new SQLite(join(dataDir, 'snapshots', `${snapshot}.db`))
    expect(copy.prepare('SELECT count(*) FROM webhook_events').pluck().get()).toBe(rows)
    expect(copy.prepare('SELECT password_min_length FROM systems').pluck().get()).toBe(
      copy.prepare('SELECT keep_days FROM recording_rules').pluck().get(),
    )
    copy.close()
  })
})

it('knows whose the rows of each table are', () => {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name")
    .pluck()
    .all()
  expect(Object.keys(SYSTEM_ROWS).toSorted()).toEqual(tables)
})

describe('a restore', () => {
  it('is whole, whatever step of it a killed process had reached', async () => {
    const session = await signIn()
    const { id } = await save('one')
    rename('Two')
    await desk().restore(id, session)
    // The killed service left its log.
    const before = join(dataDir, '..', `${dataDir}-before`)
    cpSync(dataDir, before, { recursive: true })
    let steps = 0
    applyStaged(dataDir, () => steps++)
    expect(steps).toBeGreaterThan(4)
    for (let killedAt = 0; killedAt < steps; killedAt++) {
      rmSync(dataDir, { recursive: true })
      cpSync(before, dataDir, { recursive: true })
      let step = 0
      const killed = () => {
        if (step++ === killedAt) throw new Error('killed')
      }
      expect(() => applyStaged(dataDir, killed)).toThrow('killed')
      applyStaged(dataDir)
      expect([killedAt, nameIn(databaseFile(dataDir))]).toEqual([killedAt, 'One'])
      const backup = desk()
        .view(session.user.systemId)
        .snapshots.find(({ automatic }) => automatic)
      expect(nameIn(join(dataDir, 'snapshots', `${backup?.id}.db`))).toBe('Two')
      expect(staging()).toEqual([])
    }
    rmSync(before, { recursive: true })
  })

  it('that was not complete leaves the state as it is', async () => {
    await signIn()
    mkdirSync(join(dataDir, 'staging'))
    writeFileSync(join(dataDir, 'staging', 'next.db'), 'half of it')
    startAgain()
    expect(database.prepare('SELECT name FROM systems').pluck().get()).toBe('One')
    expect(staging()).toEqual([])
  })

  it('ends what was under way, keeps this machine’s ports and signs out all but the one who asked', async () => {
    const session = await signIn()
    const { user } = session
    testIdentity(clock, database).sessions.open(user, 'option')
    for (const sql of [
      `INSERT INTO chosen_ports VALUES ('live', 7)`,
      `INSERT INTO channels (id, system_id, token_id, kind, settings, created_at)
         SELECT '${id('C')}', system_id, id, 'webrtc', '{}', 0 FROM access_tokens LIMIT 1`,
      `INSERT INTO connections (id, channel_id, remote_address, encoder, created_at)
         VALUES ('${id('X')}', '${id('C')}', '', '', 0)`,
      `INSERT INTO webhook_events (id, system_id, channel_id, kind, type, url, body, state, created_at)
         SELECT '${id('E')}', id, '${id('C')}', 'event', 't', 'http://a.test', '{}', 'pending', 0 FROM systems`,
    ])
      database.prepare(sql).run()
    await desk().restore((await save('one')).id, session)
    startAgain()
    const all = (sql: string) => database.prepare(sql).raw().all()
    expect(all('SELECT * FROM chosen_ports')).toEqual([['rtmp', 1936]])
    expect(all('SELECT uri FROM recording_folders')).toEqual([['file:///srv/allowed-here']])
    expect(all('SELECT hash FROM login_tokens')).toEqual([[session.token.hash]])
    expect(all('SELECT ended_at, close_reason FROM connections')).toEqual([[clock.now(), 'service-lost']])
    expect(all('SELECT state, finished_at FROM webhook_events')).toEqual([['dead', clock.now()]])
  })

  it('signs out also the one who asked where their password was another', async () => {
    const session = await signIn()
    const { id } = await save('one')
    await desk().restore(id, { ...session, user: { ...session.user, passwordHash: 'another' } })
    startAgain()
    expect(database.prepare('SELECT * FROM login_tokens').all()).toEqual([])
  })

  it('is refused while somebody is connected, naming the channels, and while another one waits', async () => {
    const session = await signIn()
    const { id } = await save('one')
    onAir = { channels: ['Gate', 'Stage'], others: 1 }
    await expect(desk().restore(id, session)).rejects.toThrow(
      'End these channels first: Gate, Stage, 1 of other systems.',
    )
    await expect(imported(databaseFile(dataDir), session)).rejects.toMatchObject({ code: 'ON_AIR' })
    onAir = { channels: [], others: 0 }
    const one = desk()
    await one.restore(id, session)
    await expect(one.restore(id, session)).rejects.toMatchObject({ code: 'RESTARTING' })
  })
})

describe('a file', () => {
  it('that was exported is taken by another installation, and holds no session', async () => {
    const session = await signIn()
    const file = await desk().export()
    const copy = new SQLite(file)
    expect(copy.prepare('SELECT count(*) FROM login_tokens').pluck().get()).toBe(0)
    expect(copy.pragma('journal_mode', { simple: true })).toBe('delete')
    copy.close()
    rename('Two')
    expect(await imported(file, session)).toEqual({
      counts: expect.objectContaining({ systems: 1 }) as object,
      unreadable: 0,
    })
    startAgain()
    expect(database.prepare('SELECT name FROM systems').pluck().get()).toBe('One')
    expect(names(desk().view(session.user.systemId))).toEqual(['before-import'])
  })

  it('of an older schema is brought up to date', async () => {
    const session = await signIn()
    const old = join(dataDir, 'old.db')
    const some = join(dataDir, 'sql')
    const all = readdirSync(MIGRATIONS_DIRECTORY).sort()
    mkdirSync(some)
    for (const name of all.slice(0, 2)) cpSync(join(MIGRATIONS_DIRECTORY, name), join(some, name))
    openDatabase(old, some).close()
    const sqlite = new SQLite(old)
    sqlite.exec(`INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at)
        VALUES ('${id('S')}', 'Old', 'UTC', '', '', 0);
      INSERT INTO users (system_id, name, email, email_key, password_hash, is_master, can_deliver, can_view,
        can_schedule, can_manage_users, created_at) VALUES ('${id('S')}', 'A', 'a@b.test', 'a@b.test', '', 1, 1, 1, 1, 1, 0)`)
    sqlite.close()
    await imported(old, session)
    startAgain()
    expect(database.schemaVersion).toBe(all.length)
    expect(database.prepare('SELECT name FROM systems').pluck().get()).toBe('Old')
  })

  const NOT_OURS = 'The file is no state that Airdesk exported.'
  const changed = (sql: string) => (file: string) => {
    const sqlite = new SQLite(file)
    sqlite.exec(sql)
    sqlite.close()
  }
  it.each<[string, (file: string) => void, string]>([
    ['that is something else', (file) => writeFileSync(file, 'x'.repeat(5000)), NOT_OURS],
    ['of another program', (file) => (rmSync(file), changed('CREATE TABLE a (b)')(file)), NOT_OURS],
    [
      'with a trigger of its own',
      changed('CREATE TRIGGER t AFTER INSERT ON users BEGIN SELECT 1; END'),
      NOT_OURS,
    ],
    ['of a newer version', changed('PRAGMA user_version = 99'), 'schema version 99, of a newer Airdesk'],
    ['without a master', changed('UPDATE users SET is_master = 0'), 'no system with a master user'],
    [
      'with a broken reference',
      changed("PRAGMA foreign_keys = OFF; UPDATE users SET system_id = 'x'"),
      'damaged',
    ],
    ['that is cut off', (file) => truncateSync(file, 40_960), 'The file is damaged.'],
    [
      'with a damaged page',
      (file) => {
        const bytes = readFileSync(file)
        bytes.fill(0xa5, 8192, bytes.length - 4096)
        writeFileSync(file, bytes)
      },
      'The file is damaged.',
    ],
  ])('%s is refused and changes nothing', async (_, damage, reason) => {
    const session = await signIn()
    const file = await desk().export()
    damage(file)
    await expect(imported(file, session)).rejects.toThrow(reason)
    rmSync(file)
    expect(readdirSync(join(dataDir, 'staging'))).toEqual([])
    startAgain()
    expect(names(desk().view(session.user.systemId))).toEqual([])
  })

  it('that the disk has no room for is refused', async () => {
    const session = await signIn()
    freeBytes = 1000
    for (const attempt of [save('a'), desk().export(), desk().saveBeforeReset(systemOf())])
      await expect(attempt).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    await expect(imported(databaseFile(dataDir), session)).rejects.toMatchObject({ code: 'STORAGE_FULL' })
  })

  it('whose sending breaks off leaves nothing behind', async () => {
    const session = await signIn()
    const broken = Readable.from([Buffer.from('SQLite')])
    broken.on('data', () => broken.destroy(new Error('gone')))
    await expect(desk().import(broken, 100, session)).rejects.toThrow()
    expect(readdirSync(join(dataDir, 'staging'))).toEqual([])
  })
})
