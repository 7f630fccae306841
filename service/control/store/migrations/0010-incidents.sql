-- What took viewers' pictures or sound away, or kept them waiting.
CREATE TABLE incidents (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- null for a schedule whose channel is gone
  channel_id TEXT,
  -- null for what is no late start
  schedule_id TEXT,
  -- as the channel or the schedule was called then
  name TEXT NOT NULL,
  encoder TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  -- both null while it goes on
  over_at INTEGER,
  outcome TEXT,
  viewers INTEGER NOT NULL,
  -- JSON
  steps TEXT NOT NULL,
  -- both null until somebody took note; by the name of then
  acknowledged_at INTEGER,
  acknowledged_by TEXT
) STRICT;
CREATE INDEX incidents_listed ON incidents (system_id, began_at) WHERE over_at IS NULL OR acknowledged_at IS NULL;
