-- Endpoints of webhooks whose events wait until somebody resumes them. They outlive what is known of how they fare.
CREATE TABLE webhook_pauses (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  paused_at INTEGER NOT NULL,
  -- by the name of then
  paused_by TEXT NOT NULL,
  PRIMARY KEY (system_id, url)
) STRICT, WITHOUT ROWID;
-- How endpoints answered, by ten minutes, written with every attempt and kept for a day.
CREATE TABLE webhook_endpoint_slots (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  slot_from INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  PRIMARY KEY (system_id, url, slot_from)
) STRICT, WITHOUT ROWID;
-- The newest of one endpoint, for how long it takes to answer.
CREATE INDEX webhook_events_of_url ON webhook_events (system_id, url, sequence);
-- redelivery is 2 where the event was given up and asked for together with others: stopping gives it up again.
