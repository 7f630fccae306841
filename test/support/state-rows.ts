import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '../../service/control/store/database.ts'
import { newId } from '../../service/platform/ids.ts'
import { addChannel, addSystem } from './channel-rows.ts'

/** A state with a row of most kinds. */
export function fillState(db: Database, dataDir: string): void {
  const system = addSystem(db)
  const { channelId } = addChannel(db, system)
  db.prepare('UPDATE access_tokens SET hash = ?').run('a'.repeat(64))
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values)
  const destination = newId()
  const recording = newId()
  run(
    `INSERT INTO users (system_id, name, email, email_key, password_hash, is_master, can_deliver, can_view,
       can_schedule, can_manage_users, created_at) VALUES (?, 'A', 'a@b.test', 'a@b.test', '', 1, 1, 1, 1, 1, 0)`,
    system.systemId,
  )
  run(
    `INSERT INTO archive_destinations (id, system_id, bucket_uri, settings, created_at) VALUES (?, ?, ?, '{}', 0)`,
    ...[destination, system.systemId, pathToFileURL(join(dataDir, 'archive')).href],
  )
  run(
    `INSERT INTO recordings (id, system_id, channel_id, connection_id, rendition, destination_id,
       event_webhook_url, path, state, started_at) VALUES (?, ?, ?, ?, 0, ?, '', ?, 'available', 0)`,
    ...[recording, system.systemId, channelId, newId(), destination, `${newId()}/${newId()}/r0-2/`],
  )
  run(
    `INSERT INTO recording_files (recording_id, kind, name, bytes, md5) VALUES (?, 'segment', '000000.m4s', 1, ?)`,
    ...[recording, 'a'.repeat(32)],
  )
  run(
    `INSERT INTO connections (id, channel_id, remote_address, encoder, created_at, ended_at)
       VALUES (?, ?, '127.0.0.1', 'OBS', 0, 1)`,
    ...[newId(), channelId],
  )
  run(
    `INSERT INTO encryption_keys (kid, connection_id, channel_id, key_hex, created_at) VALUES (?, ?, ?, ?, 0)`,
    ...[newId(), newId(), channelId, '0'.repeat(32)],
  )
  run(
    `INSERT INTO catchers (name, system_id, answer, delay_ms, created_at) VALUES ('a', ?, '{"kind":"allow"}', 0, 0)`,
    system.systemId,
  )
  run(
    `INSERT INTO schedules (id, system_id, name, starts_at, ends_at, channel_id, renditions, created_at,
       created_by_name) VALUES (?, ?, 'Show', -32400000, 1, ?, '[]', 0, 'A')`,
    ...[newId(), system.systemId, channelId],
  )
}
