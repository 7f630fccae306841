import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { createRtmpChannelRequest } from '../../service/contract/live-api.ts'
import { openDatabase } from '../../service/control/store/database.ts'
import { newId } from '../../service/platform/ids.ts'
import { MIGRATIONS_DIRECTORY } from './database.ts'

/**
 * Makes a data folder as version 0.6.0 left it, of schema 15, with an RTMP channel in it.
 * @param channel what the call that made the channel said
 * @returns the channel's id
 */
export function installationBefore(folder: string, channel: object): string {
  const sql = join(folder, 'sql')
  mkdirSync(sql)
  for (const name of readdirSync(MIGRATIONS_DIRECTORY).filter((one) => one < '0016'))
    cpSync(join(MIGRATIONS_DIRECTORY, name), join(sql, name))
  openDatabase(join(folder, 'airdesk.db'), sql).close()
  const database = new SQLite(join(folder, 'airdesk.db'))
  database.exec(`
    INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at)
      VALUES ('s', 'Before', 'UTC', '', 'whsec_AAAA', 1);
    INSERT INTO users (system_id, name, email, email_key, password_hash, is_master, can_deliver, can_view,
      can_schedule, can_manage_users, created_at) VALUES ('s', 'A', 'a@b.test', 'a@b.test', '', 1, 1, 1, 1, 1, 1);
    INSERT INTO access_tokens (id, system_id, name, hash, prefix, kind, created_at)
      VALUES ('c', 's', 'Console', 'x', '', 'console', 1), ('t', 's', 'Default', 'y', '', 'api', 1);`)
  const channelId = newId<string>()
  const settings = JSON.stringify(createRtmpChannelRequest.parse(channel))
  database
    .prepare(
      'INSERT INTO channels (id, system_id, token_id, kind, settings, created_at) VALUES (?, ?, ?, ?, ?, 1)',
    )
    .run(channelId, 's', 't', 'rtmp', settings)
  database.close()
  return channelId
}
