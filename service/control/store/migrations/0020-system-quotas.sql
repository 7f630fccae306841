-- What one system may have where that is not what all may. No row: the start of the service says it.
CREATE TABLE system_quotas (
  system_id TEXT NOT NULL REFERENCES systems (id),
  name TEXT NOT NULL,
  most INTEGER NOT NULL CHECK (most BETWEEN 1 AND 999999999),
  PRIMARY KEY (system_id, name)
) STRICT, WITHOUT ROWID;
-- Why a webhook was given up before its time was over; null: it was not.
ALTER TABLE webhook_events ADD COLUMN given_up_for TEXT CHECK (given_up_for = 'quota');
CREATE INDEX webhook_events_pending_of_system ON webhook_events (system_id, sequence) WHERE state = 'pending';
