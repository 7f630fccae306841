-- What was given up is counted by URL, as often as what waits.
CREATE INDEX webhook_events_dead_of_url ON webhook_events (system_id, url) WHERE state = 'dead';
