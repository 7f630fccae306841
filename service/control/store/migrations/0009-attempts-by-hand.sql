-- Who asked for the next attempt by hand, by the name of then; null where it is planned.
ALTER TABLE webhook_events ADD COLUMN asked_by TEXT;
-- The same of an attempt that was made; null for attempts of earlier versions too.
ALTER TABLE webhook_attempts ADD COLUMN asked_by TEXT;
