-- Whether channels get low latency HLS that say nothing themselves. No row: they do not.
CREATE TABLE installation_low_latency (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
) STRICT;
-- A channel without a row does as the installation does.
CREATE TABLE channel_low_latency (
  channel_id TEXT PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
) STRICT;
