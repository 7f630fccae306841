-- Where live playlists go, for a CDN to fetch from: of all channels of a system, and of single channels.
CREATE TABLE system_publishing (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  destination_id TEXT NOT NULL REFERENCES archive_destinations (id),
  -- below the destination's own path; may be empty
  prefix TEXT NOT NULL,
  -- what viewers ask for instead of the origin
  public_base TEXT NOT NULL,
  -- segments are left when they leave the playlists
  keep INTEGER NOT NULL
) STRICT;
-- A channel without a row does as its system does.
CREATE TABLE channel_publishing (
  channel_id TEXT PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  -- null: it is not published
  destination_id TEXT REFERENCES archive_destinations (id),
  prefix TEXT,
  public_base TEXT,
  keep INTEGER,
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) STRICT;
-- Places in stores that have something of a channel: what was given up, or whose channel was deleted, is still to be
-- ended there.
CREATE TABLE published_places (
  channel_id TEXT NOT NULL,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  destination_id TEXT NOT NULL REFERENCES archive_destinations (id),
  prefix TEXT NOT NULL,
  keep INTEGER NOT NULL,
  PRIMARY KEY (channel_id, destination_id, prefix)
) STRICT, WITHOUT ROWID;
