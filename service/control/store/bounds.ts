/**
 * How long each stored text may be: one place for all of them, whoever they come from. What comes from outside
 * is refused or cut before, by the contract's schemas and by those who read it; what is longer all the same is
 * never written.
 */
import type SQLite from 'better-sqlite3'
import type { Bytes } from '../../contract/units.ts'

const KiB: Bytes = 1024
const MiB: Bytes = 1024 * KiB

/** A code point has at most 4 bytes. */
const characters = (count: number): Bytes => 4 * count

const ID: Bytes = 64
const WORD: Bytes = 64
const HASH: Bytes = 64
const NAME = characters(60)
const URL = characters(2048)
const EMAIL = characters(254)
/** PHC strings and what signs webhooks. */
const SECRET: Bytes = 256
const ADDRESS: Bytes = 128
/** What encoders, clients and browsers say of themselves. */
const SELF_DESCRIPTION = characters(4096)
const FAULT: Bytes = 16 * KiB
const HEADERS: Bytes = 64 * KiB
/** 64 KiB, of which bytes that are no text become 3 each. */
const BODY: Bytes = 192 * KiB
/** With metadata of clients and webhooks, escaped. */
const EVENT: Bytes = 2 * MiB
const SETTINGS: Bytes = 128 * KiB

/** Of each column with text or bytes, by table, at most so many bytes. */
export const BOUNDS: Readonly<Record<string, Readonly<Record<string, Bytes>>>> = {
  systems: {
    id: ID,
    name: NAME,
    time_zone: characters(64),
    access_code_hash: SECRET,
    webhook_secret: SECRET,
    outgoing_reach: WORD,
  },
  system_quotas: { system_id: ID, name: WORD },
  users: { system_id: ID, name: NAME, email: EMAIL, email_key: EMAIL, password_hash: SECRET },
  login_tokens: { hash: HASH, kind: WORD, remote_address: ADDRESS, client: SELF_DESCRIPTION },
  access_tokens: { id: ID, system_id: ID, name: NAME, hash: HASH, prefix: WORD, kind: WORD },
  channels: { id: ID, system_id: ID, token_id: ID, kind: WORD, name: NAME, label: NAME, settings: SETTINGS },
  channel_access: { channel_id: ID, key_hash: HASH, sealed_key: 1024, key_tail: WORD, changed_by: NAME },
  playlist_addresses: { id: ID, channel_id: ID, label: NAME, made_by: NAME },
  door_entries: {
    ...{ channel_id: ID, kind: WORD, outcome: WORD, name: SELF_DESCRIPTION, remote_address: ADDRESS },
    connection_id: ID,
  },
  connections: {
    ...{ id: ID, channel_id: ID, remote_address: ADDRESS, encoder: SELF_DESCRIPTION },
    ...{ close_reason: WORD, sfu_event: EVENT },
  },
  encryption_keys: { kid: ID, connection_id: ID, channel_id: ID, key_hex: HASH },
  webhook_events: {
    ...{ id: ID, system_id: ID, channel_id: ID, connection_id: ID, kind: WORD, type: WORD, url: URL },
    ...{ body: EVENT, state: WORD, asked_by: NAME, given_up_for: WORD },
  },
  webhook_attempts: {
    ...{ event_id: ID, error_class: WORD, error_text: FAULT, request_headers: HEADERS },
    ...{ response_headers: HEADERS, response_body: BODY, asked_by: NAME },
  },
  webhook_endpoints: { system_id: ID, url: URL, last_error_class: WORD },
  webhook_endpoint_slots: { system_id: ID, url: URL },
  webhook_pauses: { system_id: ID, url: URL, paused_by: NAME },
  idempotency_keys: {
    owner: WORD,
    key: characters(255),
    operation: 256,
    request_hash: HASH,
    response: EVENT,
  },
  allowed_origins: { origin: characters(270) },
  recording_folders: { uri: characters(2600) },
  schedules: {
    ...{ id: ID, system_id: ID, name: NAME, channel_id: ID, renditions: SETTINGS, created_by_name: NAME },
  },
  chat_messages: { id: ID, schedule_id: ID, user_name: NAME, body: characters(50) },
  archive_destinations: {
    ...{ id: ID, system_id: ID, bucket_uri: characters(1024), settings: 32 * KiB },
    ...{ sealed_secrets: 512 * KiB, trouble_fault: FAULT },
  },
  system_publishing: { system_id: ID, destination_id: ID, prefix: characters(200), public_base: URL },
  channel_publishing: {
    ...{ channel_id: ID, destination_id: ID, prefix: characters(200), public_base: URL, changed_by: NAME },
  },
  channel_low_latency: { channel_id: ID },
  published_places: { channel_id: ID, system_id: ID, destination_id: ID, prefix: characters(200) },
  recordings: {
    ...{ id: ID, system_id: ID, channel_id: ID, connection_id: ID, destination_id: ID },
    ...{ event_webhook_url: URL, schedule_id: ID, schedule_name: NAME, path: 100, state: WORD },
    last_fault: FAULT,
  },
  recording_files: { recording_id: ID, kind: WORD, name: WORD, md5: 32, upload_state: 4 * MiB },
  recording_rules: { system_id: ID },
  catchers: { name: 40, system_id: ID, answer: 128 * KiB },
  caught_requests: {
    ...{ catcher: 40, type: characters(100), webhook_id: HEADERS, query: HEADERS },
    ...{ headers: HEADERS, body: BODY },
  },
  incidents: {
    ...{ id: ID, system_id: ID, kind: WORD, channel_id: ID, schedule_id: ID, name: NAME },
    ...{ encoder: SELF_DESCRIPTION, outcome: WORD, steps: FAULT, acknowledged_by: NAME },
  },
  health_sessions: { channel_id: ID },
  health_events: { event: 64 * KiB },
  chosen_ports: { name: WORD },
}

/**
 * Has the connection refuse what is longer. The triggers are the connection's own: no file has them.
 * @throws Error of SQLite for each statement that would write more, `SQLITE_CONSTRAINT_TRIGGER`
 */
export function enforceBounds(sqlite: SQLite.Database): void {
  for (const [table, bounds] of Object.entries(BOUNDS)) {
    // An older schema has less, in tests of upgrades.
    const there = new Set(
      (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name),
    )
    const columns = Object.fromEntries(Object.entries(bounds).filter(([column]) => there.has(column)))
    if (Object.keys(columns).length === 0) continue
    for (const what of ['INSERT', `UPDATE OF ${Object.keys(columns).join(', ')}`]) {
      const tests = Object.entries(columns).map(
        ([column, most]) =>
          `WHEN octet_length(NEW.${column}) > ${most} THEN RAISE(ABORT, '${table}.${column} is longer than ${most} bytes')`,
      )
      const name = `bound_${table}_${what.slice(0, 6).toLowerCase()}`
      sqlite.exec(`CREATE TEMP TRIGGER ${name} BEFORE ${what} ON main.${table} BEGIN
        SELECT CASE ${tests.join(' ')} END; END`)
    }
  }
}
