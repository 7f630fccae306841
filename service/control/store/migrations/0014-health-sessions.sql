-- Sessions of channels, from the first connection to the end of their playlist.
CREATE TABLE health_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  -- null while it runs
  ended_at INTEGER
) STRICT;
CREATE INDEX health_sessions_of_channel ON health_sessions (channel_id, id);

-- What happened in them, in its order.
CREATE TABLE health_events (
  session_id INTEGER NOT NULL REFERENCES health_sessions (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  -- JSON, as the console gets it
  event TEXT NOT NULL,
  PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;
