-- One row once the questions of a new installation are answered or skipped.
CREATE TABLE setup (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  finished_at INTEGER NOT NULL
) STRICT;

-- Ports chosen in the console for the next start, by listener; the others have their usual numbers.
CREATE TABLE chosen_ports (
  name TEXT PRIMARY KEY,
  port INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
