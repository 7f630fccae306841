-- Times are milliseconds since 1970 UTC. Flags are 0 or 1.

-- Least length of passwords where the system has replaced the specified rule; null where it has not.
ALTER TABLE systems ADD COLUMN password_min_length INTEGER;

-- Origins of pages that may call the APIs, as browsers write them.
CREATE TABLE allowed_origins (
  origin TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id),
  name TEXT NOT NULL,
  -- [starts_at, ends_at): the end is not part of it
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  channel_id TEXT NOT NULL UNIQUE REFERENCES channels (id),
  -- service_params as checked, JSON
  renditions TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- null once that user is deleted; the name stays
  created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_by_name TEXT NOT NULL,
  CHECK (ends_at > starts_at)
) STRICT;
CREATE INDEX schedules_of_system ON schedules (system_id, starts_at);

CREATE TABLE chat_messages (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  -- kept when the user is deleted, with the name of then
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX chat_of_schedule ON chat_messages (schedule_id, sequence);

CREATE TABLE archive_destinations (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id),
  bucket_uri TEXT NOT NULL,
  -- what is not secret, JSON: end point, region, access key id, account
  settings TEXT NOT NULL,
  -- AES-256-GCM of what is secret, JSON; null where nothing is
  sealed_secrets BLOB,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX archive_destinations_of_system ON archive_destinations (system_id, created_at) WHERE deleted_at IS NULL;

-- A channel of a schedule is made by the service itself, for that schedule.
ALTER TABLE channels ADD COLUMN made_for_schedule INTEGER NOT NULL DEFAULT 0;

-- Keys belong to an access token or, in the option API, to `user:` and the id of a user.
ALTER TABLE idempotency_keys RENAME COLUMN token_id TO owner;

-- Start of the 24 h of retrying; null before the first attempt and after a person asked for redelivery.
ALTER TABLE webhook_events ADD COLUMN retrying_since INTEGER;
UPDATE webhook_events SET retrying_since =
  (SELECT started_at FROM webhook_attempts WHERE event_id = webhook_events.id AND number = 1);
-- 1 once a person asked for redelivery: it then neither holds back others nor waits for them.
ALTER TABLE webhook_events ADD COLUMN redelivery INTEGER NOT NULL DEFAULT 0;
CREATE INDEX webhook_events_of_system ON webhook_events (system_id, sequence);
CREATE INDEX webhook_events_finished ON webhook_events (finished_at) WHERE finished_at IS NOT NULL;
-- Pending ones are read, dead ones redelivered and finished ones removed in order of their sequence.
DROP INDEX webhook_events_due;
CREATE INDEX webhook_events_of_state ON webhook_events (state, sequence);
CREATE INDEX webhook_events_pending_of_url ON webhook_events (system_id, url) WHERE state = 'pending';
-- How each webhook URL fares, written with every attempt.
CREATE TABLE webhook_endpoints (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  last_attempt_at INTEGER NOT NULL,
  -- null where no answer came
  last_status INTEGER,
  -- null where it succeeded
  last_error_class TEXT,
  last_success_at INTEGER,
  -- first failure since the last success; null while it works
  failing_since INTEGER,
  PRIMARY KEY (system_id, url)
) STRICT, WITHOUT ROWID;
-- The headers that were sent, JSON; null for attempts of earlier versions.
ALTER TABLE webhook_attempts ADD COLUMN request_headers TEXT;
