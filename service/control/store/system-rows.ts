/**
 * Whose the rows of each table are, so that the state of one system can be kept and taken up again without
 * anything of another. Tables stand behind those that they refer to.
 */

/** Rows of the system `@system` among those of a table, in the database that is attached as `at`. */
type Whose = (at: string) => string

const own: Whose = () => 'system_id = @system'
const by =
  (column: string, table: string, key = 'id', whose = own): Whose =>
  (at) =>
    `${column} IN (SELECT ${key} FROM ${at}.${table} WHERE ${whose(at)})`
const ofChannel = by('channel_id', 'channels')
/** The first system owns the installation, and with it what is of all. */
export const ofInstallation: Whose = (at) =>
  `@system = (SELECT id FROM ${at}.systems ORDER BY created_at, rowid LIMIT 1)`

export const SYSTEM_ROWS: Readonly<Record<string, Whose>> = {
  systems: () => 'id = @system',
  system_quotas: own,
  users: own,
  user_activity: by('user_id', 'users'),
  login_tokens: by('user_id', 'users'),
  access_tokens: own,
  channels: own,
  channel_access: ofChannel,
  playlist_addresses: ofChannel,
  door_entries: ofChannel,
  connections: ofChannel,
  encryption_keys: ofChannel,
  webhook_events: own,
  webhook_attempts: by('event_id', 'webhook_events'),
  webhook_endpoints: own,
  webhook_endpoint_slots: own,
  webhook_pauses: own,
  idempotency_keys: (at) =>
    `(${by('owner', 'access_tokens')(at)} OR ${by('owner', 'users', "'user:' || id")(at)})`,
  schedules: own,
  chat_messages: by('schedule_id', 'schedules'),
  archive_destinations: own,
  system_publishing: own,
  channel_publishing: ofChannel,
  published_places: own,
  channel_low_latency: ofChannel,
  recordings: own,
  recording_files: by('recording_id', 'recordings'),
  recording_rules: own,
  catchers: own,
  caught_requests: by('catcher', 'catchers', 'name'),
  incidents: own,
  health_sessions: ofChannel,
  health_events: by('session_id', 'health_sessions', 'id', ofChannel),
  setup: ofInstallation,
  allowed_origins: ofInstallation,
  recording_folders: ofInstallation,
  chosen_ports: ofInstallation,
  emulator_clock: ofInstallation,
  installation_low_latency: ofInstallation,
}
