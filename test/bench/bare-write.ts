import SQLite from 'better-sqlite3'

/** As in Airdesk's database: the tables that a new schedule is written to, with their indexes. */
const TABLES = `
  CREATE TABLE channels (
    id TEXT PRIMARY KEY, system_id TEXT NOT NULL, token_id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    settings TEXT NOT NULL, created_at INTEGER NOT NULL, deleted_at INTEGER
  ) STRICT;
  CREATE INDEX channels_of_system ON channels (system_id, created_at) WHERE deleted_at IS NULL;
  CREATE TABLE channel_access (
    channel_id TEXT PRIMARY KEY REFERENCES channels (id), key_hash TEXT, sealed_key BLOB, key_tail TEXT
  ) STRICT;
  CREATE TABLE schedules (
    id TEXT PRIMARY KEY, system_id TEXT NOT NULL, name TEXT NOT NULL, starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL, channel_id TEXT NOT NULL UNIQUE REFERENCES channels (id), renditions TEXT NOT NULL,
    created_at INTEGER NOT NULL, created_by_name TEXT NOT NULL
  ) STRICT;
  CREATE INDEX schedules_of_system ON schedules (system_id, starts_at);
  CREATE TABLE audit.entries (
    id INTEGER PRIMARY KEY, until INTEGER NOT NULL, count INTEGER NOT NULL, joined_by TEXT NOT NULL,
    objects TEXT NOT NULL, bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit.entries_joined ON entries (joined_by, until);
  CREATE TABLE audit.totals (system_id TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO audit.entries VALUES (1, 0, 0, '${'-'.repeat(150)}', '${'-'.repeat(1500)}', 1500);
  INSERT INTO audit.totals VALUES ('system', 0)`

export interface NewRow {
  readonly name: string
  readonly startsAt: number
  readonly endsAt: number
  readonly renditions: readonly unknown[]
}

/**
 * Writes a schedule as Airdesk does, without its checks: three rows, and the audit log's two that are counted up, in
 * one transaction on two files, with the same settings of SQLite. Airdesk reads more for it: periods that overlap, and
 * the entry that is joined. It seals an ingest key, has a log of calls, and writes by one commit, with one entry of the
 * audit log for all, what came in the same turn of the event loop, while here each request has its own.
 * @param file of the database; the audit log is beside it
 */
export function scheduleWriter(file: string): (row: NewRow) => string {
  const sqlite = new SQLite(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.prepare('ATTACH DATABASE ? AS audit').run(`${file}.audit`)
  sqlite.pragma('audit.journal_mode = WAL')
  sqlite.exec(TABLES)
  const channel = sqlite.prepare(
    "INSERT INTO channels VALUES (?, 'system', 'token', 'webrtc-hls', '', ?, ?, NULL)",
  )
  const access = sqlite.prepare('INSERT INTO channel_access VALUES (?, ?, ?, ?)')
  const schedule = sqlite.prepare("INSERT INTO schedules VALUES (?, 'system', ?, ?, ?, ?, ?, ?, 'Master')")
  const join = sqlite.prepare('UPDATE audit.entries SET until = ?, count = count + 1 WHERE id = 1')
  const add = sqlite.prepare("UPDATE audit.totals SET bytes = bytes + 1 WHERE system_id = 'system'")
  const write = sqlite.transaction(({ name, startsAt, endsAt, renditions }: NewRow) => {
    const [channelId, scheduleId] = [crypto.randomUUID(), crypto.randomUUID()]
    const [text, now] = [JSON.stringify(renditions), Date.now()]
    channel.run(channelId, text, now)
    access.run(channelId, '-'.repeat(64), Buffer.alloc(60), channelId.slice(-4))
    schedule.run(scheduleId, name, startsAt, endsAt, channelId, text, now)
    join.run(now)
    add.run()
    return scheduleId
  })
  return (row) => write.immediate(row)
}
