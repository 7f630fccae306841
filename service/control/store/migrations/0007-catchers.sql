-- Addresses of this service that webhooks are sent to for a try.
CREATE TABLE catchers (
  name TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  -- what it answers, JSON
  answer TEXT NOT NULL,
  delay_ms INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX catchers_of_system ON catchers (system_id, name);

-- What arrived there; the newest of each catcher.
CREATE TABLE caught_requests (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  catcher TEXT NOT NULL REFERENCES catchers (name) ON DELETE CASCADE,
  arrived_at INTEGER NOT NULL,
  -- null where the body does not say
  type TEXT,
  webhook_id TEXT,
  -- of the answer
  status INTEGER NOT NULL,
  -- values are masked
  query TEXT NOT NULL,
  -- JSON; values of credentials are masked
  headers TEXT NOT NULL,
  -- first 64 KiB
  body TEXT NOT NULL,
  body_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX caught_requests_of_catcher ON caught_requests (catcher, sequence);
