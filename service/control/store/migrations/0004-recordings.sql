-- Why uploads to a destination wait; null while it works. Written with every failure that is the destination's.
ALTER TABLE archive_destinations ADD COLUMN trouble_fault TEXT;
ALTER TABLE archive_destinations ADD COLUMN trouble_since INTEGER;
ALTER TABLE archive_destinations ADD COLUMN trouble_failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE archive_destinations ADD COLUMN next_try_at INTEGER;

-- One rendition of one connection, archived.
CREATE TABLE recordings (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  system_id TEXT NOT NULL REFERENCES systems (id),
  channel_id TEXT NOT NULL REFERENCES channels (id),
  connection_id TEXT NOT NULL,
  -- index in the channel
  rendition INTEGER NOT NULL,
  destination_id TEXT NOT NULL REFERENCES archive_destinations (id),
  -- as of the channel when it began; empty where it has none
  event_webhook_url TEXT NOT NULL,
  -- pixels; null for sound alone
  width INTEGER,
  height INTEGER,
  -- of the time of the broadcast; the name stays when the schedule is deleted
  schedule_id TEXT,
  schedule_name TEXT,
  -- below the destination's own path, ends with a slash
  path TEXT NOT NULL,
  state TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- when it became available or failed
  finished_at INTEGER,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  video_frames INTEGER,
  bytes INTEGER NOT NULL DEFAULT 0,
  uploaded_bytes INTEGER NOT NULL DEFAULT 0,
  lost_ms INTEGER NOT NULL DEFAULT 0,
  lost_segments INTEGER NOT NULL DEFAULT 0,
  -- failed tries since the last success
  failures INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  last_fault TEXT,
  -- 1 once archive.failed has told of the trouble that lasts
  failure_told INTEGER NOT NULL DEFAULT 0,
  -- 1 while this machine has all of it
  local INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX recordings_of_system ON recordings (system_id, sequence);
CREATE INDEX recordings_of_channel ON recordings (channel_id, sequence);
CREATE INDEX recordings_of_connection ON recordings (connection_id);
CREATE INDEX recordings_unfinished ON recordings (state, sequence) WHERE state IN ('recording', 'sealing', 'uploading');
CREATE INDEX recordings_of_destination ON recordings (destination_id, state);
-- In their stores, while the local copy is not removed yet.
CREATE INDEX recordings_uncleared ON recordings (sequence) WHERE state = 'available' AND local = 1;

-- The objects of recordings: the journal of uploads.
CREATE TABLE recording_files (
  id INTEGER PRIMARY KEY,
  recording_id TEXT NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
  -- init, segment, playlist, movie; a playlist waits for what it names, the movie for the playlist
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  -- in the spool's file of all segments
  offset INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  -- how far an upload in parts has come, JSON; null before it began
  upload_state TEXT,
  -- given to the network so far, also what had to be sent twice
  sent_bytes INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  uploaded_at INTEGER,
  -- 1 once the local copy cannot be read: it is never tried again
  given_up INTEGER NOT NULL DEFAULT 0,
  UNIQUE (recording_id, name)
) STRICT;
CREATE INDEX recording_files_waiting ON recording_files (recording_id, id) WHERE uploaded_at IS NULL AND given_up = 0;
CREATE INDEX recording_files_held ON recording_files (next_try_at) WHERE next_try_at IS NOT NULL;
