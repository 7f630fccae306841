-- Times are milliseconds since 1970 UTC. Flags are 0 or 1. Secrets are hashes unless the column says sealed.

CREATE TABLE systems (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  access_code_hash TEXT NOT NULL,
  webhook_secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  system_id TEXT NOT NULL REFERENCES systems (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  -- lower case, what uniqueness and login compare
  email_key TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  is_master INTEGER NOT NULL,
  can_deliver INTEGER NOT NULL,
  can_view INTEGER NOT NULL,
  can_schedule INTEGER NOT NULL,
  can_manage_users INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (system_id, email_key)
) STRICT;
CREATE INDEX users_email ON users (email_key);

CREATE TABLE login_tokens (
  -- SHA-256 of the token, hexadecimal
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- 'option' for the option API, 'console' for the console's cookie
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE access_tokens (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  -- first characters, to tell tokens apart in lists
  prefix TEXT NOT NULL,
  -- 'api' for apps, 'console' for what the console itself does
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE TABLE channels (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id),
  token_id TEXT NOT NULL REFERENCES access_tokens (id),
  kind TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  -- the request that made it, JSON
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX channels_of_system ON channels (system_id, created_at) WHERE deleted_at IS NULL;

CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES channels (id),
  remote_address TEXT NOT NULL,
  encoder TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- whole minutes already announced by connection.updated
  minutes INTEGER NOT NULL DEFAULT 0,
  received_bytes INTEGER NOT NULL DEFAULT 0,
  playlist_ready_at INTEGER,
  ended_at INTEGER,
  close_reason TEXT
) STRICT;
CREATE INDEX connections_of_channel ON connections (channel_id, created_at);
CREATE INDEX connections_open ON connections (channel_id) WHERE ended_at IS NULL;

CREATE TABLE encryption_keys (
  kid TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  channel_id TEXT NOT NULL REFERENCES channels (id),
  key_hex TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The outbox: a row is written in the transaction of what happened, and sent from here.
CREATE TABLE webhook_events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  system_id TEXT NOT NULL REFERENCES systems (id),
  channel_id TEXT NOT NULL,
  connection_id TEXT,
  -- 'event' or 'auth'
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  -- the exact bytes that are sent and signed
  body TEXT NOT NULL,
  -- pending, delivered, dead (given up), allowed, denied
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX webhook_events_due ON webhook_events (next_attempt_at) WHERE state = 'pending';
CREATE INDEX webhook_events_of_channel ON webhook_events (channel_id, sequence);

CREATE TABLE webhook_attempts (
  event_id TEXT NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  -- null where no answer came
  status INTEGER,
  -- timeout, refused, dns, tls, malformed, status; null where it succeeded
  error_class TEXT,
  error_text TEXT,
  response_headers TEXT,
  -- first 64 KiB
  response_body TEXT,
  PRIMARY KEY (event_id, number)
) STRICT, WITHOUT ROWID;

-- Answers to creating requests with an Idempotency-Key, kept for 24 h.
CREATE TABLE idempotency_keys (
  token_id TEXT NOT NULL,
  key TEXT NOT NULL,
  operation TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  response TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (token_id, key)
) STRICT, WITHOUT ROWID;
