-- Who may send to a channel and who may watch it. A channel without a row has no ingest key, asks encoders for none and
-- lets everybody watch.
CREATE TABLE channel_access (
  channel_id TEXT PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  -- SHA-256, hexadecimal; null while there is no key
  key_hash TEXT,
  -- null where what seals it was not available when it was made
  sealed_key BLOB,
  -- its last four characters
  key_tail TEXT,
  require_key INTEGER NOT NULL DEFAULT 0,
  addresses_expire INTEGER NOT NULL DEFAULT 0,
  -- of a schedule's channel: until when it takes whom delivery told of it; null before
  delivered_until INTEGER,
  -- by an operator; null before
  changed_at INTEGER,
  changed_by TEXT
) STRICT;
-- Addresses of playlists that operators made for somebody, and that expire.
CREATE TABLE playlist_addresses (
  id TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX playlist_addresses_of_channel ON playlist_addresses (channel_id, made_at);
-- The last who came to a channel: those who were let in one by one, those who were not joined while they try again.
CREATE TABLE door_entries (
  sequence INTEGER PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  outcome TEXT NOT NULL,
  name TEXT NOT NULL,
  remote_address TEXT NOT NULL,
  -- null for who was not let in, and for players
  connection_id TEXT,
  times INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX door_entries_of_channel ON door_entries (channel_id, kind, sequence);
-- Whether what delivery and view give for schedules expires.
ALTER TABLE systems ADD COLUMN schedule_addresses_expire INTEGER NOT NULL DEFAULT 0;
