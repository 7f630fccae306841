-- What connection.created of a WebRTC connection told, JSON: so that its end can be told after a crash too.
-- Null for RTMP connections.
ALTER TABLE connections ADD COLUMN sfu_event TEXT;
ALTER TABLE connections ADD COLUMN sent_bytes INTEGER NOT NULL DEFAULT 0;
